import fc from "fast-check";
import { expect, test } from "vitest";
import { membershipAt } from "#worker/pilots/past/memberships.ts";
import type { MembershipEvent } from "#worker/pilots/past/memberships.ts";

type Role = "owner" | "admin" | "member";
type Member = { role: Role; since: number; wayInId: string };
type Logged = MembershipEvent & { userId: string };
const USERS = ["u0", "u1", "u2", "u3", "u4"];

/** A step of a group's history; one that the group does not allow does nothing. */
const step = fc.record({
  act: fc.constantFrom(
    "join",
    "approve",
    "redeem",
    "accept",
    "joinInvited",
    "leave",
    "remove",
    "undo",
    "appoint",
    "dismiss",
    "transfer",
  ),
  who: fc.constantFrom(...USERS),
});
const WAYS_IN = {
  join: ["member_joined"],
  approve: ["request_approved"],
  redeem: ["code_redeemed"],
  accept: ["invitation_accepted"],
  // Joining accepts the pending invitation, with an event of its own.
  joinInvited: ["member_joined", "invitation_accepted"],
} as const;
const WAYS_OUT = {
  leave: "member_left",
  remove: "member_removed",
  undo: "approval_undone",
} as const;

/** Applies the steps to a list of members, as the product does, and writes down the list and the log after each. */
function play(steps: { act: string; who: string }[]) {
  const log: Logged[] = [];
  const members = new Map<string, Member>();
  const record = (kind: string, userId: string) => {
    const at = log.length + 1;
    const id = String(at).padStart(6, "0");
    log.push({ id, kind, at, userId });
    return { at, id };
  };
  const founding = record("group_created", "u0");
  members.set("u0", { role: "owner", since: founding.at, wayInId: founding.id });
  const states = [{ at: log.length, members: new Map(members) }];
  for (const { act, who } of steps) {
    const member = members.get(who);
    if (act in WAYS_IN && member === undefined) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the line above
      const [first, ...others] = WAYS_IN[act as keyof typeof WAYS_IN];
      const { at, id } = record(first, who);
      for (const kind of others) record(kind, who);
      members.set(who, { role: "member", since: at, wayInId: id });
    } else if (act in WAYS_OUT && member !== undefined && member.role !== "owner") {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the line above
      record(WAYS_OUT[act as keyof typeof WAYS_OUT], who);
      members.delete(who);
    } else if (act === "appoint" && member?.role === "member") {
      record("admin_appointed", who);
      members.set(who, { ...member, role: "admin" });
    } else if (act === "dismiss" && member?.role === "admin") {
      record("admin_dismissed", who);
      members.set(who, { ...member, role: "member" });
    } else if (act === "transfer" && member !== undefined && member.role !== "owner") {
      record("ownership_transferred", who);
      for (const [id, one] of members) {
        if (one.role === "owner") members.set(id, { ...one, role: "admin" });
      }
      members.set(who, { ...member, role: "owner" });
    }
    states.push({ at: log.length, members: new Map(members) });
  }
  return { log, states };
}

function replay(log: readonly Logged[], userId: string, before: string) {
  const own = log.filter((event) => event.userId === userId);
  const handovers = log.filter(
    (event) => event.kind === "ownership_transferred" && event.userId !== userId,
  );
  return membershipAt(own, handovers, before);
}

const nextId = (at: number) => String(at + 1).padStart(6, "0");

test("a replay of the log equals the members at every moment of any history", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { log, states } = play(steps);
      for (const { at, members } of states) {
        for (const userId of USERS) {
          expect(replay(log, userId, nextId(at))).toEqual(members.get(userId) ?? null);
        }
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});

test("where the log began later, a replay knows who was a member from their first event, and guesses nothing", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(40), (steps, cut) => {
      const { log, states } = play(steps);
      // The events of one batch are not torn apart.
      const began = states[cut % states.length]?.at ?? 0;
      const later = log.slice(began);
      for (const { at, members } of states.filter((state) => state.at >= began)) {
        for (const userId of USERS.filter((id) => later.some((event) => event.userId === id))) {
          const found = replay(later, userId, nextId(at));
          const expected = members.get(userId);
          expect(found === null).toBe(expected === undefined);
          // What is told is true; the rest is null.
          expect(found?.role ?? expected?.role).toBe(expected?.role);
          expect(found?.since ?? expected?.since).toBe(expected?.since);
        }
      }
    }),
    { numRuns: 300, seed: 4 },
  );
});

test("a member who moved in has the role that the event states", () => {
  const moved = { id: "a", kind: "member_moved_in", at: 5, role: "admin" as const };
  expect(membershipAt([moved], [], "b")).toEqual({ role: "admin", since: 5, wayInId: "a" });
});

const logged = (id: string, kind: string) => ({ id, kind, at: Number(id) });
const UNKNOWN_ENTRY = { since: null, wayInId: null };

test.each([
  ["is dismissed as an admin", "admin_dismissed", "admin", "member"],
  ["is appointed as an admin", "admin_appointed", "member", "admin"],
  ["becomes the owner", "ownership_transferred", null, "owner"],
])("a member from before the log who %s first", (_, kind, before, after) => {
  const events = [logged("5", kind)];
  expect(membershipAt(events, [], "5")).toEqual({ role: before, ...UNKNOWN_ENTRY });
  expect(membershipAt(events, [], "6")).toEqual({ role: after, ...UNKNOWN_ENTRY });
});

test.each(["member_left", "member_removed", "approval_undone"])(
  "a member from before the log of whom the log says first: %s",
  (kind) => {
    const events = [logged("5", kind)];
    expect(membershipAt(events, [], "5")).toEqual({ role: null, ...UNKNOWN_ENTRY });
    expect(membershipAt(events, [], "6")).toBe(null);
  },
);

test("where the log lacks how a former member came back, it says neither when nor how", () => {
  const events = [
    logged("1", "member_joined"),
    logged("2", "member_left"),
    logged("3", "admin_appointed"),
  ];
  expect(membershipAt(events, [], "4")).toEqual({ role: "admin", ...UNKNOWN_ENTRY });
});

test("an invitation that is accepted later changes neither the role nor the way in", () => {
  const events = [
    logged("1", "member_joined"),
    logged("2", "admin_appointed"),
    logged("3", "invitation_accepted"),
  ];
  expect(membershipAt(events, [], "4")).toEqual({ role: "admin", since: 1, wayInId: "1" });
});

test("a handover makes the owner an admin, and changes no other member", () => {
  const events = [logged("1", "group_created"), logged("5", "member_left")];
  expect(membershipAt(events, [{ id: "3" }], "3")?.role).toBe("owner");
  expect(membershipAt(events, [{ id: "3" }], "4")?.role).toBe("admin");
  expect(membershipAt(events, [{ id: "6" }], "7")).toBe(null);
  expect(membershipAt([logged("1", "member_joined")], [{ id: "3" }], "4")?.role).toBe("member");
});
