import { expect, test } from "vitest";
import { isReviewer, lookRefusal } from "#worker/groups/vetting/policy.ts";

const GROUP = { name: "Scouts", role: null, isReviewer: 0, reviewerGroupId: "recruiters" } as const;
const OWNER = { ...GROUP, role: "owner" } as const;
const ADMIN = { ...GROUP, role: "admin" } as const;
const MEMBER = { ...GROUP, role: "member" } as const;
const RECRUITER = { ...GROUP, isReviewer: 1 } as const;

const INSIDER = { isGuest: false, userId: "reader" };
const GUEST = { isGuest: true, userId: "reader" };
const OWN_HAND = { office: 1, review: 1 };

const read = (group: Parameters<typeof isReviewer>[0]["group"]) => ({
  group,
  request: { userId: "pilot" },
  ownHand: undefined,
});

test.each([
  ["the owner", OWNER, true],
  ["an admin", ADMIN, true],
  ["a member of the reviewing group", RECRUITER, true],
  ["a member of both groups", { ...RECRUITER, role: "member" }, true],
  ["a member of the group alone", MEMBER, false],
  ["a system administrator without a role in either group", GROUP, false],
] as const)("%s reads the notes of reviewers: %s", (_, group, expected) => {
  expect(isReviewer(read(group), INSIDER)).toBe(expected);
  const own = { ...read(group), request: { userId: INSIDER.userId } };
  expect(isReviewer(own, INSIDER)).toBe(false);
  expect(isReviewer({ ...read(group), ownHand: OWN_HAND }, INSIDER)).toBe(false);
});

test.each([
  ["the owner", OWNER, "recruiters"],
  ["the owner, whatever reviewing group the pilot was told of,", OWNER, "veterans"],
  ["an admin of a group that only its managers review", { ...ADMIN, reviewerGroupId: null }, null],
  ["a member of the reviewing group that the pilot was told of", RECRUITER, "recruiters"],
] as const)("%s looks at what is shared", (_, group, told) => {
  expect(lookRefusal(read(group), told, INSIDER)).toBe(undefined);
});

const NOT_SHARED = { code: "not_found", message: "This is not shared, or no longer shared." };
const NO_REVIEWER = {
  code: "forbidden",
  message: "Only the owner, the admins and the reviewers of Scouts can do this.",
};
const NO_GUESTS = {
  code: "forbidden",
  message: "Only members of this community can look up other pilots.",
};

test.each([
  [
    "a member of a group that reviews since the pilot shared",
    RECRUITER,
    "veterans",
    INSIDER,
    NOT_SHARED,
  ],
  [
    "a member of the reviewing group, of which the pilot was not told,",
    RECRUITER,
    null,
    INSIDER,
    NOT_SHARED,
  ],
  ["a member of the group alone", MEMBER, "recruiters", INSIDER, NO_REVIEWER],
  [
    "a system administrator without a role in either group",
    GROUP,
    "recruiters",
    INSIDER,
    NO_REVIEWER,
  ],
  ["a guest who is the owner", OWNER, "recruiters", GUEST, NO_GUESTS],
  ["a guest in the reviewing group", RECRUITER, "recruiters", GUEST, NO_GUESTS],
  ["a guest without a role in either group", GROUP, "recruiters", GUEST, NO_GUESTS],
] as const)("%s may not look at what is shared", (_, group, told, actor, refusal) => {
  expect(lookRefusal(read(group), told, actor)).toMatchObject(refusal);
});
