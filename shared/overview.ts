import type { ServerHalt } from "#shared/discord/servers.ts";

/** An hour with fewer pilots in game is told as that: a smaller number would be about persons. */
export const FEWEST_PILOTS = 5;

/** Requests that wait longer need a decision. */
export const LONG_WAIT_DAYS = 3;

/** Reviews that end within so many days need a decision. */
export const REVIEW_SOON_DAYS = 3;

/** The Overview shows so many weeks of members, and compares with so many weeks ago. */
export const OVERVIEW_WEEKS = 12;
export const HEALTH_DAYS = 30;

/** Days since 1970, in EVE's time. 1970 began on a Thursday. */
export function mondayOf(day: number): number {
  return day - ((day + 3) % 7);
}

/** A day as it was counted. `members`: at the last count of the day; null if they were not counted. */
export type CountedDay = {
  day: number;
  members: number | null;
  joined: number;
  left: number;
  rolesChanged: number;
  ended: number;
  held: number;
  undone: number;
  /** The hours in which health was looked at: bit 0 is the first of the day. */
  watched: number;
};

/** A day of what is watched: hours as bits. A watched hour in none of them was good. */
export type WatchedDay = {
  day: number;
  kind: "corporation" | "server";
  subjectId: string;
  partial: number;
  down: number;
  /** It could not be found out, or was off. */
  unknown: number;
};

export type OverviewCorporation = {
  corporationId: number;
  name: string;
  ticker: string;
  isActive: boolean;
  directorCount: number;
  /** By the last reading; null before the first. */
  registered: number | null;
  members: number | null;
  /** Twelve weeks before, or at the first reading. */
  beforeDay: number | null;
  beforeRegistered: number | null;
  beforeMembers: number | null;
};

type OverviewServer = {
  serverId: string;
  name: string;
  isOn: boolean;
  halt: ServerHalt | null;
  /** Mapped roles that were given or taken by hand, as of the last check, and wait for a decision. */
  drifted: number;
  /** Removals of roles that wait for a person. */
  held: { count: number; since: string | null } | null;
};

/** `GET /admin/overview`: the counters, and what waits for a decision. */
export type Overview = {
  /** When the counters were last written; null before the first time. */
  countedAt: string | null;
  today: number;
  /** Up to twelve weeks, today last. */
  days: CountedDay[];
  /** By hour of the week, from Monday 00:00 EVE time; `pilots` is the mean in game, null for fewer than five. */
  hours: { hour: number; pilots: number | null }[];
  /** The last 30 days. */
  health: WatchedDay[];
  /** By name. */
  corporations: OverviewCorporation[];
  servers: OverviewServer[];
  /** The group that decides who belongs to the community. */
  memberGroup: string | null;
  withoutDirector: { corporationId: number; name: string; since: string | null }[];
  /** Members with high-risk roles in game for whom no account here answers, as the roles were last read. */
  drifted: { corporationId: number; name: string; count: number; readAt: string }[];
  /** Applications whose facts groups ask for, and which are off or late. `since`: the last time a value was true at. */
  silent: { applicationId: string; name: string; isOn: boolean; since: string; groups: number }[];
  /** Entries of the watchlist with hits that no keeper has seen, the latest hit first. `character`: the one that was found last, of `count`. */
  watched: { entryId: string; name: string; character: string; count: number; since: string }[];
  held: { heldId: string; name: string; count: number; of: number; since: string }[];
  /** Requests that wait for long; `groupId` and `name` are those of the oldest. */
  requests: { count: number; groupId: string; name: string; oldest: string } | null;
  /** Reviews that end soon. */
  reviews: { groupId: string; name: string; ends: string; decided: number; of: number }[];
  administrators: number;
  hasBot: boolean;
  /** A corporation posts on Discord when a director loses access. */
  postsDirectors: boolean;
};
