// Without zod: forms need these.

export const OPERATION_KINDS = ["fleet", "timer", "moon", "meeting"] as const;
export const OPERATION_ANSWERS = ["coming", "maybe", "not"] as const;

export const OPERATION_TITLE_MAX = 100;
export const OPERATION_LINE_MAX = 100;
export const OPERATION_TEXT_MAX = 2000;
export const OPERATION_DOCTRINE_MAX = 4000;
export const BRINGS_MAX = 50;
export const OPERATION_GROUPS_MAX = 20;
/** In minutes. */
export const OPERATION_SHORTEST = 15;
export const OPERATION_LONGEST = 1440;
export const OPERATION_USUAL = 60;
/** Operations are planned at most so many days ahead, and listed so many days. */
export const OPERATION_DAYS_AHEAD = 366;
export const OPERATIONS_LISTED_DAYS = 60;
/** Operations count as planned until a day after their start: those that run, and those that are planned for an hour ago, do too. */
export const COUNTED_MS = 24 * 60 * 60 * 1000;
/** Planned operations of one group. */
export const MAX_PLANNED = 100;
/** How many minutes before an operation Muster may remind its pilots. */
export const REMIND_MINUTES = [15, 30, 60, 180, 1440] as const;
/** A series of weekly operations is made so far ahead. */
export const REPEATED_DAYS_AHEAD = 28;
/** One operation of a series, or it and all later ones. */
export const OPERATION_SCOPES = ["one", "following"] as const;
/** An operation is deleted so long after its end, with its answers. */
export const OPERATIONS_KEPT_DAYS = 366;
