import { expect, test } from "vitest";
import {
  approvalRefusal,
  mayReview,
  maySeeAltCount,
  requestRefusal,
  undoRefusal,
} from "#worker/groups/requests/policy.ts";

const conflict = (message: string) => expect.objectContaining({ code: "conflict", message });

const STRANGER = {
  name: "Scouts",
  role: null,
  joinMode: "approval",
  enrolment: null,
  pendingRequestId: null,
} as const;
const BY_REQUIREMENTS = "Players who meet the requirements of Scouts become members automatically.";

test.each([
  [{ role: "member", pendingRequestId: "r" }, "You have already asked to stay in Scouts."],
  [{ role: "member", enrolment: "automatic" }, "You are already a member of Scouts."],
  [{ enrolment: "automatic" }, BY_REQUIREMENTS],
  [{ enrolment: "manual", pendingRequestId: "r" }, "You have already requested to join Scouts."],
] as const)("a request with %j is refused", (asked, message) => {
  expect(requestRefusal({ ...STRANGER, ...asked })).toEqual(conflict(message));
});

test("only system administrators see how many alts a requester has", () => {
  expect(maySeeAltCount({ isAdmin: true })).toBe(true);
  expect(maySeeAltCount({ isAdmin: false })).toBe(false);
});

const PILOT = { userId: "u", isAdmin: false };
const ADMINISTRATOR = { userId: "u", isAdmin: true };
const OWN = { userId: "u" };
const BY_OTHER = { userId: "other" };
const REVIEWER = { isReviewer: 1, role: null } as const;

test.each([
  ["a reviewer", "the request of another player", REVIEWER, PILOT, BY_OTHER],
  ["a system administrator who is a reviewer", "their own", REVIEWER, ADMINISTRATOR, OWN],
  ["an owner who is a reviewer", "their own", { ...REVIEWER, role: "owner" }, PILOT, OWN],
  ["an admin who is a reviewer", "their own", { ...REVIEWER, role: "admin" }, PILOT, OWN],
  ["a member who is no reviewer", "their own", { isReviewer: 0, role: "member" }, PILOT, OWN],
] as const)("%s may review %s", (_, __, group, actor, request) => {
  expect(mayReview(group, actor, request)).toBe(true);
});

test.each([null, "member"] as const)(
  "a reviewer whose role in the group is %s may not review their own request",
  (role) => {
    expect(mayReview({ ...REVIEWER, role }, PILOT, OWN)).toBe(false);
  },
);

const PENDING = {
  status: "pending",
  suspendedUntil: null,
  mainCharacterName: "Tovi Lark",
  requirements: "met",
} as const;
const SUSPENDED = { suspendedUntil: new Date(8.64e15) };
const PAST = { suspendedUntil: new Date(0) };

test("a pending request of a player who meets the requirements can be approved", () => {
  expect(approvalRefusal(PENDING)).toBe(undefined);
  expect(approvalRefusal({ ...PENDING, ...PAST })).toBe(undefined);
});

const IS_SUSPENDED = "Tovi Lark is suspended and cannot be admitted until the suspension ends.";
const NOT_KNOWN = "Muster does not know yet whether Tovi Lark meets the requirements.";
const NAMELESS = { requirements: "unmet", mainCharacterName: null } as const;

test.each([
  [{ ...SUSPENDED, status: "withdrawn" }, "This request is no longer open: it was withdrawn."],
  [{ ...SUSPENDED, requirements: "unmet" }, IS_SUSPENDED],
  [{ requirements: "unmet" }, "Tovi Lark does not meet the requirements."],
  [{ requirements: "unknown" }, NOT_KNOWN],
  [NAMELESS, "This player does not meet the requirements."],
] as const)("a request with %j cannot be approved", (request, message) => {
  expect(approvalRefusal({ ...PENDING, ...request })).toEqual(conflict(message));
});

const DECIDED = { id: "r", status: "approved", isOwnRecent: 1, isPlaceUnchanged: 1 } as const;

test("an own recent decision can be undone while it still describes the player's place", () => {
  expect(undoRefusal(DECIDED)).toBe(undefined);
  expect(undoRefusal({ ...DECIDED, status: "rejected" })).toBe(undefined);
});

const OVERTAKEN =
  "The player's membership has changed since then, so the decision can no longer be undone.";

test.each([
  [{ status: "pending" }, "This request is already pending."],
  [{ isOwnRecent: 0 }, "You can undo only your own decision, and only for 5 minutes."],
  [{ isPlaceUnchanged: 0 }, OVERTAKEN],
] as const)("a decision with %j cannot be undone", (decided, message) => {
  expect(undoRefusal({ ...DECIDED, ...decided })).toEqual(conflict(message));
});
