import * as z from "zod/mini";
import type { ApplicationAccess, HeldAccess } from "./access.ts";
import type { RoleOfUser } from "#shared/discord/roles.ts";
import { idInPath } from "#shared/corporations/corporations.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import type { ActiveSession, Suspension, TokenState } from "#shared/session.ts";

const on = z.optional(z.literal("true"));

/** By the name of the main, or by when the user was last seen. A minus: descending. */
const pilotOrderSchema = z.enum(["name", "-name", "seen", "-seen"]);
export type PilotOrder = z.infer<typeof pilotOrderSchema>;

/** How many pilots a page shows: each has many rows. */
export const PILOTS_PER_PAGE = 50;
/** Counts of filters stop here. */
export const PILOT_COUNT_LIMIT = 100;
/** Days after which a user who was not seen can be filtered. */
export const UNSEEN_DAYS = 30;

/**
 * `search` finds a part of a main's name, or the beginning of an alt's. Filters combine. A filter that few users match has an order
 * of its own, and `sort` applies to the others: grace periods by their end, suspensions by theirs, users who were not seen by how long.
 */
export const pilotQuerySchema = z.extend(pageQuerySchema, {
  search: z.optional(z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(100))),
  corporation: z.optional(idInPath("must be a corporation id")),
  lost: on,
  noDiscord: on,
  grace: on,
  unseen: on,
  suspended: on,
  sort: z.optional(pilotOrderSchema),
});
export type PilotQuery = z.infer<typeof pilotQuerySchema>;
export const PILOT_FILTERS = ["lost", "noDiscord", "grace", "unseen", "suspended"] as const;
export type PilotFilter = (typeof PILOT_FILTERS)[number];

/** The token of a character; `none`: there never was one. */
export type TokenMark = TokenState | "none";

export type PilotEntry = {
  userId: string;
  /** Null while the account is locked and has no main. */
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  /** The main's corporation; null if it was never read. */
  corporation: { corporationId: number; name: string | null } | null;
  /** The alt whose name matches the search; null if the main matches, or without a search. */
  matchedAlt: string | null;
  /** One for each character. */
  tokens: TokenMark[];
  groupCount: number;
  discordName: string | null;
  lastSeenAt: string | null;
  isAdmin: boolean;
  suspension: Suspension | null;
  /** When the first membership ends. */
  graceEndsAt: string | null;
};

/**
 * A page may hold fewer pilots than others, even none, and have a next one: a request looks only so far. `counts` are those of the
 * search, up to `PILOT_COUNT_LIMIT`; null where counting would read too much.
 */
export type Pilots = {
  items: PilotEntry[];
  nextCursor: string | null;
  counts: Record<PilotFilter, number | null>;
  /** The name of the corporation of the filter. */
  corporationName: string | null;
};

// ── One pilot ─────────────────────────────────────────────────────────────────────────────────

export type EvidenceName = "corporation" | "skills" | "roles" | "titles";

/** When EVE last confirmed something, and whether that is too long ago for rules. */
export type EvidenceAge = { name: EvidenceName; checkedAt: string; isTooOld: boolean };

export type PilotCharacter = {
  characterId: number;
  characterName: string;
  isMain: boolean;
  linkedAt: string | null;
  token: TokenMark;
  tokenSince: string | null;
  /** How many permissions the authorization has. */
  scopeCount: number;
  corporationName: string | null;
  allianceName: string | null;
  evidence: EvidenceAge[];
};

/** `GET /admin/pilots/:id`: everything that an administrator repairs. */
export type PilotDetail = Omit<PilotEntry, "matchedAlt" | "tokens" | "graceEndsAt"> & {
  createdAt: string;
  characters: PilotCharacter[];
  groups: (HeldAccess & { categoryName: string })[];
  requests: { groupId: string; groupName: string; createdAt: string }[];
  discord: { name: string; linkedAt: string; isAuthorized: boolean } | null;
  /** On Discord servers. */
  roles: RoleOfUser[];
  applications: ApplicationAccess[];
  sessions: Omit<ActiveSession, "isCurrent">[];
  /** A character of the user is configured as an administrator, but its owner has changed. */
  areRightsWithheld: boolean;
};
