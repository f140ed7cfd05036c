import { instantSchema, notedSealSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { wayInSchema } from "#shared/groups/groups.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { pageQuerySchema } from "#shared/page.ts";

/** `on`: a day in EVE's time, as it was at its end. Without it, now. */
export const whoCanQuerySchema = z.extend(pageQuerySchema, { on: z.optional(z.iso.date()) });
export type WhoCanQuery = z.infer<typeof whoCanQuerySchema>;

/**
 * A member of a group at some time. Leaders read the names of present members; the others are null. `since` and `wayIn` are null for
 * a membership that began before the log.
 */
const whoCanEntrySchema = z.strictObject({
  userId: z.nullable(z.string()),
  mainCharacterId: z.nullable(z.int()),
  name: z.nullable(z.string()),
  /** Null if it was given before the log. */
  role: z.nullable(groupRoleSchema),
  since: z.nullable(instantSchema),
  wayIn: z.nullable(wayInSchema),
});
export type WhoCanEntry = z.infer<typeof whoCanEntrySchema>;

/** `isRequired`: only members can sign in. `isGranted`: it learns who is a member. */
const groupApplicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  isRequired: z.boolean(),
  isGranted: z.boolean(),
});
export type GroupApplication = z.infer<typeof groupApplicationSchema>;

/**
 * `GET /groups/:id/who-can`. `existsSince`: when the group was created; null if that was before the log, which begins at
 * `loggedSince`. Both only on the first page.
 */
export const whoCanSchema = z.strictObject({
  /** Applications for which the group matters. Told for the present only, on the first page. */
  applications: z.array(groupApplicationSchema),
  items: z.array(whoCanEntrySchema),
  existsSince: z.nullable(instantSchema),
  loggedSince: z.nullable(instantSchema),
  seal: notedSealSchema,
  nextCursor: z.nullable(z.string()),
});
export type WhoCan = z.infer<typeof whoCanSchema>;
