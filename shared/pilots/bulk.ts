import * as z from "zod/mini";
import type { WayIn } from "./access.ts";
import { idSchema } from "#shared/page.ts";
import type { HoldLimit } from "#shared/requirements/held.ts";

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
export type SkipReason =
  | "gone"
  | "member"
  | "not_member"
  | "owner"
  | "suspended"
  | "unmet"
  | "unknown"
  | "blocked"
  | "invited"
  | "requested"
  | "inbox_full"
  | "day_full";

export type BulkPerson = {
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
};

/** `wayIn` and `since`: of a member. */
export type AffectedPilot = BulkPerson & { wayIn: WayIn | null; since: string | null };

/** `POST /admin/pilots/bulk/preview`. `hold`: the removals would wait for a decision, because they are many. */
export type BulkPreview = {
  groupName: string;
  memberCount: number;
  affected: AffectedPilot[];
  skipped: (BulkPerson & { reason: SkipReason })[];
  hold: HoldLimit | null;
};

/** `POST /admin/pilots/bulk`. With `heldId`, nothing was changed yet. */
export type BulkResult = { groupName: string; count: number; heldId: string | null };
