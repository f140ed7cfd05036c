import * as z from "zod/mini";
import { characterIdSchema, tokenStateSchema } from "#shared/account/character.ts";
import { countSchema, instantSchema, pageOf } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { idInPath, idSchema, pageQuerySchema } from "#shared/page.ts";
import { suspensionMarkSchema } from "#shared/account/suspension.ts";
import { NAME_MAX_LENGTH, nameSchema, requiredLine } from "#shared/text.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";

export const INVALID_CORPORATION_ID = english`Please enter a valid corporation ID`;
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

const corporationStateSchema = z.enum([
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
const corporationStatusSchema = z.strictObject({
  state: corporationStateSchema,
  since: z.nullable(instantSchema),
});
export type CorporationStatus = z.infer<typeof corporationStatusSchema>;

/** Dates are ISO strings. */
export const corporationSchema = z.strictObject({
  corporationId: z.int(),
  name: z.string(),
  ticker: z.string(),
  assignedCharacterId: z.nullable(z.int()),
  assignedCharacterName: z.nullable(z.string()),
  isActive: z.boolean(),
  status: corporationStatusSchema,
  /** The last verification found every required role, and a director has been usable since. */
  isVerified: z.boolean(),
  /** When a fetch of any category last succeeded. */
  lastSync: z.nullable(instantSchema),
  /** When a verification last succeeded, and when the last one failed; the second is null if the last one succeeded. */
  lastVerified: z.nullable(instantSchema),
  verificationFailedAt: z.nullable(instantSchema),
  directorCount: countSchema,
  healthyDirectorCount: countSchema,
  /** How many of the members that EVE lists are linked, at the last fetch of the members; null before the first. */
  coverage: z.nullable(z.strictObject({ registered: countSchema, members: countSchema })),
});
export type Corporation = z.infer<typeof corporationSchema>;

/** `GET /corporations` and `GET /corporations/search`, by name. */
export const corporationPageSchema = pageOf(corporationSchema);
export type CorporationPage = z.infer<typeof corporationPageSchema>;

/** One check of all directors. `failing` directors are still used. EVE gave no answer for the `unknown` ones. */
const healthMarkSchema = z.strictObject({
  at: instantSchema,
  directors: countSchema,
  healthy: countSchema,
  failing: countSchema,
  unknown: countSchema,
});
export type HealthMark = z.infer<typeof healthMarkSchema>;

export const corporationDetailSchema = z.extend(corporationSchema, {
  createdAt: instantSchema,
  /** Public data of EVE; null until the category `public` has been fetched. */
  memberCount: z.nullable(countSchema),
  ceoId: z.nullable(z.int()),
  ceoName: z.nullable(z.string()),
  allianceId: z.nullable(z.int()),
  allianceName: z.nullable(z.string()),
  /** Linked characters of this corporation; null until its members have been fetched. */
  linkedCharacterCount: z.nullable(countSchema),
  /** The last 24 hours, oldest first; one every half hour. */
  health: z.array(healthMarkSchema),
});
export type CorporationDetail = z.infer<typeof corporationDetailSchema>;

/**
 * Fetches use `healthy` directors, also after one or two failures in a row. `unhealthy`: three, a revoked authorization, or
 * no check has passed yet.
 */
const directorHealthSchema = z.enum(["healthy", "unhealthy", "needs_verification"]);
export type DirectorHealth = z.infer<typeof directorHealthSchema>;

/** Why a director cannot be used. An outage of EVE is none. */
export const directorProblemSchema = z.enum([
  "token_revoked",
  "missing_scope",
  "missing_role",
  "not_in_corporation",
]);
export type DirectorProblem = z.infer<typeof directorProblemSchema>;

export const directorSchema = z.strictObject({
  directorId: idSchema,
  characterId: z.int(),
  characterName: z.string(),
  priority: z.int(),
  health: directorHealthSchema,
  /** As `health`. Fetches use a director until three failures in a row, or until the authorization is lost. */
  isHealthy: z.boolean(),
  /** Consecutive. */
  failureCount: countSchema,
  lastHealthCheck: z.nullable(instantSchema),
  lastUsed: z.nullable(instantSchema),
  /** Whether this is the corporation's assigned character. */
  isAssigned: z.boolean(),
  /** What the last check or call has found; null after a success. `problemText` is the sentence for it. */
  problem: z.nullable(directorProblemSchema),
  problemText: z.nullable(z.string()),
  /** Access was missing at the last check, and has been granted since. */
  isGrantUnchecked: z.boolean(),
  /** In-game roles at the last check that read them. */
  roles: z.array(z.string()),
  /** Director scopes that the character's authorization lacks. */
  missingScopes: z.array(z.string()),
  /** Which the last check missed. Empty without such a check. */
  missingRoles: z.array(z.string()),
  tokenState: tokenStateSchema,
  /** The director is not used while its player is suspended. Its health does not change. */
  suspension: z.nullable(suspensionMarkSchema),
});
export type Director = z.infer<typeof directorSchema>;

export const directorsSchema = z.strictObject({ directors: z.array(directorSchema) });
export type Directors = z.infer<typeof directorsSchema>;

/**
 * `POST …/verify`, for all directors together: a role counts if a director who can be used has it, and `Director`
 * includes every role.
 */
export const verifyResultSchema = z.strictObject({
  hasAccess: z.boolean(),
  verifiedRoles: z.array(z.string()),
  missingRoles: z.array(z.string()),
  /** The problems of directors that were checked and cannot fetch everything. */
  problems: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      problem: directorProblemSchema,
      text: z.string(),
    }),
  ),
});
export type VerifyResult = z.infer<typeof verifyResultSchema>;

/** `POST …/directors/{directorId}/verify`: the same for one director, with the director. */
export const verifyDirectorResultSchema = z.extend(verifyResultSchema, {
  director: directorSchema,
});
export type VerifyDirectorResult = z.infer<typeof verifyDirectorResultSchema>;

/** `POST …/directors/verify-all`: `pending` directors are checked within about a minute. */
export const verifyAllResultSchema = z.extend(directorsSchema, {
  checked: countSchema,
  pending: countSchema,
});
export type VerifyAllResult = z.infer<typeof verifyAllResultSchema>;

/** A run without `finishedAt` is open; with `resumesAt` it waits for EVE until then. */
const fetchRunSchema = z.strictObject({
  id: idSchema,
  category: corporationCategorySchema,
  startedAt: instantSchema,
  finishedAt: z.nullable(instantSchema),
  /** Rows that changed. */
  rows: countSchema,
  /** Pages read so far. */
  pagesRead: countSchema,
  error: z.nullable(z.string()),
  resumesAt: z.nullable(instantSchema),
});
export type FetchRun = z.infer<typeof fetchRunSchema>;

/** `POST …/fetch`, 202: one run a category; `joined` if the run was open already. */
export const fetchStartedSchema = z.strictObject({
  runs: z.array(
    z.strictObject({ id: idSchema, category: corporationCategorySchema, joined: z.boolean() }),
  ),
});
export type FetchStarted = z.infer<typeof fetchStartedSchema>;

/**
 * If it is `failed`, `error` says why, and names the lists that could not be read if others could: those are of `lastSuccess`, and
 * the named ones are older.
 */
const categoryStateSchema = z.strictObject({
  category: corporationCategorySchema,
  /** `stalled`: a fetch without progress. A cron restarts it, and so does the button. */
  state: z.enum(["never", "running", "stalled", "fresh", "due", "failed"]),
  lastSuccess: z.nullable(instantSchema),
  /** Seconds since `lastSuccess`. */
  age: z.nullable(z.int()),
  nextDue: z.nullable(instantSchema),
  error: z.nullable(z.string()),
  /** The latest run, open or finished. */
  lastRun: z.nullable(fetchRunSchema),
});
export type CategoryState = z.infer<typeof categoryStateSchema>;

export const corporationDataSchema = z.strictObject({
  coreData: z.strictObject({ memberCount: countSchema, trackingCount: countSchema }),
  financialData: z.strictObject({ walletCount: countSchema, journalCount: countSchema }),
  assetsData: z.strictObject({ assetCount: countSchema, structureCount: countSchema }),
  marketData: z.strictObject({ orderCount: countSchema, contractCount: countSchema }),
  killmailCount: countSchema,
  categories: z.array(categoryStateSchema),
});
export type CorporationData = z.infer<typeof corporationDataSchema>;

export const corporationParamSchema = z.object({ id: idInPath("must be a corporation id") });
export const directorParamSchema = z.extend(corporationParamSchema, { directorId: idSchema });

export const fetchRequestSchema = z.object({
  category: z.enum(["all", ...corporationCategorySchema.options]),
});
export type FetchCategory = z.infer<typeof fetchRequestSchema>["category"];

/** `GET /corporations/lookup?corporationId=` or `?name=`: what EVE says about a corporation that is to be added. */
export const corporationLookupQuerySchema = z
  .object({
    corporationId: z.optional(idInPath(INVALID_CORPORATION_ID)),
    name: z.optional(nameSchema),
  })
  .check(
    z.refine(({ corporationId, name }) => corporationId !== undefined || name !== undefined, {
      path: ["corporationId"],
      message: english`Enter an ID or a name.`,
    }),
  );
export type CorporationLookupQuery = z.infer<typeof corporationLookupQuerySchema>;

/** `GET /corporations/directors/candidates?q=`: the beginning of a character's name. */
export const directorCandidatesQuerySchema = z.object({
  q: z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(NAME_MAX_LENGTH)),
});

/** A corporation that can be added, as EVE has it. Others are refused with a reason. */
export const corporationLookupSchema = z.strictObject({
  corporationId: z.int(),
  name: z.string(),
  ticker: z.string(),
  memberCount: countSchema,
});
export type CorporationLookup = z.infer<typeof corporationLookupSchema>;

/** Linked characters, mains and alts, by name. */
export const directorCandidatesSchema = z.strictObject({
  characters: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      /** Null while the account is locked and has no main. */
      mainCharacterName: z.nullable(z.string()),
      hasDirectorAccess: z.boolean(),
    }),
  ),
});
export type DirectorCandidates = z.infer<typeof directorCandidatesSchema>;

/** `q` is part of the name or ticker, folded. */
export const corporationSearchQuerySchema = z.extend(pageQuerySchema, {
  q: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
});
