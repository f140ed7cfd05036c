import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { idInPath, idSchema, pageQuerySchema } from "#shared/page.ts";
import { tokenMarkSchema } from "#shared/account/character.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";

const on = z.optional(z.literal("true"));

/** `state`: those who need something first. A minus: descending. */
const rosterOrderSchema = z.enum([
  "state",
  "name",
  "-name",
  "online",
  "-online",
  "joined",
  "-joined",
]);
export type RosterOrder = z.infer<typeof rosterOrderSchema>;

export const MEMBERS_PER_PAGE = 50;
/** How many a page of an export has, which comes by character id. */
export const EXPORTED_PER_PAGE = 500;
/** Days after which a member who was not in game can be filtered. */
export const OFFLINE_DAYS = 30;

/**
 * Roles that let a character take what belongs to the corporation, or decide who else may. Those of hangars and wallets are not
 * among them: most members have some.
 */
export const HIGH_RISK_ROLES = [
  "Director",
  "Accountant",
  "Personnel_Manager",
  "Station_Manager",
  "Contract_Manager",
  "Security_Officer",
  "Config_Equipment",
  "Config_Starbase_Equipment",
] as const;

export const ROSTER_FILTERS = ["missing", "lost", "offline", "noDiscord", "risk"] as const;
export type RosterFilter = (typeof ROSTER_FILTERS)[number];

/**
 * `search` finds a part of a name, of the name of the main, or of a title. Filters combine. `export`: long pages by character id,
 * in any order of the list.
 */
export const rosterQuerySchema = z.extend(pageQuerySchema, {
  search: z.optional(z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(100))),
  title: z.optional(idInPath("must be the id of a title")),
  missing: on,
  lost: on,
  offline: on,
  noDiscord: on,
  risk: on,
  /** Lists who has left within 90 days, in place of the members. */
  former: on,
  sort: z.optional(rosterOrderSchema),
  export: on,
});
export type RosterQuery = z.infer<typeof rosterQuerySchema>;

/** Omitted fields stay. */
export const rosterSettingsSchema = z.object({
  /** Whose members may read the roster; null: system administrators only. */
  groupId: z.exactOptional(z.nullable(idSchema)),
  readsRoles: z.exactOptional(z.boolean()),
});
export type RosterSettings = z.infer<typeof rosterSettingsSchema>;

/**
 * Since the character left: memberships of groups that rules have ended, and that wait: for the end of a grace period (the first at
 * `graceEndsAt`), or for the decision about held removals. `sessions` and `roles` are those that the player has now.
 */
const followedSchema = z.strictObject({
  removed: countSchema,
  inGrace: countSchema,
  graceEndsAt: z.nullable(instantSchema),
  held: countSchema,
  sessions: countSchema,
  discordRoles: countSchema,
});
export type Followed = z.infer<typeof followedSchema>;

/** A member as EVE lists it. What needs a director's token is null or empty without one. */
const rosterMemberSchema = z.strictObject({
  characterId: z.int(),
  /** Null until EVE has named the character. */
  name: z.nullable(z.string()),
  isCeo: z.boolean(),
  /** Null: the character is linked to no account. */
  registration: z.nullable(
    z.strictObject({
      /** For system administrators only. */
      userId: z.nullable(idSchema),
      token: tokenMarkSchema,
      /** Null if the character is the main, or the account is locked. */
      main: z.nullable(z.strictObject({ characterId: z.int(), name: z.string() })),
      discordName: z.nullable(z.string()),
      /** Groups that the reader can see. */
      groupCount: countSchema,
    }),
  ),
  lastOnlineAt: z.nullable(instantSchema),
  joinedAt: z.nullable(instantSchema),
  /** Only roles of `HIGH_RISK_ROLES`. */
  roles: z.array(z.string()),
  titles: z.array(z.string()),
  /**
   * When and how a former member has left. `left`: EVE has told a director. `kicked`: EVE has told no director, and a
   * director's notices were read since. `unknown`: no notices were read since.
   */
  left: z.nullable(
    z.strictObject({ at: instantSchema, how: z.enum(["left", "kicked", "unknown"]) }),
  ),
  /** What followed for a former member with an account, for system administrators; else null. */
  followed: z.nullable(followedSchema),
});
export type RosterMember = z.infer<typeof rosterMemberSchema>;

/** `total` counts what matches search and filters, `counts` what each filter would leave of the search; on the first page only. */
export const rosterPageSchema = z.strictObject({
  items: z.array(rosterMemberSchema),
  nextCursor: z.nullable(z.string()),
  total: z.nullable(countSchema),
  counts: z.nullable(z.record(z.enum(ROSTER_FILTERS), countSchema)),
});
export type RosterPage = z.infer<typeof rosterPageSchema>;

/** One day's last reading. */
const rosterCountSchema = z.strictObject({
  day: z.iso.date(),
  members: countSchema,
  registered: countSchema,
});
export type RosterCount = z.infer<typeof rosterCountSchema>;

/** `GET /rosters/:id`. */
export const rosterSchema = z.strictObject({
  corporation: z.strictObject({ corporationId: z.int(), name: z.string(), ticker: z.string() }),
  /**
   * `list`: EVE's list of members, which any director reads. `sign_ins`: EVE has not given the list; only the characters that
   * have signed in here and are in the corporation are known.
   */
  source: z.enum(["list", "sign_ins"]),
  members: countSchema,
  registered: countSchema,
  lost: countSchema,
  /** In the last seven days. */
  joined: countSchema,
  left: countSchema,
  /** How many have left in the last 90 days. */
  former: countSchema,
  /** As of when EVE lists the members; null without a list. */
  asOf: z.nullable(instantSchema),
  /** Null while the list is read, and before the first reading. */
  nextDue: z.nullable(instantSchema),
  /** When EVE makes the next list; until then it gives the same one. Null without a list, and after a failure. */
  renewedAt: z.nullable(instantSchema),
  isReading: z.boolean(),
  /** The length of a list that lacks so many members that none counts as gone until EVE's public number agrees; else null. */
  doubtfulCount: z.nullable(countSchema),
  /** Whether joining dates and last logins were ever read. */
  hasTracking: z.boolean(),
  /** Whether roles were ever read. */
  hasRoles: z.boolean(),
  titles: z.array(z.strictObject({ titleId: z.int(), name: z.string() })),
  /** The last twelve months, about one count a week. */
  history: z.array(rosterCountSchema),
  /** For system administrators; else null. */
  settings: z.nullable(
    z.strictObject({
      group: z.nullable(z.strictObject({ groupId: idSchema, name: z.string() })),
      readsRoles: z.boolean(),
      /** A director has granted what reading roles and titles needs. */
      canReadRoles: z.boolean(),
      canReadTitles: z.boolean(),
      canReadLists: z.boolean(),
    }),
  ),
});
export type Roster = z.infer<typeof rosterSchema>;

/** Days for which former members are kept, and can be on an access list. */
export const FORMER_MEMBER_DAYS = 90;
/** In-game roles hold a kick back so long after they are taken. */
export const ROLES_HOLD_HOURS = 24;
/** How many people of a title or an access list are named; the others are counted. */
export const DRIFT_PEOPLE = 50;

/** `name` is null until EVE has named the character. */
const driftPersonSchema = z.strictObject({ characterId: z.int(), name: z.nullable(z.string()) });
export type DriftPerson = z.infer<typeof driftPersonSchema>;

/**
 * Why roles are in the wrong hands. `missing`: linked to no account. `lost`: the token is lost. `former`: the account no longer
 * belongs to the community.
 */
const driftCauseSchema = z.enum(["missing", "lost", "former"]);
export type DriftCause = z.infer<typeof driftCauseSchema>;

/** What members and former members still have in game. */
const driftItemSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("roles"),
    person: driftPersonSchema,
    cause: driftCauseSchema,
    /** Only roles of `HIGH_RISK_ROLES`. */
    roles: z.array(z.string()),
    lastOnlineAt: z.nullable(instantSchema),
    /** The change that gave one of the roles last. EVE keeps changes for a month; null: it was earlier. */
    granted: z.nullable(z.strictObject({ by: driftPersonSchema, at: instantSchema })),
  }),
  z.strictObject({
    kind: z.literal("kick_waits"),
    person: driftPersonSchema,
    cause: driftCauseSchema,
    until: instantSchema,
  }),
  z.strictObject({
    kind: z.literal("title"),
    titleId: z.int(),
    title: z.string(),
    count: countSchema,
    people: z.array(driftPersonSchema),
  }),
  z.strictObject({
    kind: z.literal("access_list"),
    listId: z.int(),
    name: z.string(),
    count: countSchema,
    /** The latest departure first. */
    people: z.array(z.extend(driftPersonSchema, { leftAt: instantSchema })),
    allowsEveryone: z.boolean(),
    /** It lets corporations or alliances in, in which they may be now. */
    isWide: z.boolean(),
  }),
]);
export type RosterDriftItem = z.infer<typeof driftItemSchema>;

/** `GET /rosters/:id/drift`. A date is null if that was never read. */
export const rosterDriftSchema = z.strictObject({
  items: z.array(driftItemSchema),
  rolesReadAt: z.nullable(instantSchema),
  titlesReadAt: z.nullable(instantSchema),
  listsReadAt: z.nullable(instantSchema),
});
export type RosterDrift = z.infer<typeof rosterDriftSchema>;
