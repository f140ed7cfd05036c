import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./accounts.ts";

/** Why a call of ESI failed, as checks and fetch runs record it. */
export type EsiReason =
  /** ESI refuses the access token. Only EVE's SSO can tell whether the grant itself is revoked. */
  | "token_revoked"
  | "missing_scope"
  /** The character lacks a role in EVE. */
  | "missing_role"
  | "not_in_corporation"
  | "not_found"
  /** The character has been biomassed. */
  | "deleted"
  | "rate_limited"
  | "unavailable"
  | "bad_answer";

/**
 * As of when EVE's answer is true, in milliseconds since 1970. ESI answers from a cache, so Muster's clock is no such date: only
 * `worker/esi/eve-date.ts` makes one.
 */
export type EveDate = number & { readonly __isEveDate: true };

/** Progress through a list of several pages. */
export type PageCursor = {
  /** Starts at 1; greater than `pages` when the list is complete. */
  nextPage: number;
  pages: number;
  lastModified: string | null;
  /** As of when the pages that were read are true: the date of the oldest. */
  asOf?: EveDate;
  /** How often the list began again. */
  restarts?: number;
  /** The two dates that the pages had before the list began again, the newer first. */
  dates?: [newer: string, older: string];
  /** Pages after `nextPage` that were read: those before them came with the older date. */
  ahead?: number[];
  /** Grows with each page of the older date, and shrinks with those of the newer one. */
  misses?: number;
  /** The pages are read without their ETags. */
  isWhole?: boolean;
};

/** Buckets of ESI calls that are low or spent, shared between isolates. `closedTo` may not call until then. */
export const esiLimits = sqliteTable("esi_limits", {
  bucket: text().primaryKey(),
  closedTo: text("closed_to").$type<"background" | "everyone">().notNull(),
  until: instant("until").notNull(),
});
