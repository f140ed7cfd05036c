import * as z from "zod/mini";
import { idSchema } from "./page.ts";

/** So many names of a kind are told. The others are counted. */
export const NAMED = 5;

/** What an administrator asks about before doing it. */
export const adminActSchema = z.enum(["suspension"]);
export type AdminAct = z.infer<typeof adminActSchema>;

/** Everything whose consequences are shown before. */
export type Act = AdminAct;

/** `id`: what the act is about. */
export const consequencesQuerySchema = z.object({ act: adminActSchema, id: idSchema });
export type ConsequencesQuery = z.infer<typeof consequencesQuerySchema>;

/**
 * What follows from an act, as it would be done now. Of a suspension: `sessions` and `merges` end, `memberships` and `administrator` rights
 * have no effect, `owned_groups` have no owner who can act, and `applications` sign the player out. Roles on Discord are taken.
 * `directors`: corporations that lose a director. `unread_corporations`: those that have no other one.
 */
export type ConsequenceKind =
  | "sessions"
  | "memberships"
  | "owned_groups"
  | "discord_roles"
  | "applications"
  | "directors"
  | "unread_corporations"
  | "administrator"
  | "merges";

/** `count` is the number of all, also of those without a name here. */
export type Consequence = { kind: ConsequenceKind; count: number; names: string[] };

/** `GET /admin/consequences`. The name of a person is null while the account has no main. */
export type Consequences = {
  people: { count: number; names: (string | null)[] };
  follows: Consequence[];
};
