import { countSchema, instantSchema, pageOf } from "./answer.ts";
import * as z from "zod/mini";
import {
  MAX_IMPORTED,
  MAX_WATCH_DAYS,
  WATCH_DAYS,
  WATCH_LINK_MAX,
  WATCH_REASON_MAX,
  WATCH_SEARCH_MAX,
} from "./watch-limits.ts";
import { english } from "./english.ts";
import { idSchema, pageQuerySchema } from "./page.ts";
import { requiredLine, requiredText } from "./text.ts";

const NAME_MAX = 60;
const MAX_MONTHS = 120;

export const watchSubjectSchema = z.enum(["pilot", "corporation", "alliance"]);
export type WatchSubject = z.infer<typeof watchSubjectSchema>;

/** Keepers are told of the hits of both. A hit of `refuse` makes the condition `not_on_watchlist` false. */
export const watchLevelSchema = z.enum(["watch", "refuse"]);
export type WatchLevel = z.infer<typeof watchLevelSchema>;

const linkSchema = z.lazy(() =>
  z.nullable(
    z
      .url({ protocol: /^https$/, error: english`Link must be a whole https address` })
      .check(z.maxLength(WATCH_LINK_MAX, english`At most ${WATCH_LINK_MAX} characters`)),
  ),
);
const reasonSchema = z.lazy(() =>
  requiredText(
    english`Reason is required`,
    WATCH_REASON_MAX,
    english`Reason must be ${WATCH_REASON_MAX} characters or less`,
  ),
);
const daysSchema = z.int().check(z.minimum(1), z.maximum(MAX_WATCH_DAYS));

export const addWatchEntrySchema = z.lazy(() =>
  z.object({
    subject: watchSubjectSchema,
    eveId: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
    name: requiredLine(
      english`Name is required`,
      NAME_MAX,
      english`Name must be ${NAME_MAX} characters or less`,
    ),
    level: z._default(watchLevelSchema, "watch"),
    reason: reasonSchema,
    link: linkSchema,
    /** For a corporation: former members count who have left within these months; null for all. */
    months: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_MONTHS))),
    /** How many days from now the entry ends. */
    days: z._default(daysSchema, WATCH_DAYS),
  }),
);
export type AddWatchEntry = z.infer<typeof addWatchEntrySchema>;

/** `POST /watchlist/import`: what is on the list already stays as it is. */
export const importWatchSchema = z.lazy(() =>
  z.object({
    entries: z.array(addWatchEntrySchema).check(z.minLength(1), z.maxLength(MAX_IMPORTED)),
  }),
);
export type ImportWatch = z.infer<typeof importWatchSchema>;
export const importedWatchSchema = z.strictObject({ added: countSchema });
export type ImportedWatch = z.infer<typeof importedWatchSchema>;

/** `days` from now confirms the entry. */
export const changeWatchEntrySchema = z.lazy(() =>
  z.object({
    level: z.optional(watchLevelSchema),
    reason: z.optional(reasonSchema),
    link: z.optional(linkSchema),
    days: z.optional(daysSchema),
  }),
);
export type ChangeWatchEntry = z.infer<typeof changeWatchEntrySchema>;

/** `POST /watchlist/:id/seen`: the keeper has read the hits that were found until then; those of later stay new. */
export const seeWatchEntrySchema = z.object({ foundUntil: z.optional(z.iso.datetime()) });
export type SeeWatchEntry = z.infer<typeof seeWatchEntrySchema>;

export const previewWatchSchema = z.lazy(() =>
  z.object({
    level: z.optional(watchLevelSchema),
    subject: watchSubjectSchema,
    eveId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
    months: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_MONTHS))),
  }),
);
export type PreviewWatch = z.infer<typeof previewWatchSchema>;

/** `GET /watchlist`: entries with hits that no keeper has seen, or those that are due. */
export const watchShowSchema = z.enum(["new", "due"]);
export type WatchShow = z.infer<typeof watchShowSchema>;

/** `search`: part of a name or of a reason. */
export const watchlistQuerySchema = z.extend(pageQuerySchema, {
  search: z.optional(z.string().check(z.trim(), z.maxLength(WATCH_SEARCH_MAX))),
  show: z.optional(watchShowSchema),
});
export type WatchlistQuery = z.infer<typeof watchlistQuerySchema>;

export const watchKeepersSchema = z.object({ groupId: z.nullable(idSchema) });
export type WatchKeepers = z.infer<typeof watchKeepersSchema>;

/**
 * What was found of a linked character: it is the pilot; it is or was in the corporation or alliance, as Muster saw it or as EVE's
 * history says; it belonged to the account of the pilot.
 */
export const watchFactSchema = z.enum(["pilot", "corporation", "alliance", "history", "belonged"]);
export type WatchFact = z.infer<typeof watchFactSchema>;

/** `since` of null: not known. `until` of null: still so. */
const watchFindingSchema = z.strictObject({
  characterId: z.int(),
  name: z.string(),
  /** The ticker of the pilot's corporation, if it is managed here. */
  ticker: z.nullable(z.string()),
  userId: idSchema,
  mainName: z.string(),
  fact: watchFactSchema,
  since: z.nullable(instantSchema),
  until: z.nullable(instantSchema),
});
export type WatchFinding = z.infer<typeof watchFindingSchema>;

const watchHitSchema = z.extend(watchFindingSchema, {
  foundAt: instantSchema,
  isSeen: z.boolean(),
});
export type WatchHit = z.infer<typeof watchHitSchema>;

export const watchEntrySchema = z.strictObject({
  id: idSchema,
  subject: watchSubjectSchema,
  eveId: z.int(),
  name: z.string(),
  level: watchLevelSchema,
  reason: z.string(),
  link: z.nullable(z.string()),
  months: z.nullable(countSchema),
  createdAt: instantSchema,
  /** It ends then, unless a keeper confirms it. */
  until: instantSchema,
  /** The latest first, and at most so many as `MAX_SHOWN_HITS`. */
  hits: z.array(watchHitSchema),
});
export type WatchEntry = z.infer<typeof watchEntrySchema>;

/** `GET /watchlist`: the entries that end first come first. */
export const watchlistSchema = z.extend(pageOf(watchEntrySchema), {
  /** How many entries of the whole list there are to show. */
  counts: z.record(watchShowSchema, countSchema),
  /** The group whose members keep the list with the administrators. */
  keepers: z.nullable(z.strictObject({ groupId: idSchema, name: z.string() })),
});
export type Watchlist = z.infer<typeof watchlistSchema>;

/** `GET /watchlist/hits`: of which users, as many as a page of a list has. */
export const watchedUsersQuerySchema = z.object({
  users: z.string().check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/)),
});
export type WatchedUsersQuery = z.infer<typeof watchedUsersQuerySchema>;

/** An entry that hits the pilot of a request, or a user, and by which facts. */
const watchedRequestSchema = z.extend(
  z.pick(watchEntrySchema, { id: true, subject: true, eveId: true, name: true, level: true }),
  { findings: z.array(watchFindingSchema) },
);
export type WatchedRequest = z.infer<typeof watchedRequestSchema>;

/**
 * `GET /watchlist/requests/:id`: what hits the pilot of a request to join that waits, for the keepers who review it.
 * `GET /watchlist/hits`: what hits the users.
 */
export const watchedRequestsSchema = z.strictObject({ items: z.array(watchedRequestSchema) });
export type WatchedRequests = z.infer<typeof watchedRequestsSchema>;

/** Memberships in a group that end by a refusal, as far as is known now. */
const watchConsequenceSchema = z.strictObject({
  /** Null if the keeper does not see the group. */
  group: z.nullable(z.strictObject({ groupId: idSchema, name: z.string() })),
  /** At most so many as `MAX_PREVIEWED`, of `count`. */
  users: z.array(z.strictObject({ userId: idSchema, mainName: z.string() })),
  count: countSchema,
  /** Days until they end. */
  graceDays: countSchema,
  /** So many removals wait for a decision. */
  isHeld: z.boolean(),
});
export type WatchConsequence = z.infer<typeof watchConsequenceSchema>;

/** `GET /watchlist/preview`: whom an entry would hit now. */
export const watchPreviewSchema = z.strictObject({
  /** At most so many as `MAX_PREVIEWED`, of `count`. */
  hits: z.array(watchFindingSchema),
  count: countSchema,
  /** Linked characters whose corporation history was never read: they are no hits. 0 for a pilot or an alliance, which do not ask for it. */
  unread: countSchema,
  /** What follows from an entry that refuses; empty for one that watches. */
  follows: z.array(watchConsequenceSchema),
});
export type WatchPreview = z.infer<typeof watchPreviewSchema>;
