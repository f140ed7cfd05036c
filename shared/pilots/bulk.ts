import { countSchema, instantSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { wayInSchema } from "#shared/groups/groups.ts";
import { idSchema } from "#shared/page.ts";
import { holdLimitSchema } from "#shared/requirements/held.ts";

/** How many pilots one action takes. */
export const MAX_BULK = 100;

const bulkActionSchema = z.enum(["invite", "add", "remove"]);
export type BulkAction = z.infer<typeof bulkActionSchema>;

/** In a preview, any users; to act, exactly the users that the preview lists as affected. */
export const bulkSchema = z.object({
  action: bulkActionSchema,
  groupId: idSchema,
  userIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_BULK)),
});
export type Bulk = z.infer<typeof bulkSchema>;

/**
 * Why an action leaves a user out. `unmet`, `unknown`: the requirements. `blocked`: the user does not accept invitations of the group.
 * `day_full`: the actor has sent as many invitations as a day allows.
 */
const skipReasonSchema = z.enum([
  "gone",
  "member",
  "not_member",
  "owner",
  "suspended",
  "unmet",
  "unknown",
  "blocked",
  "invited",
  "requested",
  "inbox_full",
  "day_full",
]);
export type SkipReason = z.infer<typeof skipReasonSchema>;

const bulkPersonSchema = z.strictObject({
  userId: z.string(),
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
});
export type BulkPerson = z.infer<typeof bulkPersonSchema>;

/** `wayIn` and `since`: of a member. */
const affectedPilotSchema = z.extend(bulkPersonSchema, {
  wayIn: z.nullable(wayInSchema),
  since: z.nullable(instantSchema),
});
export type AffectedPilot = z.infer<typeof affectedPilotSchema>;

/** `POST /admin/pilots/bulk/preview`. `hold`: the removals would wait for a decision, because they are many. */
export const bulkPreviewSchema = z.strictObject({
  groupName: z.string(),
  memberCount: countSchema,
  affected: z.array(affectedPilotSchema),
  skipped: z.array(z.extend(bulkPersonSchema, { reason: skipReasonSchema })),
  hold: z.nullable(holdLimitSchema),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

/** `POST /admin/pilots/bulk`. With `heldId`, nothing was changed yet. */
export const bulkResultSchema = z.strictObject({
  groupName: z.string(),
  count: countSchema,
  heldId: z.nullable(z.string()),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;
