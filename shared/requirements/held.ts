import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { causeSchema } from "./cause.ts";
import * as z from "zod/mini";
import { optionalText } from "#shared/text.ts";

/** Above this, the number is typed to release. */
export const TYPED_ABOVE = 50;

/**
 * `held`: waits for a decision. `released`: the removals are being applied. `applied` and `discarded` are decided; `ended`:
 * computed again, the removals were few enough to apply, or none was left.
 */
const heldStateSchema = z.enum(["held", "released", "applied", "discarded", "ended"]);
export type HeldState = z.infer<typeof heldStateSchema>;

/** `group`: more than 20 % of a group; `all`: more than 50 removals in all groups. */
export const holdLimitSchema = z.enum(["group", "all"]);
export type HoldLimit = z.infer<typeof holdLimitSchema>;

/** Removals are held if they are more than this: by the limit of the group, and by that for all. */
export const heldAboveSchema = z.strictObject({ group: countSchema, all: countSchema });

/** What made the removals due: changed evidence, an edit of the requirements within the day before, an administrator, or a review of the members. */
const heldTriggerSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("evidence") }),
  z.strictObject({
    kind: z.literal("asked"),
    isReview: z.boolean(),
    actorName: z.nullable(z.string()),
    at: instantSchema,
  }),
  z.strictObject({ kind: z.literal("rule"), actorName: z.nullable(z.string()), at: instantSchema }),
]);
export type HeldTrigger = z.infer<typeof heldTriggerSchema>;

export const heldChangeSchema = z.strictObject({
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  state: heldStateSchema,
  trigger: heldTriggerSchema,
  limit: holdLimitSchema,
  memberCount: countSchema,
  removalCount: countSchema,
  /** Members of whom it is not known whether they meet the requirements. They stay. */
  unknownCount: countSchema,
  computedAt: instantSchema,
  createdAt: instantSchema,
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(instantSchema),
  reason: z.nullable(z.string()),
});
export type HeldChange = z.infer<typeof heldChangeSchema>;

/** Roles on a Discord server that would be removed from so many people. Its page shows them, and decides. */
const heldServerSchema = z.strictObject({
  serverId: z.string(),
  serverName: z.string(),
  count: z.int(),
  at: instantSchema,
});
export type HeldServer = z.infer<typeof heldServerSchema>;

/** `GET /admin/held`: what waits, and the latest decisions on memberships. */
export const heldChangesSchema = z.strictObject({
  waiting: z.array(heldChangeSchema),
  servers: z.array(heldServerSchema),
  decided: z.array(heldChangeSchema),
});
export type HeldChanges = z.infer<typeof heldChangesSchema>;

/** A user who would be removed, with the causes. */
const heldUserSchema = z.strictObject({
  userId: z.string(),
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  /** Of the main's corporation, if it is managed here. */
  ticker: z.nullable(z.string()),
  causes: z.array(causeSchema),
});
export type HeldUser = z.infer<typeof heldUserSchema>;

/** What a release writes at most, with the roles on Discord that follow, and for how many days D1's rows allow that. */
const releaseCostSchema = z.strictObject({ rows: z.int(), days: z.int() });
export type ReleaseCost = z.infer<typeof releaseCostSchema>;

/** `GET /admin/held/:id`. */
export const heldDetailSchema = z.extend(heldChangeSchema, {
  users: z.array(heldUserSchema),
  release: releaseCostSchema,
});
export type HeldDetail = z.infer<typeof heldDetailSchema>;

const reasonSchema = z.pipe(
  optionalText(500, english`Reason must be 500 characters or less`),
  z.string(english`Reason is required`).check(z.minLength(1, english`Reason is required`)),
);

/** `removalCount`: the number that the person has read. If it has changed since, the decision is refused. */
export const heldDecisionSchema = z.object({ removalCount: z.int(), reason: reasonSchema });
export type HeldDecision = z.infer<typeof heldDecisionSchema>;
