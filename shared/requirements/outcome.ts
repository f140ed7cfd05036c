import type { TokenState } from "#shared/session.ts";
import type { Condition, Quantifier, SkillLevel } from "./tree.ts";

/** Unknown is neither: it never grants and never removes. */
export type Outcome = "met" | "unmet" | "unknown";

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
  /** The character was linked without a fresh proof of the main, and is not confirmed yet. */
  "unconfirmed",
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** The names of what a rule or a cause refers to; a missing one is not known, or not for the reader. */
export type RuleNames = {
  /** Corporations and alliances. */
  eve: Record<number, string>;
  groups: Record<string, string>;
  /** By `corporationId:titleId`. */
  titles: Record<string, string>;
  /** Discord servers. */
  servers: Record<string, string>;
  /** The skills of its lists. */
  skills: Record<number, string>;
};

/** What a condition was compared with. Dates are ISO strings. */
export type FactValue =
  | { type: "affiliation"; corporationId: number; allianceId: number | null }
  /** Since when something is so: the membership in a corporation, a character, an account. */
  | { type: "since"; at: string }
  | { type: "roles"; roles: string[] }
  | { type: "titles"; titleIds: number[] }
  | { type: "authorization"; state: TokenState; missingScopes: string[] }
  /** The levels that are missing, with what is trained of each: 0 if nothing is. */
  | { type: "skills"; required: number; missing: (SkillLevel & { trained: number })[] }
  | { type: "number"; value: number }
  /** Which of the groups the user is a member of. */
  | { type: "groups"; groupIds: string[] }
  | { type: "discord"; isLinked: boolean }
  /** Whether the linked account is on the Discord server. */
  | { type: "server"; isLinked: boolean; isMember: boolean };

/** A fact with its date, or why there is none. */
export type Reading = {
  fact: FactValue | null;
  unknown: UnknownReason | null;
  /** When the fact was last confirmed; null if it never was, or is always up to date. */
  asOf: string | null;
};

/**
 * One reason why a user does not meet the requirements, or why this is not known. `isNegated`: the condition is met and must
 * not be. `character` is the one that decides; null for conditions on the user, and where the reader may not know it.
 */
export type Cause = {
  outcome: "unmet" | "unknown";
  isNegated: boolean;
  condition: Condition;
  which: Quantifier | null;
  character: { characterId: number; characterName: string } | null;
  reading: Reading;
  /** As they were when the cause was found. */
  names: RuleNames;
};
