import { expect, test } from "vitest";
import { UNSEEN_GROUP } from "#shared/groups/forms.ts";
import type { FormContent } from "#shared/groups/forms.ts";
import { PILOT as ACTOR, scouts } from "#test/support/groups/scouts.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import {
  allowDecision,
  approvalRefusal,
  mayReview,
  maySeeAltCount,
  requestRefusal,
  requireRequest,
  requireReviewed,
  requireWithdrawal,
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
  [
    { requirements: "held" },
    "Tovi Lark waits for a decision of the system administrators. Ask them.",
  ],
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

const groupOf = (given: Partial<GroupRow>) =>
  requireVisible(scouts({ effectiveVisibility: "public", ...given }), ACTOR);
const REVIEWED = groupOf({ isReviewer: 1 });
const ASKED = { ...PENDING, id: "r", userId: "tovi" };
const CLOSED = { ...ASKED, id: "closed", status: "withdrawn" } as const;
const MINE = { ...ASKED, id: "mine", userId: ACTOR.userId };
const IDS = ["r", "closed", "mine", "elsewhere"];
const IS_CLOSED = "This request is no longer open: it was withdrawn.";
const NONE = "Join request not found";
const reasonsOf = (refusals: ReadonlyMap<string, Error>) =>
  [...refusals].map(([id, { message }]) => [id, message]);

test.each(["approve", "reject"] as const)(
  "a reviewer may %s the open requests of others in this group, and no more",
  (decision) => {
    const found = { group: REVIEWED, requests: [ASKED, CLOSED, MINE] };
    const { allowed, refusals } = allowDecision(decision, found, IDS);
    expect(allowed).toMatchObject({ act: decision, of: { group: { id: "g" }, ids: ["r"] } });
    expect(reasonsOf(refusals)).toEqual([
      ["closed", IS_CLOSED],
      ["mine", NONE],
      ["elsewhere", NONE],
    ]);
  },
);

test("a user who does not review requests decides on none", () => {
  const group = groupOf({ role: "member" });
  expect(() => allowDecision("reject", { group, requests: [ASKED] }, ["r"])).toThrow(NONE);
  expect(() => requireReviewed(ACTOR, group, ASKED)).toThrow(NONE);
  expect(() => requireReviewed(ACTOR, REVIEWED, MINE)).toThrow(NONE);
  expect(() => requireReviewed(ACTOR, REVIEWED, undefined)).toThrow(NONE);
  expect(requireReviewed(ACTOR, REVIEWED, ASKED).request).toBe(ASKED);
});

test("of many decisions, those that may no longer be undone are left out", () => {
  const requests = [DECIDED, { ...DECIDED, id: "late", isOwnRecent: 0 }];
  const { allowed, refusals } = allowDecision("undo", { group: REVIEWED, requests }, ["r", "late"]);
  expect(allowed.of.ids).toEqual(["r"]);
  expect([...refusals.keys()]).toEqual(["late"]);
});

test("only the user who asked withdraws a request, while it is open", () => {
  expect(requireWithdrawal(ACTOR, MINE)).toMatchObject({ act: "withdraw", of: MINE, by: ACTOR });
  for (const request of [ASKED, undefined]) {
    expect(() => requireWithdrawal(ACTOR, request)).toThrow(NONE);
  }
  expect(() => requireWithdrawal(ACTOR, { ...MINE, status: "withdrawn" })).toThrow(IS_CLOSED);
});

// ── The form of a group ───────────────────────────────────────────────────────────────────────

const FORM: FormContent = {
  introduction: null,
  questions: [{ kind: "text", id: "why", text: "Why us?", isRequired: true }],
  sections: ["wallet"],
  whose: "main",
  shareDays: 0,
};
const VETTING = {
  formVersion: 2,
  versions: 2,
  form: FORM,
  reviewerGroupId: "recruiters",
  reviewerCount: 2,
  reviewerName: "Recruiters",
  seesReviewers: 1,
};
const ANSWERED = { version: 2, answers: { why: "Capitals" } };
const WALLET = { section: "wallet" as const, characterIds: [1] };
const SHARING = { reviewerGroupId: "recruiters", sections: [WALLET] };
type Form = Parameters<typeof requireRequest>[2]["form"];
const requestWith = (form: Form, vetting: typeof VETTING | undefined = VETTING, given = {}) =>
  requireRequest(groupOf(given), vetting, { reason: "o7", form });

test("a request keeps the answers, what is shared, and the form that was asked", () => {
  const form = { ...ANSWERED, sharing: SHARING };
  expect(requestWith(form)).toMatchObject({
    act: "request",
    of: { group: { id: "g" }, reason: "o7", form, asked: FORM },
  });
  // The pilot who does not see the reviewing group shares with it all the same.
  const unseen = { ...VETTING, seesReviewers: 0 };
  const told = { ...SHARING, reviewerGroupId: UNSEEN_GROUP };
  expect(requestWith({ ...ANSWERED, sharing: told }, unseen)).toMatchObject({ of: { form } });
});

test("a group without a form is asked without answers, and so is one to stay in", () => {
  const plain = { act: "request", of: { reason: "o7", asked: null } };
  expect(requireRequest(groupOf({}), undefined, { reason: "o7" })).toMatchObject(plain);
  const member = { role: "member", endsAt: new Date(8.64e15) } as const;
  expect(requireRequest(groupOf(member), VETTING, { reason: "o7" })).toMatchObject({
    act: "stay",
    of: { group: { id: "g" }, reason: "o7", asked: null },
  });
});

const CHANGED = "The form of Scouts has changed. Read it again, then send your answers.";

test.each<[string, () => unknown]>([
  ["You are already a member of Scouts.", () => requestWith(ANSWERED, VETTING, { role: "member" })],
  [CHANGED, () => requireRequest(groupOf({}), undefined, { reason: null, form: ANSWERED })],
  [CHANGED, () => requestWith({ ...ANSWERED, version: 1 })],
  ["Scouts asks questions. Answer them on the page of the group.", () => requestWith(undefined)],
  ["This question needs an answer: Why us?", () => requestWith({ ...ANSWERED, answers: {} })],
  [
    "One of the answers belongs to no question.",
    () => requestWith({ ...ANSWERED, answers: { why: "Capitals", other: "x" } }),
  ],
  [
    "Share only what the form asks for, of your own characters.",
    () =>
      requestWith({
        ...ANSWERED,
        sharing: { ...SHARING, sections: [WALLET, { ...WALLET, section: "assets" }] },
      }),
  ],
  [
    "Other people review the requests of Scouts now. Read who they are, then share.",
    () => requestWith({ ...ANSWERED, sharing: { ...SHARING, reviewerGroupId: "veterans" } }),
  ],
])("a request is refused: %s", (message, check) => {
  expect(check).toThrow(expect.objectContaining({ message }));
});
