import { instantSchema, pageOf } from "#shared/answer.ts";
import * as z from "zod/mini";
import { affiliationChangeSchema } from "#shared/events/details.ts";
import { eventKindSchema, kindsOf } from "#shared/events/kinds.ts";
import { accountEvents } from "./account-events.ts";
import { applicationEvents } from "./application-events.ts";
import { corporationEvents } from "./corporation-events.ts";
import { readDetailOf } from "./details.ts";
import { discordEvents } from "./discord-events.ts";
import { groupEvents } from "./group-events.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import { movedAccountSchema } from "#shared/session.ts";
import { suspensionSchema } from "#shared/account/suspension.ts";

/** A page of a log, the newest first. Without a total: counting a log would read all of it. */
// @__NO_SIDE_EFFECTS__
function logPageOf<Event extends z.ZodMiniType>(event: Event) {
  return z.omit(pageOf(event), { total: true });
}

/** Both are null if the reader may not learn who the user is. */
const namedUserSchema = z.strictObject({
  userId: z.nullable(idSchema),
  name: z.nullable(z.string()),
});
export type NamedUser = z.infer<typeof namedUserSchema>;

/**
 * What happened. An actor of null is Muster itself. System administrators read the names at the time of the event. Others
 * read present names, and only of users who are members of the group, have a pending request or are invited: a former main
 * next to a present one would disclose an alt.
 */
const groupEventSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(kindsOf(groupEvents)),
  createdAt: instantSchema,
  actor: z.nullable(namedUserSchema),
  subject: z.nullable(namedUserSchema),
  groupId: z.nullable(idSchema),
  groupName: z.nullable(z.string()),
  categoryId: z.nullable(idSchema),
  categoryName: z.nullable(z.string()),
  detail: readDetailOf(kindsOf(groupEvents)),
  requestId: z.string(),
});
export type GroupEvent = z.infer<typeof groupEventSchema>;

export const activityPageSchema = logPageOf(groupEventSchema);
export type ActivityPage = z.infer<typeof activityPageSchema>;

/** An actor of null is Muster itself. Names are those at the time of the event. */
const corporationEventSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(kindsOf(corporationEvents)),
  createdAt: instantSchema,
  corporationId: z.int(),
  corporationName: z.string(),
  actor: z.nullable(z.strictObject({ userId: idSchema, name: z.nullable(z.string()) })),
  /** The director concerned. */
  character: z.nullable(z.strictObject({ characterId: z.int(), characterName: z.string() })),
  detail: readDetailOf(kindsOf(corporationEvents)),
});
export type CorporationEvent = z.infer<typeof corporationEventSchema>;

/** `GET /corporations/{id}/activity` */
export const corporationActivitySchema = logPageOf(corporationEventSchema);
export type CorporationActivity = z.infer<typeof corporationActivitySchema>;

/** What an event of a Discord server says. An actor of null is Muster itself. */
const discordEventSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(kindsOf(discordEvents)),
  createdAt: instantSchema,
  actor: z.nullable(namedUserSchema),
  subject: z.nullable(namedUserSchema),
  serverId: z.string(),
  serverName: z.string(),
  detail: readDetailOf(kindsOf(discordEvents)),
  requestId: z.string(),
});
export type DiscordEvent = z.infer<typeof discordEventSchema>;

export const discordActivitySchema = logPageOf(discordEventSchema);
export type DiscordActivity = z.infer<typeof discordActivitySchema>;

/** An actor of null is Muster itself. Without an application: about the keys of all. */
const applicationEventSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(kindsOf(applicationEvents)),
  createdAt: instantSchema,
  actor: z.nullable(namedUserSchema),
  /** Who signed in, or whose consent ended. */
  subject: z.nullable(namedUserSchema),
  applicationId: z.nullable(z.string()),
  applicationName: z.nullable(z.string()),
  detail: readDetailOf(kindsOf(applicationEvents)),
  requestId: z.string(),
});
export type ApplicationEvent = z.infer<typeof applicationEventSchema>;

// ── All logs in one ───────────────────────────────────────────────────────────────────────────

/** EVE's names have at most 37 characters; the limit keeps garbage out of the search. */
const nameQuery = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const dateQuery = z.iso.date();

/**
 * `actor` and `subject` name a character, in any case: any of a player's will do, but a director is that very
 * character. `from` and `to` are days in EVE's time, and both count.
 */
export const activityQuerySchema = z.extend(pageQuerySchema, {
  actor: z.optional(nameQuery),
  subject: z.optional(nameQuery),
  group: z.optional(idSchema),
  kind: z.optional(eventKindSchema),
  from: z.optional(dateQuery),
  to: z.optional(dateQuery),
});
export type ActivityQuery = z.infer<typeof activityQuerySchema>;

/** What happened to an account, with the names of today. An actor of null is EVE: a character was sold. */
const accountActivitySchema = z.strictObject({
  id: idSchema,
  kind: z.enum(kindsOf(accountEvents)),
  createdAt: instantSchema,
  actor: z.nullable(namedUserSchema),
  subject: namedUserSchema,
  characterName: z.nullable(z.string()),
  discordName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  suspension: z.nullable(suspensionSchema),
  moved: z.nullable(movedAccountSchema),
  affiliation: z.nullable(affiliationChangeSchema),
  requestId: z.string(),
});
export type AccountActivity = z.infer<typeof accountActivitySchema>;

export const activitySchema = z.discriminatedUnion("log", [
  z.extend(groupEventSchema, { log: z.literal("groups") }),
  z.extend(accountActivitySchema, { log: z.literal("accounts") }),
  z.extend(corporationEventSchema, { log: z.literal("corporations"), requestId: z.string() }),
  z.extend(discordEventSchema, { log: z.literal("discord") }),
  z.extend(applicationEventSchema, { log: z.literal("applications") }),
]);
export type Activity = z.infer<typeof activitySchema>;

/** A page may hold fewer rows than others, even none, and have a next one: a request looks only so far. */
export const activityLogSchema = logPageOf(activitySchema);
export type ActivityLog = z.infer<typeof activityLogSchema>;
