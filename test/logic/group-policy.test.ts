import { is } from "drizzle-orm";
import { getTableConfig, SQLiteAsyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import type { GroupRole } from "#shared/groups/groups.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { PILOT, SCOUTS, scouts } from "#test/support/groups/scouts.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { groups } from "#worker/db/schema/groups.ts";
import {
  findManaged,
  requireAbilityToRead,
  requireVisible,
} from "#worker/groups/group/authorized-group.ts";
import { requireAbility } from "#worker/groups/group/authorized-group.ts";
import { abilitiesOf, canSee, endOf, shownCategoryName } from "#worker/groups/group/policy.ts";
import type { GroupMembership } from "#worker/groups/group/policy.ts";
import { opensMore } from "#worker/groups/group/settings.ts";
import { memberAbilitiesOf } from "#worker/groups/members/policy.ts";

const dialect = new SQLiteAsyncDialect();
const modules = await Promise.all(
  globSync("worker/db/schema/**/*.ts").map(
    (file): Promise<Record<string, unknown>> => import(/* @vite-ignore */ `../../${file}`),
  ),
);
const tables = [
  ...new Set(
    modules.flatMap((module) => Object.values(module)).filter((one) => is(one, SQLiteTable)),
  ),
];

const ADMINISTRATOR: UserActor = { ...PILOT, isAdmin: true };

const OPEN_GROUP: GroupMembership = {
  visibility: "public",
  categoryVisibility: "public",
  effectiveVisibility: "public",
  joinMode: "open",
  enrolment: null,
  role: null,
  pendingRequestId: null,
  pendingInvitationId: null,
  endsAt: null,
  emergencyId: null,
  isReviewer: 0,
  isOpenToGuests: false,
  qualifiedId: null,
};
const ROLE = (role: GroupRole) => ({ role, emergencyId: null });
const PEOPLE = {
  stranger: {},
  invited: { pendingInvitationId: "i" },
  qualified: { qualifiedId: "u" },
  member: { role: "member" },
  admin: { role: "admin" },
  owner: { role: "owner" },
  administrator: {},
} satisfies Record<string, Partial<GroupMembership>>;
type Who = keyof typeof PEOPLE;
const WHO: Who[] = [
  "stranger",
  "invited",
  "qualified",
  "member",
  "admin",
  "owner",
  "administrator",
];

/** The arguments of the policy: the membership of one of `PEOPLE`, changed as given, and the actor. */
const as = (who: Who, given: Partial<GroupMembership> = {}) =>
  [
    { ...OPEN_GROUP, ...PEOPLE[who], ...given },
    who === "administrator" ? ADMINISTRATOR : PILOT,
  ] as const;
const namesOf = (can: Record<string, boolean>) =>
  Object.keys(can).filter((ability) => can[ability]);

const LEADERS = ["admin", "owner", "administrator"];

test.each([
  ["public", ["stranger", "invited", "qualified", "member", ...LEADERS]],
  ["qualified", ["invited", "qualified", "member", ...LEADERS]],
  ["hidden", ["invited", "member", ...LEADERS]],
  ["system", LEADERS],
] as const)("a %s group is visible to %j", (effectiveVisibility, visibleTo) => {
  expect(WHO.filter((who) => canSee(...as(who, { effectiveVisibility })))).toEqual(visibleTo);
});

const MANAGING = ["manageMembers", "invite", "reviewRequests", "seeActivity"];
const OWNING = [
  "edit",
  "changeCategory",
  "changeVisibility",
  "delete",
  "transfer",
  "manageAdmins",
  ...MANAGING,
];

test.each<[Who, string[]]>([
  ["stranger", ["join"]],
  ["invited", ["join"]],
  ["member", ["leave"]],
  ["admin", ["leave", ...MANAGING]],
  ["owner", OWNING],
  ["administrator", ["join", ...OWNING]],
])("in an open group, what a(n) %s may do is %j", (who, abilities) => {
  expect(namesOf(abilitiesOf(...as(who)))).toEqual(abilities);
});

test.each<[string, Partial<GroupMembership>, string[]]>([
  ["system visibility", { visibility: "system" }, ["changeVisibility"]],
  ["a system category", { categoryVisibility: "system" }, ["changeCategory"]],
])("only system administrators move a group out of %s", (_, given, kept) => {
  const isSystem = { ...given, effectiveVisibility: "system" } as const;
  const owned = namesOf(abilitiesOf(...as("owner", isSystem)));
  expect(owned).toEqual(OWNING.filter((ability) => !kept.includes(ability)));
  expect(namesOf(abilitiesOf(...as("administrator", isSystem)))).toEqual(["join", ...OWNING]);
});

test.each<[string, Partial<GroupMembership>, string[]]>([
  ["a stranger can send a request", {}, ["request"]],
  ["a user with a pending request cannot send another", { pendingRequestId: "r" }, []],
  ["an invited user cannot send a request", { pendingInvitationId: "i" }, []],
  ["a member cannot send a request", { role: "member" }, ["leave"]],
])("where members are admitted on request, %s", (_, given, abilities) => {
  const membership = { ...OPEN_GROUP, ...given, joinMode: "approval" } as const;
  expect(namesOf(abilitiesOf(membership, PILOT))).toEqual(abilities);
});

test("a group that admits by invitation only cannot be joined, and takes no requests", () => {
  expect(namesOf(abilitiesOf({ ...OPEN_GROUP, joinMode: "invitation_only" }, PILOT))).toEqual([]);
});

test.each<[Who, GroupRole, string[]]>([
  ["member", "member", []],
  ["admin", "member", ["remove", "setEnd"]],
  ["admin", "admin", []],
  ["admin", "owner", []],
  ["owner", "member", ["remove", "setEnd", "makeAdmin", "makeOwner"]],
  ["owner", "admin", ["remove", "setEnd", "removeAdmin", "makeOwner"]],
  ["owner", "owner", []],
  ["administrator", "owner", []],
])("what the %s may do with a %s is %j", (who, role, abilities) => {
  const group = { can: abilitiesOf(...as(who)), enrolment: null };
  expect(namesOf(memberAbilitiesOf(group, ROLE(role), false))).toEqual(abilities);
});

test("where the requirements enrol members, nobody joins, asks, leaves or is removed by hand", () => {
  const [stranger, actor] = as("stranger");
  const automatic = { enrolment: "automatic" } as const;
  for (const joinMode of ["open", "approval"] as const) {
    const can = abilitiesOf({ ...stranger, joinMode, ...automatic }, actor);
    expect(can).toMatchObject({ join: false, request: false });
  }
  const [member] = as("member");
  expect(abilitiesOf({ ...member, ...automatic }, PILOT).leave).toBe(false);
  const group = { can: abilitiesOf(...as("owner")), ...automatic };
  expect(namesOf(memberAbilitiesOf(group, ROLE("member"), false))).toEqual([
    "makeAdmin",
    "makeOwner",
  ]);
});

test("a guest sees a public group that is open to guests, and others only by membership or invitation", () => {
  const guest = { ...PILOT, isGuest: true };
  expect(canSee(OPEN_GROUP, guest)).toBe(false);
  expect(canSee({ ...OPEN_GROUP, isOpenToGuests: true }, guest)).toBe(true);
  expect(canSee({ ...OPEN_GROUP, ...PEOPLE.invited }, guest)).toBe(true);
  expect(canSee({ ...OPEN_GROUP, role: "member" }, guest)).toBe(true);
  const hidden = { ...OPEN_GROUP, isOpenToGuests: true, effectiveVisibility: "hidden" as const };
  expect(canSee(hidden, guest)).toBe(false);
  const listed = { ...OPEN_GROUP, ...PEOPLE.qualified, effectiveVisibility: "qualified" as const };
  expect(canSee(listed, guest)).toBe(false);
  expect(canSee({ ...listed, isOpenToGuests: true }, guest)).toBe(true);
});

test("only system administrators read the name of a system category", () => {
  const group = { categoryName: "Fleets", categoryVisibility: "system" as const };
  expect(shownCategoryName(group, PILOT)).toBe(null);
  expect(shownCategoryName(group, ADMINISTRATOR)).toBe("Fleets");
  expect(shownCategoryName({ ...group, categoryVisibility: "hidden" }, PILOT)).toBe("Fleets");
});

test("a membership that the requirements have made has no end of its own, except emergency access", () => {
  const end = new Date("2026-12-01T12:00:00Z");
  const own = { endsAt: end, emergencyId: null };
  expect(endOf(own, { enrolment: null })).toBe("2026-12-01T12:00:00.000Z");
  expect(endOf(own, { enrolment: "manual" })).toBe("2026-12-01T12:00:00.000Z");
  expect(endOf(own, { enrolment: "automatic" })).toBe(null);
  expect(endOf({ ...own, emergencyId: "e" }, { enrolment: "automatic" })).toBe(
    "2026-12-01T12:00:00.000Z",
  );
  expect(endOf({ ...own, endsAt: null }, { enrolment: null })).toBe(null);
});

test("a member of the reviewing group reviews requests and manages nothing else", () => {
  const reviewer = { ...OPEN_GROUP, isReviewer: 1, joinMode: "approval" } as const;
  expect(namesOf(abilitiesOf(reviewer, PILOT))).toEqual(["request", "reviewRequests"]);
  const group = scouts({ isReviewer: 1, effectiveVisibility: "public" });
  expect(findManaged(group, PILOT, "reviewRequests")?.id).toBe("g");
  expect(findManaged(group, PILOT, "seeActivity")).toBeUndefined();
});

test("an invisible group gets the same response as a group that does not exist", () => {
  const refusal = expect.objectContaining({ code: "not_found", message: "Group not found" });
  expect(() => requireVisible(undefined, PILOT)).toThrow(refusal);
  expect(() => requireVisible(SCOUTS, PILOT)).toThrow(refusal);
  expect(requireVisible(scouts({ role: "member" }), PILOT)).toMatchObject({
    id: "g",
    can: { leave: true, edit: false },
  });
  expect(requireVisible(scouts({ pendingInvitationId: "i" }), PILOT).can.request).toBe(false);
  expect(requireVisible(SCOUTS, ADMINISTRATOR).can).toMatchObject({ edit: true, request: true });
  const asking = scouts({ role: null, pendingRequestId: "r" });
  expect(requireVisible(asking, ADMINISTRATOR).can.request).toBe(false);
});

test("data of the managers does not exist for other users", () => {
  for (const ability of ["invite", "reviewRequests", "seeActivity"] as const) {
    expect(findManaged(undefined, ADMINISTRATOR, ability)).toBeUndefined();
    expect(findManaged(SCOUTS, PILOT, ability)).toBeUndefined();
    expect(findManaged(scouts({ role: "member" }), PILOT, ability)).toBeUndefined();
    expect(findManaged(scouts({ role: "admin" }), PILOT, ability)?.id).toBe("g");
    const member = requireVisible(scouts({ role: "member" }), PILOT);
    expect(() => requireAbilityToRead(member, ability)).toThrow(
      expect.objectContaining({
        code: "not_found",
        message: "Only the owner and the admins of Scouts can see this.",
      }),
    );
    requireAbilityToRead(requireVisible(scouts({ role: "admin" }), PILOT), ability);
  }
});

test("admins get an error that names the owner for what only the owner may do", () => {
  const admin = requireVisible(scouts({ role: "admin" }), PILOT);
  const owner = requireVisible(scouts({ role: "owner" }), PILOT);
  for (const ability of ["edit", "delete", "transfer", "manageAdmins"] as const) {
    expect(() => requireAbility(admin, ability)).toThrow(
      expect.objectContaining({
        code: "forbidden",
        message: "Only the owner of Scouts can do this.",
      }),
    );
    requireAbility(owner, ability);
  }
});

test("members get an error that names the managers for what only managers may do", () => {
  const member = requireVisible(scouts({ role: "member" }), PILOT);
  const admin = requireVisible(scouts({ role: "admin" }), PILOT);
  for (const ability of ["manageMembers", "invite", "reviewRequests"] as const) {
    expect(() => requireAbility(member, ability)).toThrow(
      expect.objectContaining({
        code: "forbidden",
        message: "Only the owner and the admins of Scouts can do this.",
      }),
    );
    requireAbility(admin, ability);
  }
});

/** Columns that name a group without giving its members what outlives a stolen session, and what they say instead. */
const GIVES_NOTHING: Record<string, string> = {
  "alarm_settings.timers_group_id": "its timers become operations, which are told to members",
  "asked_removals.group_id": "what the group itself has",
  "audit_events.group_id": "what happened in it",
  "community.member_group_id": "who is no guest",
  "discord_feeds.group_id": "a channel of the group's own",
  "discord_role_groups.group_id": "roles at Discord, which go with the membership within minutes",
  "discord_servers.join_group_id":
    "who may be added to a server, where Discord decides what they read",
  "emergency_accesses.group_id": "what the group itself has",
  "group_forms.group_id": "what the group itself has",
  "group_members.group_id": "what the group itself has",
  "group_qualifications.group_id": "who may find the group",
  "group_requirements.group_id": "what the group itself has",
  "group_reviews.group_id": "what the group itself has",
  "group_vetting.group_id": "what the group itself has",
  "held_changes.group_id": "what the group itself has",
  "invitation_blocks.group_id": "what the group itself has",
  "invitations.group_id": "what the group itself has",
  "invite_codes.group_id": "what the group itself has",
  "join_requests.group_id": "what the group itself has",
  "membership_problems.group_id": "what the group itself has",
  "operation_groups.group_id": "what is told to members, and to nobody who has left",
  "operation_series.group_id": "operations that its leaders repeat",
  "operations.group_id": "what the group itself has",
  "request_answers.group_id": "what the group itself has",
  "request_answers.reviewer_group_id":
    "the reviewers whom the pilot agreed to, not who they are now",
  "review_schedules.group_id": "what the group itself has",
};

test("each column that names a group is asked by givesBeyond, or says why its members get nothing by it", () => {
  const { sql } = dialect.sqlToQuery(givesBeyond("group"));
  const naming = tables.flatMap((table) => {
    const { name, columns, foreignKeys } = getTableConfig(table);
    const referring = foreignKeys
      .map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === groups)
      .flatMap((reference) => reference.columns);
    const named = columns.filter((column) => column.name.endsWith("group_id"));
    return [...new Set([...referring, ...named])].map((column) => `${name}.${column.name}`);
  });
  const asked = naming.filter((column) => sql.includes(`"${column.replace(".", '"."')}" = `));
  expect(asked).toHaveLength(7);
  expect([...asked, ...keysOf(GIVES_NOTHING)].toSorted()).toEqual(naming.toSorted());
});

const SETTINGS = {
  name: "Scouts",
  description: null,
  visibility: "hidden",
  joinMode: "approval",
  categoryId: "fleets",
  isOpenToGuests: false,
  isShownInInvites: false,
  membershipDays: 30,
} as const;

test.each([
  [{ visibility: "public" }, true],
  [{ visibility: "system" }, false],
  [{ joinMode: "open" }, true],
  [{ joinMode: "invitation_only" }, false],
  [{ categoryId: "squads" }, true],
  [{ isOpenToGuests: true }, true],
  [{ membershipDays: 31 }, true],
  [{ membershipDays: null }, true],
  [{ membershipDays: 29 }, false],
  [{ name: "Watch", description: "Eyes.", isShownInInvites: true }, false],
] as const)("an edit of a group to %j opens it: %s", (edit, opens) => {
  expect(opensMore(SETTINGS, { ...SETTINGS, ...edit })).toBe(opens);
});

test("an edit that closes a group to guests does not open it", () => {
  expect(opensMore({ ...SETTINGS, isOpenToGuests: true }, SETTINGS)).toBe(false);
});
