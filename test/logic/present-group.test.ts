import { expect, test } from "vitest";
import type { GroupAbilities, GroupRole } from "#shared/groups/groups.ts";
import { PILOT, SCOUTS, scouts } from "#test/support/groups/scouts.ts";
import { presentGroup } from "#worker/groups/group/group-row.ts";
import { abilitiesOf } from "#worker/groups/group/policy.ts";

test.each<[GroupRole | null, Partial<Record<"isMember" | "isOwner" | "isAdmin", true>>]>([
  [null, {}],
  ["member", { isMember: true }],
  ["admin", { isMember: true, isAdmin: true }],
  ["owner", { isMember: true, isOwner: true }],
])("the response to a user whose role is %s states the membership", (role, stated) => {
  const { isMember, isOwner, isAdmin, pendingRequestCount } = presentGroup(scouts({ role }), PILOT);
  const expected = { isMember: false, isOwner: false, isAdmin: false, ...stated };
  expect({ isMember, isOwner, isAdmin }).toEqual(expected);
  expect(pendingRequestCount).toBe(role === "owner" || role === "admin" ? 2 : null);
});

test("the response has no version and no role", () => {
  const row = scouts({ pendingRequestId: "r" });
  const can: GroupAbilities = abilitiesOf(row, PILOT);
  const {
    version: _,
    categoryName: __,
    categoryVisibility: ___,
    role: ____,
    memberGroupId: _____,
    qualifiedId: ______,
    emergencyId: _______,
    formVersion: ________,
    isReviewer: _________,
    reviewerGroupId: __________,
    ...shown
  } = row;
  expect(presentGroup(row, PILOT)).toEqual({
    ...shown,
    hasForm: false,
    category: { id: "c", name: "Fleets" },
    adminUserIds: ["a", "b"],
    emergencies: [],
    createdAt: "2026-11-20T12:00:00.000Z",
    isMember: false,
    isOwner: false,
    isAdmin: false,
    pendingRequestCount: null,
    isOpenToGuests: null,
    hasRequirements: false,
    can,
  });
});

test("a group without admins, form, requirements and community says so", () => {
  expect(presentGroup(scouts({ adminUserIds: null }), PILOT)).toMatchObject({
    adminUserIds: [],
    hasForm: false,
    hasRequirements: false,
    isOpenToGuests: null,
    endsAt: null,
  });
});

test("a group with a form, requirements and a community says so", () => {
  const endsAt = new Date("2026-12-01T12:00:00Z");
  const row = scouts({
    formVersion: 1,
    enrolment: "manual",
    memberGroupId: "community",
    role: "member",
    endsAt,
  });
  expect(presentGroup(row, PILOT)).toMatchObject({
    hasForm: true,
    hasRequirements: true,
    isOpenToGuests: false,
    endsAt: endsAt.toISOString(),
  });
  expect(presentGroup({ ...row, isOpenToGuests: true }, PILOT).isOpenToGuests).toBe(true);
});

test("every member sees who has emergency access, and those who manage members see why", () => {
  const emergency = {
    userId: "m",
    name: "Mira Tal",
    role: "admin",
    startedAt: Date.parse("2026-11-20T12:00:00Z"),
    endsAt: Date.parse("2026-11-20T16:00:00Z"),
    reason: "The owner is away.",
  };
  const unnamed = { ...emergency, userId: "t", name: null, role: "member" };
  const row = { ...SCOUTS, emergencies: JSON.stringify([emergency, unnamed]) };
  const shown = {
    ...emergency,
    startedAt: "2026-11-20T12:00:00.000Z",
    endsAt: "2026-11-20T16:00:00.000Z",
    isActive: true,
  };
  expect(presentGroup({ ...row, role: "admin" }, PILOT).emergencies).toEqual([
    shown,
    { ...shown, userId: "t", name: null, role: "member" },
  ]);
  expect(presentGroup({ ...row, role: "member" }, PILOT).emergencies).toMatchObject([
    { userId: "m", reason: null },
    { userId: "t", reason: null },
  ]);
});
