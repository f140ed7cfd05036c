import * as z from "zod/mini";
import type { Activity } from "#shared/events/activity.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { LoggedSetting } from "#shared/groups/settings.ts";
import { idSchema } from "#shared/page.ts";
import type { HoldLimit } from "#shared/requirements/held.ts";

/** The longest span, how long ago it may begin, and how many events of the log it may have. */
export const MAX_UNDO_DAYS = 7;
export const UNDO_WITHIN_DAYS = 30;
export const MAX_UNDO_EVENTS = 1000;

const instant = z.iso.datetime({ error: "must be a time in UTC, such as 2026-11-23T18:00:00Z" });

/** `userId`: whose actions. `to` is not included. An edit of settings counts by the time of the first within five minutes. */
export const undoSchema = z.object({ userId: idSchema, from: instant, to: instant });
export type UndoQuery = z.infer<typeof undoSchema>;

/** `digest`: of the preview that was read. */
export const applyUndoSchema = z.extend(undoSchema, {
  digest: z.string().check(z.regex(/^[\w-]{43}$/, "must be the digest of a preview")),
});
export type ApplyUndo = z.infer<typeof applyUndoSchema>;

/**
 * What undoing does to a member, a setting or the requirements, which had not been there if `isRemoved`. `from` and `to` of a setting are
 * as the log writes them.
 */
export type UndoChange =
  | { kind: "add"; role: GroupRole; endsAt: string | null }
  | { kind: "remove" }
  | { kind: "role"; role: "admin" | "member" }
  | { kind: "owner" }
  | { kind: "end"; endsAt: string | null }
  | { kind: "rule"; isRemoved: boolean }
  | { kind: "setting"; field: LoggedSetting; from: string | null; to: string | null };

/** `name` is null while the account has no main. */
export type UndoPerson = { userId: string; name: string | null };

/** `person` is null for settings and requirements. */
export type UndoStep = {
  groupId: string;
  groupName: string;
  person: UndoPerson | null;
  change: UndoChange;
};

/**
 * Why an action stays. `changed`: another user, Muster, or the actor outside the span has changed it since. `unrecorded`: the log does not
 * hold what was before. `rule`: the former requirements cannot be saved now. `owner`: another part of the same transfer cannot be undone. `held`: the removal waits for a decision already.
 * `by_hand`: actions of this kind are never undone here.
 */
export type StaysBecause =
  | "changed"
  | "group_gone"
  | "person_gone"
  | "suspended"
  | "unmet"
  | "unknown"
  | "automatic"
  | "blocked"
  | "emergency"
  | "ended"
  | "held"
  | "owner"
  | "category_gone"
  | "rule"
  | "community"
  | "unrecorded"
  | "by_hand";

/**
 * An action that stays, by its last event; `count` is how many of this kind by hand. `changed`: who changed it last, and when; the name
 * is null for Muster, and both where the log does not tell.
 */
export type UndoRemainder = {
  event: Activity;
  count: number;
  because: StaysBecause;
  changed: { name: string | null; at: string | null } | null;
};

/** Removals from a group that would wait for a decision, because they are many. */
export type UndoHold = { groupId: string; count: number; limit: HoldLimit };

/** `GET /admin/undo`. Steps are ordered by the name of the group. */
export type UndoPreview = {
  person: UndoPerson;
  /** How many events the actor has in the span. */
  eventCount: number;
  steps: UndoStep[];
  stays: UndoRemainder[];
  holds: UndoHold[];
  digest: string;
};

/** `POST /admin/undo`. */
export type UndoResult = { undone: number; held: number };
