import * as z from "zod/mini";

/** What players do in a day, and what their corporations have. docs/performance.md states these numbers. */
export type Habits = {
  users: number;
  /** Players whose day is acted out; what they cost is multiplied up to those who come. */
  played: number;
  /** Corporations with directors; as many of them are acted out as `actedCorporations` says. */
  corporations: number;
  actedCorporations: number;
};

export const HABITS = {
  500: { users: 500, played: 100, corporations: 4, actedCorporations: 4 },
  10_000: { users: 10_000, played: 100, corporations: 40, actedCorporations: 5 },
} as const satisfies Record<number, Habits>;

export const sizeSchema = z.pipe(z.coerce.number(), z.union([z.literal(500), z.literal(10_000)]));
export type Size = keyof typeof HABITS;

export const CHARACTERS_EACH = 3;
/** Of all users, those who come on a day, and how often. */
export const SHARE_THAT_COMES = 0.4;
export const VISITS_EACH = 2;
/** Of those who come. */
export const SHARE_THAT_SIGNS_IN = 0.2;
export const SHARE_THAT_BROWSES_GROUPS = 0.5;
export const SHARE_THAT_JOINS = 0.1;
export const SHARE_THAT_ASKS = 0.05;
export const SHARE_OF_MOVES = 0.01;
/** New players, of those who come. */
export const SHARE_OF_NEWCOMERS = 0.02;
/** EVE trades more types than New Eden knows, and all of their prices move every day. */
export const TRADED_TYPES = 16_000;

export const DIRECTORS_EACH = 2;
/** Of each corporation, in the morning. */
export const HOLDINGS = {
  strangers: 150,
  assets: 5_000,
  structures: 4,
  orders: 60,
  contracts: 80,
  killmails: 40,
  journal: 400,
};
/** What comes in an hour; of the journal in each of seven divisions. */
export const JOURNAL_AN_HOUR = 4;
export const KILLMAILS_AN_HOUR = 2;
