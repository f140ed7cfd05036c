import { expect, test } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import { buildUserEvidence } from "#test/support/requirements/requirement-evidence.ts";
import {
  impliedRules,
  inCommunity,
  withCommunity,
} from "#worker/requirements/evaluation/community.ts";

const COMMUNITY = { groupId: "members", graceDays: 7 };
const MEMBER: Requirement = { type: "member_of", groupIds: ["members"] };
const LINKED: Requirement = { type: "discord_linked" };
const CLEARED: Requirement = { type: "cleared" };

test.each<[string, Requirement | undefined, Requirement]>([
  ["no requirements", undefined, MEMBER],
  ["one condition", LINKED, { type: "all", of: [MEMBER, LINKED] }],
  [
    "conditions of which all must be met",
    { type: "all", of: [LINKED, CLEARED] },
    { type: "all", of: [MEMBER, LINKED, CLEARED] },
  ],
  [
    "conditions of which one is enough",
    { type: "any", of: [LINKED, CLEARED] },
    { type: "all", of: [MEMBER, { type: "any", of: [LINKED, CLEARED] }] },
  ],
])("the community's requirement comes first in a group with %s", (_, tree, expected) => {
  expect(inCommunity(COMMUNITY, tree)).toEqual(expected);
});

const rule = (groupId: string, isOpenToGuests: boolean) => ({
  groupId,
  isOpenToGuests,
  tree: LINKED,
  enrolment: "automatic" as const,
  listing: "qualified" as const,
  graceDays: 3,
});
const CLOSED = rule("scouts", false);
const OPEN = rule("visitors", true);

test("the rules of groups that are open to guests stay, and the others require the community", () => {
  expect(withCommunity([CLOSED, OPEN], COMMUNITY)).toEqual([
    { ...CLOSED, tree: { type: "all", of: [MEMBER, LINKED] } },
    OPEN,
  ]);
  expect(withCommunity([CLOSED, OPEN], undefined)).toEqual([CLOSED, OPEN]);
});

test("a group without requirements has the community's, unless it is open to guests", () => {
  const membership = (isOpenToGuests: boolean) => ({
    role: "member" as const,
    isOpenToGuests,
    problem: null,
  });
  const user = {
    evidence: buildUserEvidence(),
    memberships: new Map([
      ["scouts", membership(false)],
      ["visitors", membership(true)],
      ["pilots", membership(false)],
    ]),
    qualifications: new Set<string>(),
  };
  const implied = { tree: MEMBER, enrolment: "manual", listing: "everyone", graceDays: 7 };
  expect(impliedRules(user, [CLOSED], COMMUNITY)).toEqual([{ groupId: "pilots", ...implied }]);
  expect(impliedRules(user, [], COMMUNITY).map(({ groupId }) => groupId)).toEqual([
    "scouts",
    "pilots",
  ]);
  expect(impliedRules(user, [CLOSED], undefined)).toEqual([]);
});
