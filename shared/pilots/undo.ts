import { countSchema, instantSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { activitySchema } from "#shared/events/activity.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { loggedSettingSchema } from "#shared/groups/settings.ts";
import { idSchema } from "#shared/page.ts";
import { holdLimitSchema } from "#shared/requirements/held.ts";

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

/** What the log tells of a change of an operation. */
export const operationFieldSchema = z.enum([
  "kind",
  "title",
  "startsAt",
  "endsAt",
  "place",
  "comms",
]);
export type OperationField = z.infer<typeof operationFieldSchema>;

/**
 * What undoing does to a member, a setting, an operation or the requirements, which had not been there if `isRemoved`. `from` and `to` of a setting are
 * as the log writes them.
 */
const undoChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("add"),
    role: groupRoleSchema,
    endsAt: z.nullable(instantSchema),
  }),
  z.strictObject({ kind: z.literal("remove") }),
  z.strictObject({ kind: z.literal("role"), role: z.enum(["admin", "member"]) }),
  z.strictObject({ kind: z.literal("owner") }),
  z.strictObject({ kind: z.literal("end"), endsAt: z.nullable(instantSchema) }),
  z.strictObject({ kind: z.literal("rule"), isRemoved: z.boolean() }),
  z.strictObject({
    kind: z.literal("setting"),
    field: loggedSettingSchema,
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
  z.strictObject({
    kind: z.literal("operation"),
    operationId: z.string(),
    title: z.string(),
    act: z.enum(["cancel", "restore", "change"]),
    changes: z.array(
      z.strictObject({ field: operationFieldSchema, from: z.string(), to: z.string() }),
    ),
  }),
]);
export type UndoChange = z.infer<typeof undoChangeSchema>;

/** `name` is null while the account has no main. */
const undoPersonSchema = z.strictObject({ userId: z.string(), name: z.nullable(z.string()) });
export type UndoPerson = z.infer<typeof undoPersonSchema>;

/** `person` is null for settings, operations and requirements. */
const undoStepSchema = z.strictObject({
  groupId: z.string(),
  groupName: z.string(),
  person: z.nullable(undoPersonSchema),
  change: undoChangeSchema,
});
export type UndoStep = z.infer<typeof undoStepSchema>;

/**
 * Why an action stays. `changed`: another user, Muster, or the actor outside the span has changed it since. `unrecorded`: the log does not
 * hold what was before. `rule`: the former requirements cannot be saved now. `owner`: another part of the same transfer cannot be undone. `held`: the removal waits for a decision already.
 * `over`: the operation has ended. `by_hand`: actions of this kind are never undone here.
 */
const staysBecauseSchema = z.enum([
  "changed",
  "group_gone",
  "person_gone",
  "suspended",
  "unmet",
  "unknown",
  "automatic",
  "blocked",
  "emergency",
  "ended",
  "held",
  "owner",
  "category_gone",
  "rule",
  "community",
  "unrecorded",
  "over",
  "by_hand",
]);
export type StaysBecause = z.infer<typeof staysBecauseSchema>;

/**
 * An action that stays, by its last event; `count` is how many of this kind by hand. `changed`: who changed it last, and when; the name
 * is null for Muster, and both where the log does not tell.
 */
const undoRemainderSchema = z.strictObject({
  event: activitySchema,
  count: countSchema,
  because: staysBecauseSchema,
  changed: z.nullable(
    z.strictObject({ name: z.nullable(z.string()), at: z.nullable(instantSchema) }),
  ),
});
export type UndoRemainder = z.infer<typeof undoRemainderSchema>;

/** Removals from a group that would wait for a decision, because they are many. */
const undoHoldSchema = z.strictObject({
  groupId: z.string(),
  count: countSchema,
  limit: holdLimitSchema,
});
export type UndoHold = z.infer<typeof undoHoldSchema>;

/** `GET /admin/undo`. Steps are ordered by the name of the group. */
export const undoPreviewSchema = z.strictObject({
  person: undoPersonSchema,
  /** How many events the actor has in the span. */
  eventCount: countSchema,
  steps: z.array(undoStepSchema),
  stays: z.array(undoRemainderSchema),
  holds: z.array(undoHoldSchema),
  digest: z.string(),
});
export type UndoPreview = z.infer<typeof undoPreviewSchema>;

/** `POST /admin/undo`. */
export const undoResultSchema = z.strictObject({ undone: countSchema, held: countSchema });
export type UndoResult = z.infer<typeof undoResultSchema>;
