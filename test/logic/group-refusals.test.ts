import { expect, test } from "vitest";
import type { GroupRole, JoinMode } from "#shared/groups/groups.ts";
import { MAX_PENDING_PER_INVITEE, MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import type { InvitationStatus } from "#shared/groups/invitations.ts";
import type { JoinRequestStatus } from "#shared/groups/requests.ts";
import { categoryAbilitiesOf } from "#worker/groups/categories/policy.ts";
import {
  appointmentRefusal,
  dismissalRefusal,
  joinRefusal,
  leaveRefusal,
  removalRefusal,
  transferRefusal,
} from "#worker/groups/members/policy.ts";
import * as invitations from "#worker/groups/invitations/policy.ts";
import type { Candidate } from "#worker/groups/invitations/candidates.ts";
import { codeState, isShownToVisitors, isUsable } from "#worker/groups/codes/policy.ts";
import * as joinRequests from "#worker/groups/requests/policy.ts";

const HOUR_MS = 60 * 60 * 1000;

const refusal = (code: string, message: string) => expect.objectContaining({ code, message });

test("an admin-only category lets only administrators create groups, and only they manage categories", () => {
  const pilot = { isAdmin: false, isGuest: false };
  const administrator = { ...pilot, isAdmin: true };
  const everything = { createGroup: true, edit: true, delete: true };
  const nothing = { createGroup: false, edit: false, delete: false };
  expect(categoryAbilitiesOf({ allowGroupCreation: "anyone" }, pilot)).toEqual({
    ...nothing,
    createGroup: true,
  });
  expect(
    categoryAbilitiesOf({ allowGroupCreation: "anyone" }, { ...pilot, isGuest: true }),
  ).toEqual(nothing);
  expect(categoryAbilitiesOf({ allowGroupCreation: "admin_only" }, pilot)).toEqual(nothing);
  expect(categoryAbilitiesOf({ allowGroupCreation: "anyone" }, administrator)).toEqual(everything);
  expect(categoryAbilitiesOf({ allowGroupCreation: "admin_only" }, administrator)).toEqual(
    everything,
  );
});

const MEMBER = "You are already a member of Scouts.";
const GROUP = { name: "Scouts", enrolment: null };
const BY_INVITATION = "Scouts admits members by invitation only.";

test.each<[GroupRole | null, JoinMode, string, string]>([
  ["member", "open", "conflict", MEMBER],
  ["owner", "approval", "conflict", MEMBER],
  [null, "approval", "forbidden", "Scouts admits members on request. Send a join request."],
  [null, "invitation_only", "forbidden", BY_INVITATION],
])("joining as %s with join mode %s is refused", (role, joinMode, code, message) => {
  expect(joinRefusal({ ...GROUP, role, joinMode })).toEqual(refusal(code, message));
});

test("owners and users who are not members cannot leave", () => {
  expect(leaveRefusal({ ...GROUP, role: "owner" })).toEqual(
    refusal("conflict", "You own Scouts. Transfer it to another member before you leave."),
  );
  expect(leaveRefusal({ ...GROUP, role: null })).toEqual(
    refusal("conflict", "You are not a member of Scouts."),
  );
});

test.each([
  [removalRefusal, "owner", "conflict", "Tovi Lark owns Scouts and cannot be removed."],
  [removalRefusal, "admin", "forbidden", "Only the owner of Scouts can remove an admin."],
  [appointmentRefusal, "owner", "conflict", "Tovi Lark is already the owner of Scouts."],
  [appointmentRefusal, "admin", "conflict", "Tovi Lark is already an admin of Scouts."],
  [
    dismissalRefusal,
    "owner",
    "conflict",
    "Tovi Lark owns Scouts. Transfer it to another member first.",
  ],
  [dismissalRefusal, "member", "conflict", "Tovi Lark is not an admin of Scouts."],
  [transferRefusal, "owner", "conflict", "Tovi Lark already owns Scouts."],
] as const)("%o for a member with the role %s is %s: %s", (refuse, role, code, message) => {
  const member = { role, mainCharacterName: "Tovi Lark", emergencyId: null };
  expect(refuse(GROUP, member)).toEqual(refusal(code, message));
});

const OWNER = { role: "owner" as const, emergencyId: null };

test("the error about a member without a main has no name", () => {
  expect(transferRefusal(GROUP, { ...OWNER, mainCharacterName: null }).message).toBe(
    "This player already owns Scouts.",
  );
});

const TOVI: Candidate = {
  characterId: 90_000_001,
  characterName: "Tovi Lark",
  userId: "tovi",
  mainCharacterId: 90_000_001,
  mainCharacterName: "Tovi Lark",
  isMember: 0,
  isInvited: 0,
  isInboxFull: 0,
  isBlocked: 0,
  hasRequested: 0,
};
const NOBODY =
  "No main character named tovi lark. Check the spelling, or ask the player to sign in to Muster first.";
const NYXS_ALT: Candidate = { ...TOVI, mainCharacterId: 7, mainCharacterName: "Nyx Arden" };
const ADMINISTRATOR = { isAdmin: true };
const PILOT = { isAdmin: false };
const invite = (candidate: Candidate | undefined, actor = PILOT) =>
  invitations.requireInvitable(candidate, "tovi lark", "Scouts", actor);

test("a main who is not a member can be invited", () => {
  const invitee = { userId: "tovi", characterId: 90_000_001 };
  expect(invite(TOVI)).toEqual(invitee);
  expect(invite(TOVI, ADMINISTRATOR)).toEqual(invitee);
});

test.each<[string, Candidate | undefined]>([
  ["an unknown name", undefined],
  ["a character without an account", { ...TOVI, userId: null }],
  ["an alt", NYXS_ALT],
])("%s cannot be invited", (_, candidate) => {
  expect(() => invite(candidate)).toThrow(refusal("not_found", NOBODY));
});

test.each<[Partial<Candidate>, string]>([
  [{ isMember: 1 }, "is already a member of Scouts."],
  [{ isInvited: 1 }, "is already invited to Scouts."],
  [{ hasRequested: 1 }, "has requested to join Scouts. Approve the request instead."],
  [
    { isBlocked: 1 },
    "does not accept invitations from Scouts. The player can still request to join or use an invite code.",
  ],
  [
    { isInboxFull: 1 },
    `has ${MAX_PENDING_PER_INVITEE} unanswered invitations, the maximum. Try again after some are answered.`,
  ],
])("a player with %j cannot be invited", (candidate, message) => {
  const refused = refusal("conflict", `Tovi Lark ${message}`);
  expect(() => invite({ ...TOVI, ...candidate })).toThrow(refused);
});

test("only system administrators learn whose alt a character is", () => {
  expect(() => invite(NYXS_ALT, ADMINISTRATOR)).toThrow(
    refusal("conflict", "Tovi Lark is an alt of Nyx Arden; invite Nyx Arden."),
  );
  expect(() => invite({ ...NYXS_ALT, mainCharacterName: null }, ADMINISTRATOR)).toThrow(
    refusal("conflict", "Tovi Lark is an alt of another; invite another."),
  );
  for (const nobodys of [undefined, { ...NYXS_ALT, userId: null }]) {
    expect(() => invite(nobodys, ADMINISTRATOR)).toThrow(refusal("not_found", NOBODY));
  }
});

test.each<[InvitationStatus, string]>([
  ["expired", "This invitation to Scouts has expired."],
  ["accepted", "This invitation to Scouts was already accepted."],
  ["declined", "This invitation to Scouts was already declined."],
  ["revoked", "This invitation to Scouts was already revoked."],
])("an invitation that is %s cannot be answered", (status, message) => {
  expect(() => invitations.requirePending({ status }, "Scouts")).toThrow(
    refusal("conflict", message),
  );
});

test("a day of unanswered invitations is full until the oldest of them is a day old", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const hourAgo = new Date(now - HOUR_MS - 1);
  expect(() => invitations.requireDayNotFilled(undefined, now)).not.toThrow();
  expect(() => invitations.requireDayNotFilled(hourAgo, now)).toThrow(
    expect.objectContaining({
      code: "rate_limited",
      message: `${MAX_UNANSWERED_PER_DAY} of your invitations from the last 24 hours are unanswered, the maximum. Wait for answers or create an invite code.`,
      retryAfterSeconds: 23 * 60 * 60,
    }),
  );
});

test("an invitation waits while its inviter is suspended, and does not say so", () => {
  const answer = (inviterSuspendedUntil: Date | null) => () =>
    invitations.requireActiveInviter({ inviterSuspendedUntil }, "Scouts");
  expect(answer(null)).not.toThrow();
  expect(answer(new Date(Date.now() - HOUR_MS))).not.toThrow();
  expect(answer(new Date(Date.now() + HOUR_MS))).toThrow(
    refusal(
      "conflict",
      "This invitation cannot be accepted at the moment. Ask the owner or an admin of Scouts for another one.",
    ),
  );
});

test("a pending invitation can be answered, and a pending request reviewed", () => {
  expect(() => invitations.requirePending({ status: "pending" }, "Scouts")).not.toThrow();
  expect(joinRequests.rejectionRefusal({ status: "pending" })).toBe(undefined);
});

test.each<JoinRequestStatus>(["approved", "rejected", "withdrawn"])(
  "a request that is %s cannot be reviewed",
  (status) => {
    expect(joinRequests.rejectionRefusal({ status })).toEqual(
      refusal("conflict", `This request is no longer open: it was ${status}.`),
    );
  },
);

const ASKED = { ...GROUP, role: null, joinMode: "approval", pendingRequestId: null } as const;

test.each([
  [{ ...ASKED, role: "member" }, "conflict", MEMBER],
  [{ ...ASKED, joinMode: "open" }, "conflict", "Scouts is open. You can join without a request."],
  [{ ...ASKED, joinMode: "invitation_only" }, "forbidden", BY_INVITATION],
  [ASKED, "conflict", "You are invited to Scouts. Accept the invitation instead."],
  [{ ...ASKED, pendingRequestId: "r" }, "conflict", "You have already requested to join Scouts."],
] as const)("a request of %j is refused as %s: %s", (asked, code, message) => {
  expect(joinRequests.requestRefusal(asked)).toEqual(refusal(code, message));
});

const NOON = Date.parse("2026-11-20T12:00:00Z");
const AT_NOON = new Date(NOON);
const LATER = new Date(NOON + 1);
const ENDLESS = { uses: 5, useLimit: null, expiresAt: null, creatorSuspendedUntil: null };

test.each([
  [ENDLESS, "active"],
  [{ ...ENDLESS, expiresAt: LATER }, "active"],
  [{ ...ENDLESS, expiresAt: AT_NOON }, "expired"],
  [{ ...ENDLESS, useLimit: 6 }, "active"],
  [{ ...ENDLESS, useLimit: 5 }, "used_up"],
  [{ ...ENDLESS, useLimit: 5, expiresAt: AT_NOON }, "expired"],
  [{ ...ENDLESS, creatorSuspendedUntil: LATER }, "paused"],
  [{ ...ENDLESS, creatorSuspendedUntil: AT_NOON }, "active"],
] as const)("an invite code of %j is %s at noon", (code, state) => {
  expect(codeState(code, NOON)).toBe(state);
});

test("an active code is usable, and a code that does not exist is not", () => {
  expect(isUsable(ENDLESS, NOON)).toBe(true);
  expect(isUsable({ ...ENDLESS, expiresAt: AT_NOON }, NOON)).toBe(false);
  expect(isUsable({ ...ENDLESS, useLimit: 5 }, NOON)).toBe(false);
  expect(isUsable(undefined, NOON)).toBe(false);
});

test.each([
  ["public", true, true],
  ["hidden", true, true],
  ["system", true, false],
  ["public", false, false],
] as const)(
  "visitors with an invite code to a %s group whose setting is %s see it: %s",
  (effectiveVisibility, isShownInInvites, isShown) => {
    expect(isShownToVisitors({ effectiveVisibility, isShownInInvites })).toBe(isShown);
  },
);
