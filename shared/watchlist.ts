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
import type { Page } from "./page.ts";
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
export type ImportedWatch = { added: number };

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
export type WatchFinding = {
  characterId: number;
  name: string;
  userId: string;
  mainName: string;
  fact: WatchFact;
  since: string | null;
  until: string | null;
};

export type WatchHit = WatchFinding & { foundAt: string; isSeen: boolean };

export type WatchEntry = {
  id: string;
  subject: WatchSubject;
  eveId: number;
  name: string;
  level: WatchLevel;
  reason: string;
  link: string | null;
  months: number | null;
  createdAt: string;
  /** It ends then, unless a keeper confirms it. */
  until: string;
  /** The latest first, and at most so many as `MAX_SHOWN_HITS`. */
  hits: WatchHit[];
};

/** `GET /watchlist`: the entries that end first come first. */
export type Watchlist = Page<WatchEntry> & {
  /** How many entries of the whole list there are to show. */
  counts: Record<WatchShow, number>;
  /** The group whose members keep the list with the administrators. */
  keepers: { groupId: string; name: string } | null;
};

/** An entry that hits the pilot of a request, and by which facts. */
export type WatchedRequest = Pick<WatchEntry, "id" | "subject" | "eveId" | "name" | "level"> & {
  findings: WatchFinding[];
};

/** `GET /watchlist/requests/:id`: what hits the pilot of a request to join that waits, for the keepers who review it. */
export type WatchedRequests = { items: WatchedRequest[] };

/** Memberships in a group that end by a refusal, as far as is known now. */
export type WatchConsequence = {
  /** Null if the keeper does not see the group. */
  group: { groupId: string; name: string } | null;
  users: { userId: string; mainName: string }[];
  /** Days until they end. */
  graceDays: number;
  /** So many removals wait for a decision. */
  isHeld: boolean;
};

/** `GET /watchlist/preview`: whom an entry would hit now. */
export type WatchPreview = {
  hits: WatchFinding[];
  /** Linked characters whose history was never read: they are no hits. */
  unread: number;
  /** What follows from an entry that refuses; empty for one that watches. */
  follows: WatchConsequence[];
};
