import { expect, test } from "vitest";
import type { GroupAbilities, GroupRole } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { presentGroup } from "#worker/groups/group-row.ts";
import type { GroupRow } from "#worker/groups/group-row.ts";
import { abilitiesOf, canSee, memberAbilitiesOf } from "#worker/groups/policy.ts";
import type { Standing } from "#worker/groups/policy.ts";
import { ifManaged, requireSeen } from "#worker/groups/seen-group.ts";
import { requireManagement, requireOwnership, requireSight } from "#worker/groups/seen-group.ts";

const STRANGER: Standing = {
  effectiveVisibility: "public",
  joinMode: "open",
  role: null,
  isInvited: false,
  hasRequested: false,
  isSystemAdmin: false,
};
const PEOPLE = {
  stranger: {},
  invited: { isInvited: true },
  member: { role: "member" },
  admin: { role: "admin" },
  owner: { role: "owner" },
  administrator: { isSystemAdmin: true },
} satisfies Record<string, Partial<Standing>>;

const standing = (given: Partial<Standing>): Standing => ({ ...STRANGER, ...given });
const namesOf = (can: Record<string, boolean>) =>
  Object.keys(can).filter((ability) => can[ability]);

const LEADERS = ["admin", "owner", "administrator"];

test.each([
  ["public", ["stranger", "invited", "member", ...LEADERS]],
  ["hidden", ["invited", "member", ...LEADERS]],
  ["system", LEADERS],
] as const)("a %s group is seen by %j", (effectiveVisibility, who) => {
  const seeing = Object.entries(PEOPLE).filter(([, given]) =>
    canSee(standing({ ...given, effectiveVisibility })),
  );
  expect(seeing.map(([name]) => name)).toEqual(who);
});

const MANAGING = ["manageMembers", "invite", "reviewRequests", "seeActivity"];
const OWNING = ["edit", "delete", "transfer", "manageAdmins", ...MANAGING];

test.each<[keyof typeof PEOPLE, string[]]>([
  ["stranger", ["join"]],
  ["invited", ["join"]],
  ["member", ["leave"]],
  ["admin", ["leave", ...MANAGING]],
  ["owner", OWNING],
  ["administrator", ["join", ...OWNING]],
])("in an open group, what a(n) %s may do is %j", (who, abilities) => {
  expect(namesOf(abilitiesOf(standing(PEOPLE[who])))).toEqual(abilities);
});

test.each<[string, Partial<Standing>, string[]]>([
  ["whoever is outside may ask", {}, ["request"]],
  ["who has asked does not ask again", { hasRequested: true }, []],
  ["who is invited need not ask", { isInvited: true }, []],
  ["who is in does not ask", { role: "member" }, ["leave"]],
])("where members are admitted on request, %s", (_, given, abilities) => {
  expect(namesOf(abilitiesOf(standing({ ...given, joinMode: "approval" })))).toEqual(abilities);
});

test("nobody joins or asks where one is invited only", () => {
  expect(namesOf(abilitiesOf(standing({ joinMode: "invitation_only" })))).toEqual([]);
});

test.each<[keyof typeof PEOPLE, GroupRole, string[]]>([
  ["member", "member", []],
  ["admin", "member", ["remove"]],
  ["admin", "admin", []],
  ["admin", "owner", []],
  ["owner", "member", ["remove", "makeAdmin", "makeOwner"]],
  ["owner", "admin", ["remove", "removeAdmin", "makeOwner"]],
  ["owner", "owner", []],
  ["administrator", "owner", []],
])("what the %s may do with a %s is %j", (who, role, abilities) => {
  const can = abilitiesOf(standing(PEOPLE[who]));
  expect(namesOf(memberAbilitiesOf(can, role))).toEqual(abilities);
});

const PILOT: UserActor = { kind: "user", userId: "u", sessionId: "s", isAdmin: false };
const ADMINISTRATOR: UserActor = { ...PILOT, isAdmin: true };
const SCOUTS: GroupRow = {
  id: "g",
  name: "Scouts",
  description: null,
  categoryId: "c",
  categoryName: "Fleets",
  visibility: "public",
  effectiveVisibility: "hidden",
  joinMode: "approval",
  memberCount: 3,
  pendingRequestCount: 2,
  version: 7,
  createdAt: Date.parse("2026-11-20T12:00:00Z"),
  ownerId: "o",
  ownerMainCharacterId: 90_000_001,
  ownerName: "Aurelia Voss",
  adminUserIds: '["a","b"]',
  role: null,
  pendingRequestId: null,
  pendingInvitationId: null,
};
const as = (given: Partial<GroupRow>): GroupRow => ({ ...SCOUTS, ...given });

test("a group that one may not see is answered like one that does not exist", () => {
  const refusal = expect.objectContaining({ code: "not_found", message: "Group not found" });
  expect(() => requireSeen(undefined, PILOT)).toThrow(refusal);
  expect(() => requireSeen(SCOUTS, PILOT)).toThrow(refusal);
  expect(requireSeen(as({ role: "member" }), PILOT)).toMatchObject({
    id: "g",
    can: { leave: true, edit: false },
  });
  expect(requireSeen(as({ pendingInvitationId: "i" }), PILOT).can.request).toBe(false);
  expect(requireSeen(SCOUTS, ADMINISTRATOR).can).toMatchObject({ edit: true, request: true });
  const asking = as({ role: null, pendingRequestId: "r" });
  expect(requireSeen(asking, ADMINISTRATOR).can.request).toBe(false);
});

test("what belongs to managers exists for nobody else", () => {
  for (const ability of ["invite", "reviewRequests", "seeActivity"] as const) {
    expect(ifManaged(undefined, ADMINISTRATOR, ability)).toBeUndefined();
    expect(ifManaged(SCOUTS, PILOT, ability)).toBeUndefined();
    expect(ifManaged(as({ role: "member" }), PILOT, ability)).toBeUndefined();
    expect(ifManaged(as({ role: "admin" }), PILOT, ability)?.id).toBe("g");
    const member = requireSeen(as({ role: "member" }), PILOT);
    expect(() => requireSight(member, ability)).toThrow(
      expect.objectContaining({
        code: "not_found",
        message: "This shows to the owner and the admins of Scouts only.",
      }),
    );
    requireSight(requireSeen(as({ role: "admin" }), PILOT), ability);
  }
});

test("what only the owner may do is refused to admins, in words", () => {
  const admin = requireSeen(as({ role: "admin" }), PILOT);
  const owner = requireSeen(as({ role: "owner" }), PILOT);
  for (const ability of ["edit", "delete", "transfer", "manageAdmins"] as const) {
    expect(() => requireOwnership(admin, ability)).toThrow(
      expect.objectContaining({
        code: "forbidden",
        message: "Only the owner of Scouts may do this.",
      }),
    );
    requireOwnership(owner, ability);
  }
});

test("what owner and admins may do is refused to members, in words", () => {
  const member = requireSeen(as({ role: "member" }), PILOT);
  const admin = requireSeen(as({ role: "admin" }), PILOT);
  for (const ability of ["manageMembers", "invite", "reviewRequests"] as const) {
    expect(() => requireManagement(member, ability)).toThrow(
      expect.objectContaining({
        code: "forbidden",
        message: "Only the owner and the admins of Scouts may do this.",
      }),
    );
    requireManagement(admin, ability);
  }
});

test.each<[GroupRole | null, Partial<Record<"isMember" | "isOwner" | "isAdmin", true>>]>([
  [null, {}],
  ["member", { isMember: true }],
  ["admin", { isMember: true, isAdmin: true }],
  ["owner", { isMember: true, isOwner: true }],
])("a group tells its reader, whose role is %s, how they stand to it", (role, stand) => {
  const { isMember, isOwner, isAdmin, pendingRequestCount } = presentGroup(as({ role }), PILOT);
  const expected = { isMember: false, isOwner: false, isAdmin: false, ...stand };
  expect({ isMember, isOwner, isAdmin }).toEqual(expected);
  expect(pendingRequestCount).toBe(role === "owner" || role === "admin" ? 2 : null);
});

test("a group is shown without what is kept for our own use", () => {
  const can: GroupAbilities = abilitiesOf(
    standing({ joinMode: "approval", hasRequested: true, effectiveVisibility: "hidden" }),
  );
  const { version: _, categoryName: __, role: ___, ...shown } = as({ pendingRequestId: "r" });
  expect(presentGroup(as({ pendingRequestId: "r" }), PILOT)).toEqual({
    ...shown,
    category: { id: "c", name: "Fleets" },
    adminUserIds: ["a", "b"],
    createdAt: "2026-11-20T12:00:00.000Z",
    isMember: false,
    isOwner: false,
    isAdmin: false,
    pendingRequestCount: null,
    can,
  });
});
