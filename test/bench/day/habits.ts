import * as z from "zod/mini";

/** What players do in a day, and what their corporations have. docs/performance.md states these numbers. */
export type Habits = {
  users: number;
  /** Simulated players; their costs are multiplied to the number of active users. */
  played: number;
  /** Corporations with directors, of which `actedCorporations` are simulated. */
  corporations: number;
  actedCorporations: number;
  /** Cloudflare's: it decides how much one invocation does. */
  plan: "free" | "paid";
};

export const HABITS = {
  500: { users: 500, played: 200, corporations: 4, actedCorporations: 4, plan: "free" },
  10_000: { users: 10_000, played: 100, corporations: 40, actedCorporations: 5, plan: "paid" },
} as const satisfies Record<number, Habits>;

export const sizeSchema = z.pipe(z.coerce.number(), z.union([z.literal(500), z.literal(10_000)]));
export type Size = keyof typeof HABITS;

export const CHARACTERS_EACH = 3;
/** The share of users that are active on a day, and the visits of each. */
export const SHARE_THAT_COMES = 0.4;
export const VISITS_EACH = 2;
/** Shares of the active users. */
export const SHARE_THAT_SIGNS_IN = 0.2;
export const SHARE_THAT_BROWSES_GROUPS = 0.5;
export const SHARE_THAT_JOINS = 0.1;
export const SHARE_THAT_ASKS = 0.05;
export const SHARE_OF_MOVES = 0.01;
/** New players, as a share of the active users. */
export const SHARE_OF_NEWCOMERS = 0.02;
/** EVE trades more types than New Eden has, and all prices change every day. */
export const TRADED_TYPES = 16_000;
/** Their ids reach 90,000, and Muster stores those of a thousand ids in one row. */
export const PRICE_PAGES = 91;

/** Roles of the Discord server that groups give: half of them to all users, half to a group each. */
export const MAPPED_ROLES = 20;
/** Groups whose events are posted in a channel. */
export const POSTING_GROUPS = 10;

/** Groups that the application is told of, how often its script reads one of them, and how many characters it looks up then. */
export const GRANTED_GROUPS = 5;
export const SCRIPT_EVERY_MINUTES = 10;
export const LOOKED_UP = 20;
/** Pilots about whom another script tells a fact each hour, which a group asks for, and the share of those for whom it has changed. */
export const FACTS_AN_HOUR = 500;
export const SHARE_OF_CHANGED_FACTS = 0.1;

export const DIRECTORS_EACH = 2;
/** The holdings of each corporation at the start of the day. */
export const HOLDINGS = {
  strangers: 150,
  assets: 5_000,
  structures: 4,
  orders: 60,
  contracts: 80,
  killmails: 40,
  journal: 400,
};
/** New items in an hour; journal entries for each of seven divisions. */
export const JOURNAL_AN_HOUR = 4;
export const KILLMAILS_AN_HOUR = 2;
