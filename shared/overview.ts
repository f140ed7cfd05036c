import * as z from "zod/mini";
import { idSchema } from "./page.ts";
import { countSchema, instantSchema } from "./answer.ts";
import { serverHaltSchema } from "#shared/discord/servers.ts";

/** An hour with fewer pilots in game is told as that: a smaller number would be about persons. */
export const FEWEST_PILOTS = 5;

/** Requests that wait longer need a decision. */
export const LONG_WAIT_DAYS = 3;

/** Reviews that end within so many days need a decision. */
export const REVIEW_SOON_DAYS = 3;

/** The Overview shows so many weeks of members, and compares with so many weeks ago. */
export const OVERVIEW_WEEKS = 12;
export const HEALTH_DAYS = 30;

/** A day as it was counted. `members`: at the last count of the day; null if they were not counted. */
const countedDaySchema = z.strictObject({
  day: countSchema,
  members: z.nullable(countSchema),
  joined: countSchema,
  left: countSchema,
  rolesChanged: countSchema,
  ended: countSchema,
  held: countSchema,
  undone: countSchema,
  /** The hours in which health was looked at: bit 0 is the first of the day. */
  watched: countSchema,
});
export type CountedDay = z.infer<typeof countedDaySchema>;

/** A day of what is watched: hours as bits. A watched hour in none of them was good. */
const watchedDaySchema = z.strictObject({
  day: countSchema,
  kind: z.enum(["corporation", "server"]),
  subjectId: z.string(),
  partial: countSchema,
  down: countSchema,
  /** It could not be found out, or was off. */
  unknown: countSchema,
});
export type WatchedDay = z.infer<typeof watchedDaySchema>;

const overviewCorporationSchema = z.strictObject({
  corporationId: z.int(),
  name: z.string(),
  ticker: z.string(),
  isActive: z.boolean(),
  directorCount: countSchema,
  /** By the last reading; null before the first. */
  registered: z.nullable(countSchema),
  members: z.nullable(countSchema),
  /** Twelve weeks before, or at the first reading. */
  beforeDay: z.nullable(countSchema),
  beforeRegistered: z.nullable(countSchema),
  beforeMembers: z.nullable(countSchema),
});
export type OverviewCorporation = z.infer<typeof overviewCorporationSchema>;

const overviewServerSchema = z.strictObject({
  serverId: idSchema,
  name: z.string(),
  isOn: z.boolean(),
  halt: z.nullable(serverHaltSchema),
  /** Mapped roles that were given or taken by hand, as of the last check, and wait for a decision. */
  drifted: countSchema,
  /** Removals of roles that wait for a person. */
  held: z.nullable(z.strictObject({ count: countSchema, since: z.nullable(instantSchema) })),
});

/** `GET /admin/overview`: the counters, and what waits for a decision. */
export const overviewSchema = z.strictObject({
  /** When the counters were last written; null before the first time. */
  countedAt: z.nullable(instantSchema),
  today: countSchema,
  /** Up to twelve weeks, today last. */
  days: z.array(countedDaySchema),
  /** By hour of the week, from Monday 00:00 EVE time; `pilots` is the mean in game, null for fewer than five. */
  hours: z.array(z.strictObject({ hour: countSchema, pilots: z.nullable(countSchema) })),
  /** The last 30 days. */
  health: z.array(watchedDaySchema),
  /** By name. */
  corporations: z.array(overviewCorporationSchema),
  servers: z.array(overviewServerSchema),
  /** The group that decides who belongs to the community. */
  memberGroup: z.nullable(z.string()),
  withoutDirector: z.array(
    z.strictObject({ corporationId: z.int(), name: z.string(), since: z.nullable(instantSchema) }),
  ),
  /** Members with high-risk roles in game for whom no account here answers, as the roles were last read. */
  drifted: z.array(
    z.strictObject({
      corporationId: z.int(),
      name: z.string(),
      count: countSchema,
      readAt: instantSchema,
    }),
  ),
  /** Applications whose facts groups ask for, and which are off or late. `since`: the last time a value was true at. */
  silent: z.array(
    z.strictObject({
      applicationId: idSchema,
      name: z.string(),
      isOn: z.boolean(),
      since: instantSchema,
      groups: countSchema,
    }),
  ),
  /** Entries of the watchlist with hits that no keeper has seen, the latest hit first. `character`: the one that was found last, of `count`. */
  watched: z.array(
    z.strictObject({
      entryId: z.string(),
      name: z.string(),
      character: z.string(),
      count: countSchema,
      since: instantSchema,
    }),
  ),
  held: z.array(
    z.strictObject({
      heldId: idSchema,
      name: z.string(),
      count: countSchema,
      of: countSchema,
      since: instantSchema,
    }),
  ),
  /** Requests that wait for long; `groupId` and `name` are those of the oldest. */
  requests: z.nullable(
    z.strictObject({
      count: countSchema,
      groupId: idSchema,
      name: z.string(),
      oldest: instantSchema,
    }),
  ),
  /** Reviews that end soon. */
  reviews: z.array(
    z.strictObject({
      groupId: idSchema,
      name: z.string(),
      ends: instantSchema,
      decided: countSchema,
      of: countSchema,
    }),
  ),
  administrators: countSchema,
  /** What the first steps of a community ask for, besides its corporations and servers. */
  begun: z.strictObject({
    isNamed: z.boolean(),
    /** One of the groups; null while there is none. */
    group: z.nullable(z.strictObject({ groupId: idSchema, name: z.string() })),
    hasInviteCode: z.boolean(),
    /** With an account. Counted up to `FEW_PILOTS`. */
    pilots: countSchema,
  }),
  hasBot: z.boolean(),
  /** A corporation posts on Discord when a director loses access. */
  postsDirectors: z.boolean(),
  /** Active corporations whose directors EVE tells of alarms. `channelName`: where attacks are posted; null if no one is told. */
  alarmed: z.array(
    z.strictObject({
      corporationId: z.int(),
      name: z.string(),
      channelName: z.nullable(z.string()),
    }),
  ),
  /** The timers of their structures that run, the next first. `text` is in the reader's language. */
  timers: z.array(
    z.strictObject({
      id: z.int(),
      corporationId: z.int(),
      text: z.string(),
      systemId: z.nullable(z.int()),
      systemName: z.nullable(z.string()),
      security: z.nullable(z.number()),
      endsAt: instantSchema,
    }),
  ),
});
export type Overview = z.infer<typeof overviewSchema>;
