import { countSchema, instantSchema, notedSealSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { groupRoleSchema, wayInSchema } from "#shared/groups/groups.ts";
import { affiliationSchema } from "#shared/session.ts";
import { pageQuerySchema } from "#shared/page.ts";

/** `on`: a day in EVE's time, as it was at its end. */
export const pastQuerySchema = z.object({ on: z.iso.date() });
export type PastQuery = z.infer<typeof pastQuerySchema>;

/** The first thing that happened to a character or a membership after the day. */
// @__NO_SIDE_EFFECTS__
function sinceThenOf<Kind extends string>(...kinds: readonly Kind[]) {
  return z.nullable(z.strictObject({ kind: z.enum(kinds), at: instantSchema }));
}
export type SinceThen<Kind extends string> = { kind: Kind; at: string } | null;

/** A field says why another is null: the log began later than the day, or nothing was known on it. */
const pastCharacterSchema = z.strictObject({
  characterId: z.int(),
  characterName: z.string(),
  isMain: z.boolean(),
  /** Null if the character joined the account before the log. */
  linkedAt: z.nullable(instantSchema),
  affiliation: z.nullable(affiliationSchema),
  isAffiliationRecorded: z.boolean(),
  /** The log does not tell; EVE's history of the character does, without alliances. */
  isFromHistory: z.boolean(),
  /** Null if not recorded. An outage of EVE is no state of its own. */
  hasToken: z.nullable(z.boolean()),
  sinceThen: sinceThenOf("unlinked", "sold", "not_main", "token_lost", "moved"),
});
export type PastCharacter = z.infer<typeof pastCharacterSchema>;
export type CharacterChange = NonNullable<PastCharacter["sinceThen"]>["kind"];

const pastMembershipSchema = z.strictObject({
  groupId: z.string(),
  /** The present name; of a deleted group, its last. */
  groupName: z.string(),
  isDeleted: z.boolean(),
  /** Null if it was given before the log. */
  role: z.nullable(groupRoleSchema),
  since: z.nullable(instantSchema),
  wayIn: z.nullable(wayInSchema),
  sinceThen: sinceThenOf("left", "removed", "rule", "ended", "deleted", "role"),
});
export type PastMembership = z.infer<typeof pastMembershipSchema>;
export type MembershipChange = NonNullable<PastMembership["sinceThen"]>["kind"];

/** A role on a Discord server that Muster had given and not taken. `serverName`: at the time of `since`. */
const pastRoleSchema = z.strictObject({
  serverId: z.string(),
  serverName: z.nullable(z.string()),
  roleName: z.string(),
  since: instantSchema,
});
export type PastRole = z.infer<typeof pastRoleSchema>;

/**
 * `GET /admin/pilots/:id/past`: what the log says the user had at the end of a day. `days`: the days on which it tells of a change,
 * the earliest first, also those after `on`.
 */
export const pilotPastSchema = z.strictObject({
  on: z.iso.date(),
  name: z.nullable(z.string()),
  createdAt: instantSchema,
  /** The account was created after the day. */
  isBefore: z.boolean(),
  /** Another account was merged into this one after the day: the log does not tell what was whose. */
  mergedAt: z.nullable(instantSchema),
  mainCharacterId: z.nullable(z.int()),
  isMainRecorded: z.boolean(),
  isAdmin: z.nullable(z.boolean()),
  isSuspended: z.boolean(),
  discord: z.nullable(z.strictObject({ name: z.string(), linkedAt: z.nullable(instantSchema) })),
  characters: z.array(pastCharacterSchema),
  groups: z.array(pastMembershipSchema),
  /** What Muster had given; roles that were given or taken by hand at Discord are not in the log. */
  roles: z.array(pastRoleSchema),
  now: z.strictObject({ characters: countSchema, groups: countSchema }),
  days: z.array(z.iso.date()),
  /** When the log begins. Null: it is empty. */
  loggedSince: z.nullable(instantSchema),
  /** The user has more events than are read: what began with the earliest is not recorded. */
  isCut: z.boolean(),
  seal: notedSealSchema,
});
export type PilotPast = z.infer<typeof pilotPastSchema>;

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
