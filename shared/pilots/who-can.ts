import * as z from "zod/mini";
import type { WayIn } from "./access.ts";
import type { NotedSeal } from "#shared/events/seal.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import { pageQuerySchema } from "#shared/page.ts";

/** `on`: a day in EVE's time, as it was at its end. Without it, now. */
export const whoCanQuerySchema = z.extend(pageQuerySchema, { on: z.optional(z.iso.date()) });
export type WhoCanQuery = z.infer<typeof whoCanQuerySchema>;

/**
 * A member of a group at some time. Leaders read the names of present members; the others are null. `since` and `wayIn` are null for
 * a membership that began before the log.
 */
export type WhoCanEntry = {
  userId: string | null;
  mainCharacterId: number | null;
  name: string | null;
  /** Null if it was given before the log. */
  role: GroupRole | null;
  since: string | null;
  wayIn: WayIn | null;
};

/** `isRequired`: only members can sign in. `isGranted`: it learns who is a member. */
export type GroupApplication = {
  id: string;
  name: string;
  isRequired: boolean;
  isGranted: boolean;
};

/**
 * `GET /groups/:id/who-can`. `existsSince`: when the group was created; null if that was before the log, which begins at
 * `loggedSince`. Both only on the first page.
 */
export type WhoCan = {
  /** Applications for which the group matters. Told for the present only, on the first page. */
  applications: GroupApplication[];
  items: WhoCanEntry[];
  existsSince: string | null;
  loggedSince: string | null;
  seal: NotedSeal;
  nextCursor: string | null;
};
