import { expect, test } from "vitest";
import { PILOT, scouts } from "#test/support/groups/scouts.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { abilitiesOf } from "#worker/groups/group/policy.ts";
import type { MemberRow } from "#worker/groups/members/list-store.ts";
import {
  appointmentRefusal,
  dismissalRefusal,
  joinRefusal,
  leaveRefusal,
  memberAbilitiesOf,
  removalRefusal,
  requireEmergency,
  requireEnds,
  requireHeldDecision,
  requireJoin,
  requireLeave,
  requireMany,
  requireMemberChange,
  requireReview,
  transferRefusal,
} from "#worker/groups/members/policy.ts";

const MEMBER = {
  visibility: "public" as const,
  categoryVisibility: "public" as const,
  effectiveVisibility: "public" as const,
  joinMode: "open" as const,
  enrolment: null,
  role: "member" as const,
  pendingRequestId: null,
  pendingInvitationId: null,
  endsAt: null,
  emergencyId: null,
  isReviewer: 0,
};

test("emergency access ends in its hours: it gets no other end and no other role", () => {
  const group = { can: abilitiesOf({ ...MEMBER, role: "owner" }, PILOT), enrolment: null };
  const emergency = { role: "member" as const, emergencyId: "e" };
  expect(memberAbilitiesOf(group, emergency, false)).toEqual({
    remove: true,
    makeAdmin: false,
    removeAdmin: false,
    makeOwner: false,
    setEnd: false,
  });
  const own = { ...MEMBER, endsAt: new Date(), emergencyId: "e", enrolment: "automatic" as const };
  expect(abilitiesOf(own, PILOT)).toMatchObject({ leave: true, requestExtension: false });
});

test("a member with an end asks to stay once, and not where the requirements decide", () => {
  const ending = { ...MEMBER, endsAt: new Date() };
  expect(abilitiesOf(ending, PILOT).requestExtension).toBe(true);
  expect(abilitiesOf({ ...ending, pendingRequestId: "r" }, PILOT).requestExtension).toBe(false);
  expect(abilitiesOf({ ...ending, enrolment: "automatic" }, PILOT).requestExtension).toBe(false);
});

test("a suspended member is given no role, and can be removed", () => {
  const group = { can: abilitiesOf({ ...MEMBER, role: "owner" }, PILOT), enrolment: null };
  const of = (role: "member" | "admin") =>
    memberAbilitiesOf(group, { role, emergencyId: null }, true);
  const none = { makeAdmin: false, removeAdmin: false, makeOwner: false };
  expect(of("member")).toEqual({ ...none, remove: true, setEnd: true });
  expect(of("admin")).toEqual({ ...none, remove: true, setEnd: true, removeAdmin: true });
});

const SCOUTS = { name: "Scouts", enrolment: null };
const BY_REQUIREMENTS = { name: "Scouts", enrolment: "automatic" as const };
const TOVI = { role: "member" as const, mainCharacterName: "Tovi Lark", emergencyId: null };
const conflict = (message: string) => expect.objectContaining({ code: "conflict", message });

test("emergency access can be ended early also where the requirements enrol members", () => {
  const can = abilitiesOf({ ...MEMBER, role: "owner" }, PILOT);
  const emergency = { role: "member" as const, emergencyId: "e" };
  expect(memberAbilitiesOf({ can, ...BY_REQUIREMENTS }, emergency, false).remove).toBe(true);
});

test("where the requirements enrol members, every refusal says so", () => {
  const stranger = { ...BY_REQUIREMENTS, role: null, joinMode: "open" as const };
  expect(joinRefusal(stranger)).toEqual(
    conflict("Players who meet the requirements of Scouts become members automatically."),
  );
  const decided = conflict(
    "The requirements of Scouts decide who is a member. Change them to remove somebody.",
  );
  for (const role of ["member", "admin"] as const) {
    expect(leaveRefusal({ ...BY_REQUIREMENTS, role })).toEqual(
      conflict("You meet the requirements of Scouts, so you are a member. You cannot leave."),
    );
    expect(removalRefusal(BY_REQUIREMENTS, { ...TOVI, role })).toEqual(decided);
  }
});

test("the requirements do not decide about the owner or about users who are not members", () => {
  expect(leaveRefusal({ ...BY_REQUIREMENTS, role: "owner" })).toEqual(
    conflict("You own Scouts. Transfer it to another member before you leave."),
  );
  expect(leaveRefusal({ ...BY_REQUIREMENTS, role: null })).toEqual(
    conflict("You are not a member of Scouts."),
  );
  expect(removalRefusal(BY_REQUIREMENTS, { ...TOVI, role: "owner" })).toEqual(
    conflict("Tovi Lark owns Scouts and cannot be removed."),
  );
});

test.each([
  ["an admin", appointmentRefusal],
  ["the owner", transferRefusal],
])("emergency access or a suspension keeps a member from becoming %s", (_, refuse) => {
  expect(refuse(SCOUTS, { ...TOVI, emergencyId: "e" })).toEqual(
    conflict("Tovi Lark has emergency access for some hours, and cannot get another role."),
  );
  expect(refuse(SCOUTS, TOVI)).toEqual(
    conflict("Tovi Lark is suspended and cannot get a role until the suspension ends."),
  );
});

test("refusals name a member without a main as this player", () => {
  const unnamed = { ...TOVI, mainCharacterName: null };
  expect(appointmentRefusal(SCOUTS, unnamed).message).toBe(
    "This player is suspended and cannot get a role until the suspension ends.",
  );
  expect(dismissalRefusal(SCOUTS, unnamed).message).toBe("This player is not an admin of Scouts.");
});

const ADMINISTRATOR: UserActor = { ...PILOT, isAdmin: true };
const GUEST: UserActor = { ...PILOT, isGuest: true };
const groupOf = (given: Partial<GroupRow>, actor = PILOT) =>
  requireVisible(scouts({ effectiveVisibility: "public", ...given }), actor);
const OWNED = groupOf({ role: "owner" });
const MANAGED = groupOf({ role: "admin" });
const JOINED = groupOf({ role: "member" });
const ENROLLING = groupOf({ role: "owner", enrolment: "automatic" });

const TARGET: MemberRow = {
  ...TOVI,
  userId: "tovi",
  rank: 2,
  joinedAt: new Date("2026-11-20T12:00:00Z"),
  nameFolded: "tovi lark",
  endsAt: null,
  mainCharacterId: 90_000_002,
  ticker: null,
  suspendedUntil: null,
  outcome: null,
  since: null,
  graceEndsAt: null,
  heldId: null,
  causes: null,
};
const AN_ADMIN: MemberRow = { ...TARGET, role: "admin" };
const SUSPENDED: MemberRow = { ...TARGET, suspendedUntil: new Date(8.64e15) };
const many = { affected: [{ userId: "a" }, { userId: "b" }], skipped: [] };
const ALL = { userIds: ["a", "b"] };

test.each([
  ["join", () => requireJoin(groupOf({ joinMode: "open" })), {}],
  ["leave", () => requireLeave(JOINED), {}],
  ["remove", () => requireMemberChange("remove", MANAGED, TARGET), { member: TARGET }],
  ["makeAdmin", () => requireMemberChange("makeAdmin", OWNED, TARGET), { member: TARGET }],
  ["removeAdmin", () => requireMemberChange("removeAdmin", OWNED, AN_ADMIN), { member: AN_ADMIN }],
  ["makeOwner", () => requireMemberChange("makeOwner", OWNED, TARGET), { member: TARGET }],
  ["setEnds", () => requireEnds(MANAGED), {}],
  ["takeEmergency", () => requireEmergency(groupOf({}, ADMINISTRATOR)), {}],
  ["review", () => requireReview(OWNED), {}],
  ["inviteMany", () => requireMany("invite", groupOf({}, ADMINISTRATOR), many), ALL],
  ["addMany", () => requireMany("add", groupOf({}, ADMINISTRATOR), many), ALL],
  ["removeMany", () => requireMany("remove", groupOf({}, ADMINISTRATOR), many), ALL],
  ["decideHeld", () => requireHeldDecision(ADMINISTRATOR, "g"), {}],
] as const)("a check allows the act %s on what it has read", (act, check, of) => {
  expect(check()).toMatchObject({ act, of: { group: { id: "g" }, ...of }, by: { userId: "u" } });
});

const ADMINISTRATORS = "Only system administrators can do this.";
const enrolling = groupOf({ enrolment: "automatic" }, ADMINISTRATOR);

test.each<[string, () => unknown]>([
  ["Scouts admits members on request. Send a join request.", () => requireJoin(groupOf({}))],
  ["You are not a member of Scouts.", () => requireLeave(groupOf({}))],
  // Who is a member is not told to those who may not do it anyway.
  [
    "Only the owner and the admins of Scouts can do this.",
    () => requireMemberChange("remove", JOINED, undefined),
  ],
  [
    "Only the owner of Scouts can do this.",
    () => requireMemberChange("makeAdmin", MANAGED, undefined),
  ],
  [
    "This player is not a member of Scouts.",
    () => requireMemberChange("remove", MANAGED, undefined),
  ],
  [
    "Only the owner of Scouts can remove an admin.",
    () => requireMemberChange("remove", MANAGED, AN_ADMIN),
  ],
  [
    "Tovi Lark is suspended and cannot get a role until the suspension ends.",
    () => requireMemberChange("makeAdmin", OWNED, SUSPENDED),
  ],
  ["Only the owner and the admins of Scouts can do this.", () => requireEnds(JOINED)],
  [
    "The requirements of Scouts decide who is a member, so memberships have no end.",
    () => requireEnds(ENROLLING),
  ],
  ["Only system administrators can take emergency access.", () => requireEmergency(OWNED)],
  [
    "You are already a member of Scouts.",
    () => requireEmergency(groupOf({ role: "member" }, ADMINISTRATOR)),
  ],
  ["Only the owner of Scouts can do this.", () => requireReview(MANAGED)],
  [
    "Only members of this community can look up other pilots.",
    () => requireReview(groupOf({ role: "owner" }, GUEST)),
  ],
  [ADMINISTRATORS, () => requireMany("add", OWNED, many)],
  [
    "Players who meet the requirements of Scouts become members automatically.",
    () => requireMany("add", enrolling, many),
  ],
  [
    "The requirements of Scouts decide who is a member. Change them to remove members.",
    () => requireMany("remove", enrolling, many),
  ],
  [
    "Something has changed for these pilots or Scouts. Read the preview again.",
    () => requireMany("invite", enrolling, { ...many, skipped: [{ userId: "c" }] }),
  ],
  [ADMINISTRATORS, () => requireHeldDecision(PILOT, "g")],
])("a check of members refuses: %s", (message, check) => {
  expect(check).toThrow(expect.objectContaining({ message }));
});
