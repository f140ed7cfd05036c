import * as z from "zod/mini";
import { idInPath } from "#shared/corporations/corporations.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import type { TokenMark } from "#shared/pilots/pilots.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";

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

/** A member as EVE lists it. What needs a director's token is null or empty without one. */
export type RosterMember = {
  characterId: number;
  /** Null until EVE has named the character. */
  name: string | null;
  isCeo: boolean;
  /** Null: the character is linked to no account. */
  registration: {
    /** For system administrators only. */
    userId: string | null;
    token: TokenMark;
    /** Null if the character is the main, or the account is locked. */
    main: { characterId: number; name: string } | null;
    discordName: string | null;
    /** Groups that the reader can see. */
    groupCount: number;
  } | null;
  lastOnlineAt: string | null;
  joinedAt: string | null;
  /** Only roles of `HIGH_RISK_ROLES`. */
  roles: string[];
  titles: string[];
  /**
   * When and how a former member has left. `left`: EVE has told a director. `kicked`: EVE has told no director, and a
   * director's notices were read since. `unknown`: no notices were read since.
   */
  left: { at: string; how: "left" | "kicked" | "unknown" } | null;
  /** What followed for a former member with an account, for system administrators; else null. */
  followed: Followed | null;
};

/**
 * Since the character left: memberships of groups that rules have ended, and that wait: for the end of a grace period (the first at
 * `graceEndsAt`), or for the decision about held removals. `sessions` and `roles` are those that the player has now.
 */
export type Followed = {
  removed: number;
  inGrace: number;
  graceEndsAt: string | null;
  held: number;
  sessions: number;
  discordRoles: number;
};

/** `total` counts what matches search and filters, `counts` what each filter would leave of the search; on the first page only. */
export type RosterPage = {
  items: RosterMember[];
  nextCursor: string | null;
  total: number | null;
  counts: Record<RosterFilter, number> | null;
};

/** One day's last reading. */
export type RosterCount = { day: string; members: number; registered: number };

/** `GET /rosters/:id`. */
export type Roster = {
  corporation: { corporationId: number; name: string; ticker: string };
  /**
   * `list`: EVE's list of members, which any director reads. `sign_ins`: EVE has not given the list; only the characters that
   * have signed in here and are in the corporation are known.
   */
  source: "list" | "sign_ins";
  members: number;
  registered: number;
  lost: number;
  /** In the last seven days. */
  joined: number;
  left: number;
  /** How many have left in the last 90 days. */
  former: number;
  /** As of when EVE lists the members; null without a list. */
  asOf: string | null;
  /** Null while the list is read, and before the first reading. */
  nextDue: string | null;
  /** When EVE makes the next list; until then it gives the same one. Null without a list, and after a failure. */
  renewedAt: string | null;
  isReading: boolean;
  /** The length of a list that lacks so many members that none counts as gone until EVE's public number agrees; else null. */
  doubtfulCount: number | null;
  /** Whether joining dates and last logins were ever read. */
  hasTracking: boolean;
  /** Whether roles were ever read. */
  hasRoles: boolean;
  titles: { titleId: number; name: string }[];
  /** The last twelve months, about one count a week. */
  history: RosterCount[];
  /** For system administrators; else null. */
  settings: {
    group: { groupId: string; name: string } | null;
    readsRoles: boolean;
    /** A director has granted what reading roles and titles needs. */
    canReadRoles: boolean;
    canReadTitles: boolean;
    canReadLists: boolean;
  } | null;
};
