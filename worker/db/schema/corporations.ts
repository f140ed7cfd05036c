import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CorporationCategory, DirectorProblem } from "#shared/corporations.ts";
import { characters, instant } from "./accounts.ts";
import type { EsiReason } from "./esi.ts";

// The tables of what accumulates are WITHOUT ROWID, which drizzle cannot say: see migrations/0007_corporations.sql.

const ownCorporationId = () =>
  integer("corporation_id")
    .notNull()
    .references(() => corporations.id, { onDelete: "cascade" });

/** The corporations that administrators manage. The id is EVE's. */
export const corporations = sqliteTable(
  "corporations",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    /** In lower case, folded by JavaScript. Lists are sorted and searched by it. */
    nameFolded: text("name_folded").notNull(),
    ticker: text().notNull(),
    tickerFolded: text("ticker_folded").notNull(),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    assignedCharacterId: integer("assigned_character_id").references(() => characters.id),
    isVerified: integer("is_verified", { mode: "boolean" }).notNull().default(false),
    verifiedAt: instant("verified_at"),
    createdAt: instant("created_at").notNull(),
    /** As EVE tells everybody. */
    memberCount: integer("member_count"),
    ceoId: integer("ceo_id"),
    allianceId: integer("alliance_id"),
    /** Members who are linked here, at the last fetch of the members. */
    linkedMemberCount: integer("linked_member_count").notNull().default(0),
    /** Of the rows that accumulate: kept by those who insert them, for counting them would read them all. */
    journalCount: integer("journal_count").notNull().default(0),
    contractCount: integer("contract_count").notNull().default(0),
    killmailCount: integer("killmail_count").notNull().default(0),
  },
  (table) => [index("corporations_name").on(table.nameFolded, table.id)],
);

/** Characters whose authorization reads a corporation's data. */
export const directors = sqliteTable(
  "corporation_directors",
  {
    id: text().primaryKey(),
    corporationId: ownCorporationId(),
    characterId: integer("character_id")
      .notNull()
      .references(() => characters.id),
    priority: integer().notNull(),
    isHealthy: integer("is_healthy", { mode: "boolean" }).notNull().default(false),
    /** In a row. */
    failureCount: integer("failure_count").notNull().default(0),
    problem: text().$type<DirectorProblem>(),
    roles: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    rolesEtag: text("roles_etag"),
    /** EVE is not asked for the roles before. */
    rolesExpireAt: instant("roles_expire_at"),
    /** When a check last came to a result, and when one was last tried. */
    checkedAt: instant("checked_at"),
    attemptedAt: instant("attempted_at"),
    /** When a call with this director last failed; of other calls the runs tell. */
    failedAt: instant("failed_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("corporation_directors_character").on(table.corporationId, table.characterId),
    index("corporation_directors_of_character").on(table.characterId),
    index("corporation_directors_attempted").on(table.attemptedAt),
  ],
);

/** What was found of a category, and how far the run is with it. Instants are milliseconds since 1970. */
export type RunPlan = {
  /** By source; begins as the last run left it. */
  sources: Record<string, SourceState>;
  /** What this run has read to its end, or given up. */
  done: string[];
  /** When a run of this category last succeeded, before this one. */
  lastSuccessAt: number | null;
  /** The list that is being read, page by page. */
  cursor?: { source: string; nextPage: number; pages: number; lastModified: string | null };
  /** How often that list was renewed under our eyes. */
  restarts?: number;
  /** Directors with whom the present call failed. */
  tried?: string[];
};

export type SourceState = {
  /** EVE is not asked before. */
  expiresAt: number | null;
  /** Of what is kept without pages. */
  etag?: string | null;
  /** Items, of what is replaced as a whole. */
  count?: number;
  /** Why the last attempt was given up. */
  failure?: RunFailure;
};

export type RunFailure = EsiReason | "no_director" | "cut_off";

/**
 * One fetch of one category: the record of it, and its state while it goes on. At most one of a corporation and
 * category is without `finishedAt`.
 */
export const fetchRuns = sqliteTable(
  "corporation_runs",
  {
    id: text().primaryKey(),
    corporationId: ownCorporationId(),
    category: text().$type<CorporationCategory>().notNull(),
    /** Who is or was used last. */
    directorId: text("director_id").references(() => directors.id, { onDelete: "set null" }),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    /** When the category is due again. */
    dueAt: instant("due_at"),
    /** While in the future, one invocation is at work and the others keep off. */
    leaseUntil: instant("lease_until"),
    /** When the next invocation is to go on. */
    resumesAt: instant("resumes_at"),
    /** Invocations since the last progress. */
    attempts: integer().notNull().default(0),
    /** Counts every write; an invocation that lost its lease sees it move. */
    version: integer().notNull().default(0),
    pagesRead: integer("pages_read").notNull().default(0),
    /** Items in what changed. */
    rows: integer().notNull().default(0),
    error: text().$type<RunFailure>(),
    plan: text({ mode: "json" }).$type<RunPlan>(),
  },
  (table) => [
    uniqueIndex("corporation_runs_open")
      .on(table.corporationId, table.category)
      .where(sql`finished_at is null`),
    index("corporation_runs_latest").on(table.corporationId, table.category, table.startedAt),
    index("corporation_runs_success")
      .on(table.corporationId, table.finishedAt)
      .where(sql`error is null`),
    index("corporation_runs_failed")
      .on(table.finishedAt)
      .where(sql`error is not null`),
    index("corporation_runs_director").on(table.directorId, table.startedAt),
  ],
);

/**
 * What is replaced as a whole, a row for each thousand items as ESI told them. While a list is read, pages that
 * changed wait as `isStaged`; of what accumulates only the ETags are kept.
 */
export const dataPages = sqliteTable(
  "corporation_pages",
  {
    corporationId: ownCorporationId(),
    /** A list of ESI; journals as `journal:1` and so on. */
    source: text().notNull(),
    isStaged: integer("is_staged", { mode: "boolean" }).notNull(),
    page: integer().notNull(),
    etag: text(),
    itemCount: integer("item_count").notNull(),
    /** A JSON array. */
    data: text(),
  },
  (table) => [
    primaryKey({ columns: [table.corporationId, table.source, table.isStaged, table.page] }),
  ],
);

/** Entries of the wallet journals, as ESI told them: ESI forgets them after a month. */
export const journalEntries = sqliteTable(
  "corporation_journal",
  {
    corporationId: ownCorporationId(),
    division: integer().notNull(),
    id: integer().notNull(),
    data: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.corporationId, table.division, table.id] })],
);

/** Contracts as ESI last told them. */
export const contracts = sqliteTable(
  "corporation_contracts",
  { corporationId: ownCorporationId(), id: integer().notNull(), data: text().notNull() },
  (table) => [primaryKey({ columns: [table.corporationId, table.id] })],
);

/** With its hash, anybody may ask ESI for the killmail itself. */
export const killmails = sqliteTable(
  "corporation_killmails",
  { corporationId: ownCorporationId(), id: integer().notNull(), hash: text().notNull() },
  (table) => [primaryKey({ columns: [table.corporationId, table.id] })],
);

/** One check of all directors of a corporation. */
export const healthMarks = sqliteTable(
  "corporation_health",
  {
    corporationId: ownCorporationId(),
    at: instant("at").notNull(),
    directors: integer().notNull(),
    healthy: integer().notNull(),
    /** Of whom EVE could not be asked. */
    unknown: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.corporationId, table.at] })],
);
