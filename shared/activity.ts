import * as z from "zod/mini";
import type { ApplicationEvent } from "#shared/applications/events.ts";
import type { Changes } from "#shared/events/changes.ts";
import { eventKindSchema } from "#shared/events/kinds.ts";
import type { AccountEventKind, GroupEventKind } from "#shared/events/kinds.ts";
import type { CorporationEvent, DirectorProblem } from "./corporations.ts";
import type { DiscordEvent } from "#shared/discord/servers.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import { idSchema, pageQuerySchema } from "./page.ts";
import type { Cause } from "#shared/requirements/outcome.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { AffiliationChange, MovedAccount, Suspension } from "./session.ts";

/** `endsAt`: when it would have ended by itself; null for no end. */
export type FormerMembership = { role: GroupRole; endsAt: string | null };

/** In ISO 8601. `to` is not included. */
export type UndoneSpan = { from: string; to: string };

/** What an event says besides who did what to whom. */
export type GroupEventDetail = {
  changes?: Changes | undefined;
  /** Of an invite code: its id, for the code itself is a secret. */
  codeId?: string | undefined;
  useLimit?: number | null | undefined;
  expiresAt?: string | null | undefined;
  /** Why a join request was rejected, or held removals were released or discarded. */
  reason?: string | undefined;
  /** Why a rule started a grace period or ended a membership. */
  causes?: Cause[] | undefined;
  /** The requirements before and after a change; null for none. */
  rule?: { from: Rule | null; to: Rule | null } | undefined;
  /** How many members held removals concern, or a review has removed. */
  count?: number | undefined;
  /** How many members a review has kept. */
  kept?: number | undefined;
  /** The review of the members that removed one. */
  reviewId?: string | undefined;
  /** Removals that a person released. */
  heldId?: string | undefined;
  /** The system that a group, a member or a request moved in from. */
  movedFrom?: string | undefined;
  /** Until when a membership lasts or has lasted by itself, a grace period lasts, a review is open, or a user was suspended, with the `reason`; null for a permanent suspension. */
  until?: string | null | undefined;
  /** The role that a member moved in with, has taken in an emergency, or got back. */
  role?: GroupRole | undefined;
  /** The membership before it ended or became the owner's. Null for emergency access; missing in events from before 2026-11-23. */
  was?: FormerMembership | null | undefined;
  /** Who owned the group before a transfer. Readers of a group's log do not get it. */
  formerOwnerId?: string | undefined;
  /** The span of an administrator's undoing that made the change; the event `actions_undone` of the same request says whose. */
  undone?: UndoneSpan | undefined;
};

/** What any event may say besides who did what to whom. */
export type EventDetail = GroupEventDetail & {
  /** Why a director became unhealthy. */
  problem?: DirectorProblem | undefined;
  /** The name that a Discord account had when it was linked or unlinked. */
  discordName?: string | undefined;
  /** What moved in with an account. */
  moved?: MovedAccount | undefined;
  /** The corporation and alliance of a character before and after a change. */
  affiliation?: AffiliationChange | undefined;
  /** The main after an event that changed it besides; null if the account was left without characters. */
  mainCharacterId?: number | null | undefined;
  /** The character was linked without a fresh proof of the main. */
  isUnconfirmed?: boolean | undefined;
  /** The account that this one has absorbed: the log had its id before. */
  absorbedId?: string | undefined;
  /** The session in which a user ended others. */
  sessionId?: string | undefined;
  /** The name of the group when its invitations were blocked or allowed again. */
  groupName?: string | undefined;
};

/** Both are null if the reader may not learn who the user is. */
export type NamedUser = { userId: string | null; name: string | null };

/**
 * What happened. An actor of null is Muster itself. System administrators read the names at the time of the event. Others
 * read present names, and only of users who are members of the group, have a pending request or are invited: a former main
 * next to a present one would disclose an alt.
 */
export type GroupEvent = {
  id: string;
  kind: GroupEventKind;
  createdAt: string;
  actor: NamedUser | null;
  subject: NamedUser | null;
  groupId: string | null;
  groupName: string | null;
  categoryId: string | null;
  categoryName: string | null;
  detail: GroupEventDetail;
  requestId: string;
};

/** A page of a log, the newest first. Without a total: counting a log would read all of it. */
export type ActivityPage = { items: GroupEvent[]; nextCursor: string | null };

// ── All logs in one ───────────────────────────────────────────────────────────────────────────

/** EVE's names have at most 37 characters; the limit keeps garbage out of the search. */
const nameQuery = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const dateQuery = z.iso.date();

/**
 * `actor` and `subject` name a character, in any case: any of a player's will do, but a director is that very
 * character. `from` and `to` are days in EVE's time, and both count.
 */
export const activityQuerySchema = z.extend(pageQuerySchema, {
  actor: z.optional(nameQuery),
  subject: z.optional(nameQuery),
  group: z.optional(idSchema),
  kind: z.optional(eventKindSchema),
  from: z.optional(dateQuery),
  to: z.optional(dateQuery),
});
export type ActivityQuery = z.infer<typeof activityQuerySchema>;

/** What happened to an account, with the names of today. An actor of null is EVE: a character was sold. */
export type AccountActivity = {
  id: string;
  kind: AccountEventKind;
  createdAt: string;
  actor: NamedUser | null;
  subject: NamedUser;
  characterName: string | null;
  discordName: string | null;
  groupName: string | null;
  suspension: Suspension | null;
  moved: MovedAccount | null;
  affiliation: AffiliationChange | null;
  requestId: string;
};

export type Activity =
  | ({ log: "groups" } & GroupEvent)
  | ({ log: "accounts" } & AccountActivity)
  | ({ log: "corporations"; requestId: string } & CorporationEvent)
  | ({ log: "discord" } & DiscordEvent)
  | ({ log: "applications" } & ApplicationEvent);
export type ActivityKind = Activity["kind"];

/** A page may hold fewer rows than others, even none, and have a next one: a request looks only so far. */
export type ActivityLog = { items: Activity[]; nextCursor: string | null };
