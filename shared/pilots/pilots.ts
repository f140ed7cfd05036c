import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { tokenMarkSchema } from "#shared/account/character.ts";
import { killmailSchema } from "#shared/corporations/killmails.ts";
import { roleOfUserSchema } from "#shared/discord/roles.ts";
import { idInPath, pageQuerySchema } from "#shared/page.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { activeSessionSchema, activeSessionsSchema } from "#shared/session.ts";
import { suspensionSchema } from "#shared/account/suspension.ts";
import { applicationAccessSchema, heldAccessSchema } from "./access.ts";

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

export const pilotEntrySchema = z.strictObject({
  userId: z.string(),
  /** Null while the account is locked and has no main. */
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  /** The main's corporation; null if it was never read. `ticker` of managed corporations only. */
  corporation: z.nullable(
    z.strictObject({
      corporationId: z.int(),
      name: z.nullable(z.string()),
      ticker: z.nullable(z.string()),
    }),
  ),
  /** The alt whose name matches the search; null if the main matches, or without a search. */
  matchedAlt: z.nullable(z.string()),
  /** One for each character. */
  tokens: z.array(tokenMarkSchema),
  groupCount: countSchema,
  discordName: z.nullable(z.string()),
  lastSeenAt: z.nullable(instantSchema),
  isAdmin: z.boolean(),
  suspension: z.nullable(suspensionSchema),
  /** When the first membership ends. */
  graceEndsAt: z.nullable(instantSchema),
});
export type PilotEntry = z.infer<typeof pilotEntrySchema>;

/**
 * A page may hold fewer pilots than others, even none, and have a next one: a request looks only so far. `counts` are those of the
 * search, up to `PILOT_COUNT_LIMIT`; null where counting would read too much.
 */
export const pilotsSchema = z.strictObject({
  items: z.array(pilotEntrySchema),
  nextCursor: z.nullable(z.string()),
  counts: z.record(z.enum(PILOT_FILTERS), z.nullable(countSchema)),
  /** The name of the corporation of the filter. */
  corporationName: z.nullable(z.string()),
});
export type Pilots = z.infer<typeof pilotsSchema>;

// ── One pilot ─────────────────────────────────────────────────────────────────────────────────

const evidenceNameSchema = z.enum(["corporation", "skills", "roles", "titles"]);
export type EvidenceName = z.infer<typeof evidenceNameSchema>;

/** When EVE last confirmed something, and whether that is too long ago for rules. */
const evidenceAgeSchema = z.strictObject({
  name: evidenceNameSchema,
  checkedAt: instantSchema,
  isTooOld: z.boolean(),
});
export type EvidenceAge = z.infer<typeof evidenceAgeSchema>;

const pilotCharacterSchema = z.strictObject({
  characterId: z.int(),
  characterName: z.string(),
  isMain: z.boolean(),
  linkedAt: z.nullable(instantSchema),
  token: tokenMarkSchema,
  tokenSince: z.nullable(instantSchema),
  /** How many permissions the authorization has. */
  scopeCount: countSchema,
  corporationName: z.nullable(z.string()),
  allianceName: z.nullable(z.string()),
  evidence: z.array(evidenceAgeSchema),
});
export type PilotCharacter = z.infer<typeof pilotCharacterSchema>;

/** `GET /admin/pilots/:id`: everything that an administrator repairs. */
export const pilotDetailSchema = z.extend(
  z.omit(pilotEntrySchema, { matchedAlt: true, tokens: true, graceEndsAt: true }),
  {
    createdAt: instantSchema,
    characters: z.array(pilotCharacterSchema),
    groups: z.array(z.extend(heldAccessSchema, { categoryName: z.string() })),
    requests: z.array(
      z.strictObject({ groupId: z.string(), groupName: z.string(), createdAt: instantSchema }),
    ),
    discord: z.nullable(
      z.strictObject({ name: z.string(), linkedAt: instantSchema, isAuthorized: z.boolean() }),
    ),
    /** On Discord servers. */
    roles: z.array(roleOfUserSchema),
    applications: z.array(applicationAccessSchema),
    sessions: z.array(z.omit(activeSessionSchema, { isCurrent: true })),
    /** At applications: they outlast the session that was logged out. */
    signIns: activeSessionsSchema.shape.applications,
    /** The newest of ninety days, as managed corporations have listed them. */
    losses: z.array(killmailSchema),
    /** A character of the user is configured as an administrator, but its owner has changed. */
    areRightsWithheld: z.boolean(),
  },
);
export type PilotDetail = z.infer<typeof pilotDetailSchema>;
