import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Section } from "#shared/characters.ts";
import type { Language } from "#shared/language/languages.ts";
import { characters, instant } from "./accounts.ts";
import type { EsiReason, EveDate, PageCursor } from "./esi.ts";

// Triggers keep the search index and delete what a released character leaves behind: see
// `worker/db/triggers/`.

const ownCharacterId = () =>
  integer("character_id").references(() => characters.id, { onDelete: "cascade" });

// ── Character data of ESI ─────────────────────────────────────────────────────────────────────

/**
 * Stands for the corporation of a character that has left one, until EVE says which is next. EVE gives no corporation this id, and
 * its image server has a default logo under it.
 */
export const UNKNOWN_CORPORATION_ID = 1;

/**
 * The current corporation and alliance. `asOf` is by when the character was there at the latest: the first answer of ESI that said so,
 * which may have been an hour old. It changes only with the values.
 */
export const characterAffiliations = sqliteTable(
  "character_affiliations",
  {
    characterId: ownCharacterId().primaryKey(),
    corporationId: integer("corporation_id").notNull(),
    allianceId: integer("alliance_id"),
    asOf: instant("as_of").notNull(),
  },
  (table) => [
    index("character_affiliations_corporation").on(table.corporationId),
    index("character_affiliations_alliance")
      .on(table.allianceId)
      .where(sql`alliance_id is not null`),
  ],
);

/**
 * Linked characters that ESI's affiliation route does not know, or did not in its last answer. They are not requested again before
 * `retryAt`.
 */
export const unknownCharacters = sqliteTable("unknown_characters", {
  characterId: ownCharacterId().primaryKey(),
  retryAt: instant("retry_at").notNull(),
  /** How often in a row ESI has refused the character when it was due: see `worker/universe/names.ts`. */
  refusals: integer().notNull().default(0),
});

/** SQL condition on `character_sections`, as the text of a partial index. */
export const IS_ONLINE = "section = 'status' and data ->> '$.online' = 1";

/**
 * The latest data of each section, in the shape of the API without names. Written only if it has changed. A trigger deletes
 * what needed the character's token when the character leaves its user.
 */
export const characterSections = sqliteTable(
  "character_sections",
  {
    characterId: ownCharacterId().notNull(),
    section: text().notNull(),
    etag: text(),
    data: text().notNull(),
    /**
     * Trained levels by skill id, so that a rule reads only a few. Null in other sections, and in rows from before this
     * column.
     */
    levels: text({ mode: "json" }).$type<Record<string, number>>(),
    /** Skill points by skill id, as `levels`. */
    points: text({ mode: "json" }).$type<Record<string, number>>(),
  },
  (table) => [
    primaryKey({ columns: [table.characterId, table.section] }),
    // Who was in game at the last reading.
    index("character_sections_online").on(table.characterId).where(sql.raw(IS_ONLINE)),
    // Where each character has been, for a new entry of the watchlist.
    index("character_sections_histories")
      .on(table.characterId)
      .where(sql`section = 'corporationHistory'`),
  ],
);

/** Sections that only rules need. They are on no sheet. */
export type EvidenceSection = "roles" | "titles";

/** Instants are milliseconds since 1970. */
export type SectionCheck = {
  /** As of when the last answer of ESI is true; not when Muster got it. */
  checkedAt: EveDate | null;
  /** As of when roles and titles were first read as they are, without another reading since. */
  since?: EveDate;
  /** By when EVE has told the corporation as of a time between `since` and `checkedAt`. */
  toldBy?: number;
  /** ESI is not called again before. */
  dueAt: number;
  /** Why the last attempt failed. */
  failure: EsiReason | null;
};

/** Progress of reading assets in slices. */
export type AssetScan = PageCursor & { startedAt: number };

export type CheckRecord = {
  checks: Partial<Record<Section | EvidenceSection | "affiliation", SectionCheck>>;
  assetScan?: AssetScan;
  /** When the stored asset pages were valued. */
  assetsValuedAt?: number;
  /** When the record was saved. A refresh lease from an earlier record has ended. */
  savedAt?: number;
};

/** When each section was fetched and may be fetched again: the one row that every refresh writes. */
export const characterChecks = sqliteTable("character_checks", {
  characterId: ownCharacterId().primaryKey(),
  record: text({ mode: "json" }).$type<CheckRecord>().notNull(),
});

/**
 * A lease allows one invocation to refresh the character from the record that was saved at `recordSavedAt` (0: no record).
 * The next record ends the lease early, so finishing a refresh needs no extra write. There is no foreign key, because a
 * character that is not in the database yet is looked up under a lease as well.
 */
export const refreshLeases = sqliteTable("refresh_leases", {
  characterId: integer("character_id").primaryKey(),
  recordSavedAt: instant("record_saved_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Sums over each page of a character's assets; the assets themselves are not stored. */
export const assetPages = sqliteTable(
  "asset_pages",
  {
    characterId: ownCharacterId().notNull(),
    page: integer().notNull(),
    etag: text(),
    itemCount: integer("item_count").notNull(),
    value: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.characterId, table.page] })],
);

/**
 * Every suffix of every main's folded name, so that a search for a part of a name reads a range of an index. Maintained by
 * triggers.
 */
export const mainNameSuffixes = sqliteTable(
  "main_name_suffixes",
  {
    suffix: text().notNull(),
    characterId: ownCharacterId().notNull(),
    isWhole: integer("is_whole", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.suffix, table.characterId] }),
    index("main_name_suffixes_whole")
      .on(table.suffix, table.characterId)
      .where(sql`is_whole = 1`),
    index("main_name_suffixes_character").on(table.characterId),
  ],
);

// ── The universe ──────────────────────────────────────────────────────────────────────────────

/**
 * Names of corporations, alliances, types and structures; they do not expire. A row without a name: ESI refused it (to the
 * character `refusedTo`, if the route needs a token), and is called again after `retryAt`.
 */
export const names = sqliteTable(
  "names",
  {
    id: integer().primaryKey(),
    name: text(),
    nameFolded: text("name_folded"),
    refusedTo: integer("refused_to"),
    retryAt: instant("retry_at"),
    /** How often in a row ESI has refused the name when it was due. */
    refusals: integer().notNull().default(0),
  },
  (table) => [
    index("names_by_name").on(table.nameFolded),
    index("names_refused")
      .on(table.refusedTo)
      .where(sql`refused_to is not null`),
  ],
);

/**
 * EVE's names of solar systems in a language other than English, which `names` has. Of all that is shown by name, only these and
 * types differ by language in ESI. After `freshUntil` a name is read again, and so is one that ESI could not tell: it is English
 * until then.
 */
export const systemNames = sqliteTable(
  "system_names",
  {
    language: text().$type<Language>().notNull(),
    systemId: integer("system_id").notNull(),
    name: text().notNull(),
    freshUntil: instant("fresh_until").notNull(),
  },
  (table) => [primaryKey({ columns: [table.language, table.systemId] })],
);

/**
 * The average prices, or the adjusted ones where there is none, by type id. A thousand types have a row, because all change
 * every day, and the free plan allows 100,000 written rows.
 */
export const typePrices = sqliteTable("type_prices", {
  /** Type ids divided by a thousand. */
  page: integer().primaryKey(),
  prices: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
});

// ── Jobs ──────────────────────────────────────────────────────────────────────────────────────

/** One run of a job. Without `finishedAt` it is running, or was cut off. */
export const jobRuns = sqliteTable(
  "job_runs",
  {
    id: text().primaryKey(),
    job: text().notNull(),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    /** How many rows the run changed; null if it failed. */
    rows: integer(),
    error: text(),
  },
  (table) => [
    index("job_runs_job").on(table.job, table.startedAt),
    index("job_runs_failed")
      .on(table.startedAt)
      .where(sql`error is not null`),
  ],
);
