import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CorporationCategory, DirectorProblem } from "#shared/corporations/corporations.ts";
import { characters, instant } from "./accounts.ts";
import type { EsiReason, EveDate, PageCursor } from "./esi.ts";
import { groups } from "./groups.ts";

// The tables of items that accumulate are WITHOUT ROWID, which Drizzle cannot express: see `migrations/0077_baseline.sql`.

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
    /** Lists are sorted and searched by it. */
    nameFolded: text("name_folded").notNull(),
    ticker: text().notNull(),
    tickerFolded: text("ticker_folded").notNull(),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    assignedCharacterId: integer("assigned_character_id").references(() => characters.id),
    isVerified: integer("is_verified", { mode: "boolean" }).notNull().default(false),
    /** When a verification last succeeded. */
    verifiedAt: instant("verified_at"),
    /** When the last verification failed; null if it succeeded. */
    verificationFailedAt: instant("verification_failed_at"),
    createdAt: instant("created_at").notNull(),
    /** Public data of EVE. */
    memberCount: integer("member_count"),
    ceoId: integer("ceo_id"),
    allianceId: integer("alliance_id"),
    /** Members who were linked to an account at the last fetch of the members. */
    linkedMemberCount: integer("linked_member_count").notNull().default(0),
    /** How many items have accumulated. Counting them for each request would read all of them. */
    journalCount: integer("journal_count").notNull().default(0),
    contractCount: integer("contract_count").notNull().default(0),
    killmailCount: integer("killmail_count").notNull().default(0),
    /** As of when the lists of members are so short that it may be a mistake of EVE; null if the last one is not. */
    doubtfulSince: instant("doubtful_since"),
    /** The group whose members may read the roster, besides system administrators. */
    rosterGroupId: text("roster_group_id").references(() => groups.id, { onDelete: "set null" }),
    /** Whether roles and titles are read for the roster, and not only where a rule needs them. */
    readsRoles: integer("reads_roles", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("corporations_name").on(table.nameFolded, table.id)],
);

/** Characters with whose access tokens a corporation's data is read. */
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
    /** Consecutive. */
    failureCount: integer("failure_count").notNull().default(0),
    problem: text().$type<DirectorProblem>(),
    roles: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    rolesEtag: text("roles_etag"),
    /** EVE must not be asked for the roles before. */
    rolesExpireAt: instant("roles_expire_at"),
    /** When a check last had a result, and when one was last attempted. */
    checkedAt: instant("checked_at"),
    attemptedAt: instant("attempted_at"),
    /** When a call with this director last failed. Runs record the other calls. */
    failedAt: instant("failed_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("corporation_directors_character").on(table.corporationId, table.characterId),
    index("corporation_directors_of_character").on(table.characterId),
  ],
);

/** The state of a category's lists, and the progress of the run. Instants are milliseconds since 1970. */
export type RunPlan = {
  /** By source; taken over from the last run. */
  sources: Record<string, SourceState>;
  /** Sources that this run has read to the end or given up. */
  done: string[];
  /** When an earlier run of this category last succeeded. */
  lastSuccessAt: number | null;
  /** The list that is being read, page by page. */
  cursor?: PageCursor & { source: string };
  /** Directors with whom the current call has failed. */
  tried?: string[];
};

export type SourceState = {
  /** EVE must not be asked before. */
  expiresAt: number | null;
  /** When the list was last read to its end. */
  readAt?: number;
  /** As of when EVE's last answer is true. */
  asOf?: EveDate;
  /** The ETag of public data, which has no pages. */
  etag?: string | null;
  /** Items of a snapshot. */
  count?: number;
  /** For a journal of one page: all entries with smaller ids are stored. */
  storedTo?: number;
  /** What a changed page cost when it was last read: estimated processor time in milliseconds. */
  pageMs?: number;
  /** Why the last fetch of the source was given up. */
  failure?: RunFailure;
};

export type RunFailure = EsiReason | "no_director" | "cut_off";

/**
 * One fetch of one category: its state while it is open, and its record afterwards. A corporation has at most one open
 * run (without `finishedAt`) of each category.
 */
export const fetchRuns = sqliteTable(
  "corporation_runs",
  {
    id: text().primaryKey(),
    corporationId: ownCorporationId(),
    category: text().$type<CorporationCategory>().notNull(),
    /** The director used last. */
    directorId: text("director_id").references(() => directors.id, { onDelete: "set null" }),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    /** When the category is due again. */
    dueAt: instant("due_at"),
    /** While in the future, one invocation has the run and the others leave it alone. */
    leaseUntil: instant("lease_until"),
    /** When the next invocation resumes the run. */
    resumesAt: instant("resumes_at"),
    /** Invocations since the last progress. */
    attempts: integer().notNull().default(0),
    /** Incremented by every write, so that an invocation that has lost its lease writes nothing. */
    version: integer().notNull().default(0),
    pagesRead: integer("pages_read").notNull().default(0),
    /** Items that are new or changed. */
    rows: integer().notNull().default(0),
    error: text().$type<RunFailure>(),
    plan: text({ mode: "json" }).$type<RunPlan>(),
  },
  (table) => [
    uniqueIndex("corporation_runs_open")
      .on(table.corporationId, table.category)
      .where(sql`finished_at is null`),
    index("corporation_runs_latest").on(table.corporationId, table.category, table.startedAt),
    index("corporation_runs_failed")
      .on(table.finishedAt)
      .where(sql`error is not null`),
    index("corporation_runs_director")
      .on(table.directorId, table.startedAt)
      .where(sql`director_id is not null`),
  ],
);

/**
 * Snapshots as ESI has them, a row for each thousand items. While a list is read, its changed pages are `isStaged`. Of
 * lists that accumulate, only the ETags are here.
 */
export const dataPages = sqliteTable(
  "corporation_pages",
  {
    corporationId: ownCorporationId(),
    /** A list of ESI; journals are `journal:1` to `journal:7`. */
    source: text().notNull(),
    isStaged: integer("is_staged", { mode: "boolean" }).notNull(),
    page: integer().notNull(),
    etag: text(),
    itemCount: integer("item_count").notNull(),
    /** A JSON array. */
    data: text(),
    /** By ids, the folded names of the titles that a page has; null in other lists, which have no search. */
    titlesFolded: text("titles_folded"),
  },
  (table) => [
    primaryKey({ columns: [table.corporationId, table.source, table.isStaged, table.page] }),
  ],
);

/** Entries of the wallet journals as ESI has them. ESI lists them for a month. */
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

/** Contracts as ESI last had them. */
export const contracts = sqliteTable(
  "corporation_contracts",
  { corporationId: ownCorporationId(), id: integer().notNull(), data: text().notNull() },
  (table) => [primaryKey({ columns: [table.corporationId, table.id] })],
);

/**
 * The kills and losses of a corporation for ninety days: first the id and hash with which ESI returns a killmail to any caller, then what
 * of it is shown. A killmail between two managed corporations has a row for each.
 */
export const killmails = sqliteTable(
  "corporation_killmails",
  {
    corporationId: ownCorporationId(),
    id: integer().notNull(),
    hash: text().notNull(),
    /** When the ship was lost; null until the killmail is read. What EVE does not tell has no ship, and the time of the refusal. */
    at: instant("at"),
    systemId: integer("system_id"),
    /** The pilot; null for structures. */
    victimId: integer("victim_id"),
    victimCorporationId: integer("victim_corporation_id"),
    shipTypeId: integer("ship_type_id"),
    /** The pilot, else the corporation; null for pirates of EVE. */
    finalBlowId: integer("final_blow_id"),
    attackerCount: integer("attacker_count"),
    /** ISK: ship and items at the market's prices of the day on which it was read; null without a price of the ship. */
    value: real(),
  },
  (table) => [
    primaryKey({ columns: [table.corporationId, table.id] }),
    index("corporation_killmails_unread")
      .on(table.corporationId, table.id)
      .where(sql`at is null`),
    // Losses of pilots: a row written for each kill as well would be many.
    index("corporation_killmails_losses")
      .on(table.victimId, table.at)
      .where(sql`victim_id is not null and victim_corporation_id = corporation_id`),
  ],
);

/** One check of all directors of a corporation. */
export const healthMarks = sqliteTable(
  "corporation_health",
  {
    corporationId: ownCorporationId(),
    at: instant("at").notNull(),
    directors: integer().notNull(),
    healthy: integer().notNull(),
    failing: integer().notNull().default(0),
    /** Directors for whom EVE did not answer. */
    unknown: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.corporationId, table.at] }),
    index("corporation_health_time").on(table.at),
  ],
);
