import { countSchema } from "./answer.ts";
import * as z from "zod/mini";
import { idSchema } from "./page.ts";

/** So many names of a kind are told. The others are counted. */
export const NAMED = 5;

/** What only system administrators do; `application_off`: switching it off. The id is the user's, corporation's, director's, application's or server's. */
export const adminActSchema = z.enum([
  "suspension",
  "corporation",
  "director",
  "application",
  "application_off",
  "server",
]);
export type AdminAct = z.infer<typeof adminActSchema>;

/** Everything whose consequences are shown before it is done. `group`: a deletion. `drift`: roles of a Discord server. */
export type Act = AdminAct | "group" | "drift";

/** `id`: what the act is about. */
export const consequencesQuerySchema = z.object({ act: adminActSchema, id: idSchema });
export type ConsequencesQuery = z.infer<typeof consequencesQuerySchema>;

/**
 * What follows from an act, as it would be done now.
 * - The player: `sessions` and `merges` end, `memberships` and rights of an `administrator` have no effect, `owned_groups` have no owner
 *   who can act, `applications` sign the player out.
 * - What is deleted: `requests`, `invitations`, `codes`, `tokens`, `webhooks`, a `review`, a `feed` and fetched `records`.
 * - Discord: `roles` that are removed, in all; `mapped_roles` that nobody loses or gets any more; `joining` of a server through Muster;
 *   `nicknames` that lose the ticker, by server; `held_removals` that are dropped.
 * - Applications: `closed_applications` let nobody in, `told_applications` no longer learn of the group, `sign_ins` end.
 * - EVE: `directors` lost by corporations, or `unread_corporations` without any other one.
 * - Others: `rules` require the group, `unread_rules` ask for what nothing tells any more, `rosters` lose their readers, and `readers`
 *   their roster.
 */
const consequenceKindSchema = z.enum([
  "sessions",
  "memberships",
  "owned_groups",
  "administrator",
  "merges",
  "applications",
  "requests",
  "invitations",
  "codes",
  "tokens",
  "webhooks",
  "review",
  "feed",
  "records",
  "roles",
  "many_roles",
  "mapped_roles",
  "joining",
  "nicknames",
  "held_removals",
  "closed_applications",
  "told_applications",
  "sign_ins",
  "directors",
  "unread_corporations",
  "rules",
  "unread_rules",
  "rosters",
  "readers",
]);
export type ConsequenceKind = z.infer<typeof consequenceKindSchema>;

/** `names` are the first, and `more` is how many there are besides. `count` is what the sentence counts: null if it is not counted. */
const consequenceSchema = z.strictObject({
  kind: consequenceKindSchema,
  count: z.nullable(countSchema),
  names: z.array(z.string()).check(z.maxLength(NAMED)),
  more: countSchema,
});
export type Consequence = z.infer<typeof consequenceSchema>;

/**
 * `GET /admin/consequences` and `GET /groups/:id/consequences`. The name of a person is null while the account has no main. `people` is null
 * for an act that is about no person.
 */
export const consequencesSchema = z.strictObject({
  people: z.nullable(
    z.strictObject({
      names: z.array(z.nullable(z.string())).check(z.maxLength(NAMED)),
      more: countSchema,
    }),
  ),
  follows: z.array(consequenceSchema),
});
export type Consequences = z.infer<typeof consequencesSchema>;
