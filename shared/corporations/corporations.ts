import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { characterIdSchema } from "#shared/account/character-id.ts";
import { pageQuerySchema } from "#shared/page.ts";
import type { Page } from "#shared/page.ts";
import type { SuspensionMark, TokenState } from "#shared/session.ts";
import { NAME_MAX_LENGTH, nameSchema, requiredLine } from "#shared/text.ts";

export const INVALID_CORPORATION_ID = english`Please enter a valid corporation ID`;
const MAX_EVE_ID_DIGITS = 15;
/** EVE's own limits are 50 and 5 letters; these only refuse nonsense. */
const TICKER_MAX_LENGTH = 10;

export const DEFAULT_DIRECTOR_PRIORITY = 100;
export const MAX_DIRECTORS = 50;

/** All but `public` are read with a director's access token, and `requirements` only if rules of groups need it. */
export const corporationCategorySchema = z.enum([
  "public",
  "core",
  "financial",
  "assets",
  "market",
  "killmails",
  "requirements",
]);
export type CorporationCategory = z.infer<typeof corporationCategorySchema>;

export const corporationIdSchema = z
  .int(INVALID_CORPORATION_ID)
  .check(z.positive(INVALID_CORPORATION_ID));

export const idInPath = (message: string) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^[1-9]\\d{0,${MAX_EVE_ID_DIGITS - 1}}$`), message)),
    z.transform(Number),
  );

export const corporationQuerySchema = pageQuerySchema;

/** EVE's name and ticker replace the typed ones when EVE answers. */
export const addCorporationSchema = z.object({
  corporationId: corporationIdSchema,
  name: nameSchema,
  ticker: requiredLine(
    english`Ticker is required`,
    TICKER_MAX_LENGTH,
    english`Ticker must be 10 characters or less`,
  ),
  assignedCharacterId: z.optional(characterIdSchema),
  assignedCharacterName: z.optional(z.string().check(z.maxLength(NAME_MAX_LENGTH))),
});
export type AddCorporation = z.infer<typeof addCorporationSchema>;

/** Omitted fields stay. An assigned character becomes a director; null removes the assignment. */
export const updateCorporationSchema = z.object({
  assignedCharacterId: z.exactOptional(z.nullable(characterIdSchema)),
  assignedCharacterName: z.exactOptional(
    z.nullable(z.string().check(z.maxLength(NAME_MAX_LENGTH))),
  ),
  isActive: z.exactOptional(z.boolean()),
});
export type UpdateCorporation = z.infer<typeof updateCorporationSchema>;

const MAX_PRIORITY = 1_000_000;
const PRIORITY_RANGE = english`Priority must be a whole number from -1,000,000 to 1,000,000`;

/** Non-numeric input becomes 100. Among directors used equally long ago, the lowest is used first. */
export const prioritySchema = z.pipe(
  z.transform((value: unknown) => {
    const isNumeric =
      typeof value === "number" || (typeof value === "string" && value.trim() !== "");
    const number = isNumeric ? Number(value) : Number.NaN;
    return Number.isNaN(number) ? DEFAULT_DIRECTOR_PRIORITY : number;
  }),
  z
    .int(english`Priority must be a whole number`)
    .check(z.gte(-MAX_PRIORITY, PRIORITY_RANGE), z.lte(MAX_PRIORITY, PRIORITY_RANGE)),
);

export const addDirectorSchema = z.object({
  characterId: characterIdSchema,
  characterName: requiredLine(
    english`Character name is required`,
    NAME_MAX_LENGTH,
    english`Character name must be ${NAME_MAX_LENGTH} characters or less`,
  ),
  priority: z._default(prioritySchema, DEFAULT_DIRECTOR_PRIORITY),
});
export type AddDirector = z.infer<typeof addDirectorSchema>;

export const updateDirectorSchema = z.object({ priority: prioritySchema });

// ── Responses ───────────────────────────────────────────────────────────────────────────────────

export const corporationStateSchema = z.enum([
  /** Neither checked nor fetched. */
  "inactive",
  /** None was added: only public data is read. */
  "no_director",
  /** No director has been checked yet. */
  "not_checked",
  /** Each director is unhealthy, or its player is suspended. */
  "no_usable_director",
  "some_directors_fail",
  "working",
]);

/** What is to be said first about a corporation. `since` is known for `no_usable_director` alone. */
export type CorporationStatus = {
  state: z.infer<typeof corporationStateSchema>;
  since: string | null;
};

/** Dates are ISO strings. */
export type Corporation = {
  corporationId: number;
  name: string;
  ticker: string;
  assignedCharacterId: number | null;
  assignedCharacterName: string | null;
  isActive: boolean;
  status: CorporationStatus;
  /** The last verification found every required role, and a director has been usable since. */
  isVerified: boolean;
  /** When a fetch of any category last succeeded. */
  lastSync: string | null;
  /** When a verification last succeeded, and when the last one failed; the second is null if the last one succeeded. */
  lastVerified: string | null;
  verificationFailedAt: string | null;
  directorCount: number;
  healthyDirectorCount: number;
  /** How many of the members that EVE lists are linked, at the last fetch of the members; null before the first. */
  coverage: { registered: number; members: number } | null;
};

/** `GET /corporations` and `GET /corporations/search`, by name. */
export type CorporationPage = Page<Corporation>;

/** One check of all directors. `failing` directors are still used. EVE gave no answer for the `unknown` ones. */
export type HealthMark = {
  at: string;
  directors: number;
  healthy: number;
  failing: number;
  unknown: number;
};

export type CorporationDetail = Corporation & {
  createdAt: string;
  /** Public data of EVE; null until the category `public` has been fetched. */
  memberCount: number | null;
  ceoId: number | null;
  ceoName: string | null;
  allianceId: number | null;
  allianceName: string | null;
  /** Linked characters of this corporation; null until its members have been fetched. */
  linkedCharacterCount: number | null;
  /** The last 24 hours, oldest first; one every half hour. */
  health: HealthMark[];
};

/**
 * Fetches use `healthy` directors, also after one or two failures in a row. `unhealthy`: three, a revoked authorization, or
 * no check has passed yet.
 */
export type DirectorHealth = "healthy" | "unhealthy" | "needs_verification";

/** Why a director cannot be used. An outage of EVE is none. */
export const directorProblemSchema = z.enum([
  "token_revoked",
  "missing_scope",
  "missing_role",
  "not_in_corporation",
]);
export type DirectorProblem = z.infer<typeof directorProblemSchema>;

export type Director = {
  directorId: string;
  characterId: number;
  characterName: string;
  priority: number;
  health: DirectorHealth;
  /** Whether fetches use this director: since a check passed, until the director is unhealthy. */
  isHealthy: boolean;
  /** Consecutive. */
  failureCount: number;
  lastHealthCheck: string | null;
  lastUsed: string | null;
  /** Whether this is the corporation's assigned character. */
  isAssigned: boolean;
  /** What the last check or call has found; null after a success. `problemText` is the sentence for it. */
  problem: DirectorProblem | null;
  problemText: string | null;
  /** Access was missing at the last check, and has been granted since. */
  isGrantUnchecked: boolean;
  /** In-game roles at the last check that read them. */
  roles: string[];
  /** Director scopes that the character's authorization lacks. */
  missingScopes: string[];
  /** Which the last check missed. Empty without such a check. */
  missingRoles: string[];
  tokenState: TokenState;
  /** The director is not used while its player is suspended. Its health does not change. */
  suspension: SuspensionMark | null;
};

export type Directors = { directors: Director[] };

/**
 * `POST …/verify`, for all directors together: a role counts if a director who can be used has it, and `Director`
 * includes every role.
 */
export type VerifyResult = {
  hasAccess: boolean;
  verifiedRoles: string[];
  missingRoles: string[];
  /** The problems of directors that were checked and cannot fetch everything. */
  problems: {
    characterId: number;
    characterName: string;
    problem: DirectorProblem;
    text: string;
  }[];
};

/** `POST …/directors/{directorId}/verify`: the same for one director, with the director. */
export type VerifyDirectorResult = VerifyResult & { director: Director };

/** `POST …/directors/verify-all`: `pending` directors are checked within about a minute. */
export type VerifyAllResult = Directors & { checked: number; pending: number };

/** A run without `finishedAt` is open; with `resumesAt` it waits for EVE until then. */
export type FetchRun = {
  id: string;
  category: CorporationCategory;
  startedAt: string;
  finishedAt: string | null;
  /** Rows that changed. */
  rows: number;
  /** Pages read so far. */
  pagesRead: number;
  error: string | null;
  resumesAt: string | null;
};

/** `POST …/fetch`, 202: one run a category; `joined` if the run was open already. */
export type FetchStarted = {
  runs: { id: string; category: CorporationCategory; joined: boolean }[];
};

/**
 * If it is `failed`, `error` says why, and names the lists that could not be read if others could: those are of `lastSuccess`, and
 * the named ones are older.
 */
export type CategoryState = {
  category: CorporationCategory;
  /** `stalled`: a fetch without progress. A cron restarts it, and so does the button. */
  state: "never" | "running" | "stalled" | "fresh" | "due" | "failed";
  lastSuccess: string | null;
  /** Seconds since `lastSuccess`. */
  age: number | null;
  nextDue: string | null;
  error: string | null;
  /** The latest run, open or finished. */
  lastRun: FetchRun | null;
};

export type CorporationData = {
  coreData: { memberCount: number; trackingCount: number };
  financialData: { walletCount: number; journalCount: number };
  assetsData: { assetCount: number; structureCount: number };
  marketData: { orderCount: number; contractCount: number };
  killmailCount: number;
  categories: CategoryState[];
};
