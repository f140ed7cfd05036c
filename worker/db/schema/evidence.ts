import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { characters, instant } from "./accounts.ts";
import { corporations, directors } from "./corporations.ts";

/**
 * The conditions that the rules contain, so that SQL finds out what they need without reading trees. Maintained by triggers
 * (`worker/db/triggers/rules.ts`).
 */
export const ruleConditions = sqliteTable(
  "rule_conditions",
  {
    /** The type of a condition, or `every` for that quantifier. */
    type: text().notNull(),
    /** The group of `member_of` and `took_part`, the corporation of `titles`, the `standingKey` of `standing`; else empty. */
    subject: text().notNull(),
    /** The group whose rule it is. */
    ruleId: text("rule_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.subject, table.ruleId] }),
    index("rule_conditions_rule").on(table.ruleId),
  ],
);

/** When the last pass of a job that left out no character began. It confirms what has not changed since. */
export const completedPasses = sqliteTable("completed_passes", {
  job: text().primaryKey(),
  startedAt: instant("started_at").notNull(),
});

/** Characters whose evidence gets too old within a day. It is refreshed in the background when it is due. */
export const evidenceRefreshes = sqliteTable(
  "evidence_refreshes",
  {
    characterId: integer("character_id")
      .primaryKey()
      .references(() => characters.id, { onDelete: "cascade" }),
    /** Negative while it is read: `worker/characters/evidence-job.ts`. */
    dueAt: instant("due_at").notNull(),
  },
  (table) => [index("evidence_refreshes_due").on(table.dueAt)],
);

// ── Read with a director's token ──────────────────────────────────────────────────────────────

export type DirectorList = "roles" | "titles" | "contacts";

/** As of when a list that was read to the end is true. Its owner is a corporation or, of contacts, an alliance. */
export const directorLists = sqliteTable(
  "director_lists",
  {
    ownerId: integer("owner_id").notNull(),
    list: text().$type<DirectorList>().notNull(),
    readAt: instant("read_at").notNull(),
    /** As of when its items were first read as they are; null until the list is next read. */
    sameSince: instant("same_since"),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.list] })],
);

const memberColumns = {
  characterId: integer("character_id").notNull(),
  corporationId: integer("corporation_id")
    .notNull()
    .references(() => corporations.id, { onDelete: "cascade" }),
};

/**
 * The members of a corporation who have roles that apply everywhere, and with an empty list those who are known to Muster and
 * have none.
 */
export const memberRoles = sqliteTable(
  "corporation_member_roles",
  { ...memberColumns, roles: text({ mode: "json" }).$type<string[]>().notNull() },
  (table) => [
    primaryKey({ columns: [table.characterId, table.corporationId] }),
    index("corporation_member_roles_corporation").on(table.corporationId),
  ],
);

/** The same of titles. */
export const memberTitles = sqliteTable(
  "corporation_member_titles",
  { ...memberColumns, titleIds: text("title_ids", { mode: "json" }).$type<number[]>().notNull() },
  (table) => [
    primaryKey({ columns: [table.characterId, table.corporationId] }),
    index("corporation_member_titles_corporation").on(table.corporationId),
  ],
);

/** The contacts of corporations and alliances. EVE's ids of characters, corporations and alliances do not overlap. */
export const contacts = sqliteTable(
  "contacts",
  {
    ownerId: integer("owner_id").notNull(),
    contactId: integer("contact_id").notNull(),
    standing: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.contactId] })],
);

// ── The roster ────────────────────────────────────────────────────────────────────────────────

// Both tables of a corporation's members are WITHOUT ROWID, which Drizzle cannot express: see
// `migrations/0077_baseline.sql`. Triggers (`worker/db/triggers/rosters.ts`) keep affiliations and departures in step.

/** How Muster learned of a departure: EVE's notice to a director, the list of members, or the character's affiliation. */
type DepartureSource = "notice" | "list" | "affiliation";

/**
 * The members that EVE lists, and former members for ninety days. Every change has the time of the evidence, not of its arrival: a later
 * one beats an earlier one, whichever source it is from.
 */
export const corporationMembers = sqliteTable(
  "corporation_members",
  {
    ...memberColumns,
    /** Null until EVE has named the character. */
    name: text(),
    nameFolded: text("name_folded"),
    /** As of when EVE first listed the character, or again after a departure. */
    listedAt: instant("listed_at").notNull(),
    /** From member tracking, which needs a director. */
    joinedAt: instant("joined_at"),
    lastOnlineAt: instant("last_online_at"),
    /** As of when the character is no longer a member; null while it is one. */
    leftAt: instant("left_at"),
    departure: text().$type<DepartureSource>(),
  },
  (table) => [
    primaryKey({ columns: [table.corporationId, table.characterId] }),
    index("corporation_members_character").on(table.characterId),
    index("corporation_members_unnamed")
      .on(table.corporationId)
      .where(sql`name is null`),
    index("corporation_members_left")
      .on(table.leftAt)
      .where(sql`left_at is not null`),
  ],
);

/** The numbers of each day, of the last reading of it. */
export const rosterCounts = sqliteTable(
  "roster_counts",
  {
    corporationId: memberColumns.corporationId,
    /** Days since 1970, in EVE's time. */
    day: integer().notNull(),
    members: integer().notNull(),
    registered: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.corporationId, table.day] })],
);

/** The access lists that a director manages in game, as last read. The same list may come from several directors. */
export const accessLists = sqliteTable(
  "access_lists",
  {
    directorId: text("director_id")
      .notNull()
      .references(() => directors.id, { onDelete: "cascade" }),
    listId: integer("list_id").notNull(),
    name: text().notNull(),
    /** The characters whom the list names, unless it blocks them. */
    allowed: text({ mode: "json" }).$type<number[]>().notNull(),
    allowsEveryone: integer("allows_everyone", { mode: "boolean" }).notNull(),
    /** It lets whole corporations or alliances in. */
    isWide: integer("is_wide", { mode: "boolean" }).notNull(),
    readAt: instant("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.directorId, table.listId] })],
);

/** When a director's notices are read again, and up to which they were read. */
export const noticePolls = sqliteTable("notice_polls", {
  directorId: text("director_id")
    .primaryKey()
    .references(() => directors.id, { onDelete: "cascade" }),
  /** EVE must not be asked before. */
  dueAt: instant("due_at").notNull(),
  polledAt: instant("polled_at").notNull(),
  etag: text(),
  /** When the director's access lists are read again. */
  listsDueAt: instant("lists_due_at"),
  /** The greatest id of a notice that was applied. */
  lastNoticeId: integer("last_notice_id").notNull().default(0),
  /** Why the last poll failed; null after a success. */
  failure: text(),
});
