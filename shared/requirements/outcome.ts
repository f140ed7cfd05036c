import * as z from "zod/mini";

/** Unknown is neither: it never grants and never removes. */
export const outcomeSchema = z.enum(["met", "unmet", "unknown"]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Why a fact is not known. */
export const UNKNOWN_REASONS = [
  /** Muster has never read it. */
  "never_read",
  /** It was read too long ago to count. */
  "too_old",
  /** The authorization does not cover it. */
  "missing_scope",
  /** There is no valid authorization with which to read it. */
  "no_authorization",
  /** EVE's sign-in servers did not say whether the authorization is valid. */
  "authorization_unknown",
  /** No director can read it. */
  "no_director",
  /** The last attempt failed at EVE. */
  "eve_failed",
  /** The user is suspended, so the memberships have no effect. */
  "suspended",
  /** The application that tells the fact is switched off. */
  "source_off",
  /** The application has told two values for the same time. */
  "contradictory",
  /** The application said until when the value holds. */
  "value_ended",
  /** The fleet of an operation that could have counted was not read. */
  "fleet_unread",
  /** The character was linked without a fresh proof of the main, and is not confirmed yet. */
  "unconfirmed",
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];
