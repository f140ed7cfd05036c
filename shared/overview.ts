import type { ServerHalt } from "#shared/discord/servers.ts";

/** An hour with fewer pilots in game is told as that: a smaller number would be about persons. */
export const FEWEST_PILOTS = 5;

/** Requests that wait longer need a decision. */
export const LONG_WAIT_DAYS = 3;

/** Reviews that end within so many days need a decision. */
export const REVIEW_SOON_DAYS = 3;

/** What waits for an administrator, the worst first. Dates are ISO. */
export type Decision =
  | { kind: "no_usable_director"; corporationId: number; name: string; since: string | null }
  | { kind: "server_halted"; serverId: string; name: string; halt: ServerHalt }
  | {
      kind: "removals_held";
      heldId: string;
      name: string;
      count: number;
      of: number;
      since: string;
    }
  | { kind: "roles_held"; serverId: string; name: string; count: number; since: string | null }
  | { kind: "requests_wait"; count: number; groupId: string; name: string; oldest: string }
  | {
      kind: "review_ends";
      groupId: string;
      name: string;
      ends: string;
      decided: number;
      of: number;
    }
  | { kind: "no_corporation" }
  | { kind: "one_director"; corporationId: number; name: string }
  | { kind: "no_server" }
  | { kind: "one_administrator" };

/** A week that begins with this Monday. `members`: at its end, or now; null if they were not counted. */
export type MembersWeek = {
  monday: string;
  members: number | null;
  joined: number;
  left: number;
};

export type CorporationCoverage = {
  corporationId: number;
  name: string;
  ticker: string;
  registered: number;
  members: number;
  /** Twelve weeks ago, or when the corporation was first read. */
  before: { registered: number; members: number; day: string } | null;
};

/** What Muster did on a day. */
export type WorkDay = {
  day: string;
  rolesChanged: number;
  ended: number;
  held: number;
  undone: number;
};

/** A day of health, in hours. What was not watched counts for nothing. */
export type HealthDay = { good: number; partial: number; down: number };

export type HealthStrip = {
  kind: "corporation" | "server";
  id: string;
  name: string;
  /** 30 days, today last. */
  days: HealthDay[];
};

/** `GET /admin/overview`. Days are those of EVE's time, such as 2026-11-25. */
export type Overview = {
  /** When the counters were last written; null before the first time. */
  countedAt: string | null;
  decisions: Decision[];
  /** Up to twelve weeks, the running one last. `groupName`: of the group that decides who belongs to the community. */
  members: { groupName: string | null; weeks: MembersWeek[] };
  corporations: CorporationCoverage[];
  /** 168 means from Monday 00:00 on; "few" is under five pilots, null not counted yet. Null: the community is too small. */
  hours: (number | "few" | null)[] | null;
  /** Seven days, today last. */
  work: WorkDay[];
  health: HealthStrip[];
};
