import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { characters, instant } from "./accounts.ts";
import { corporations } from "./corporations.ts";

/**
 * The conditions that the rules contain, so that SQL finds out what they need without reading trees. Maintained by triggers
 * (migrations/*_evidence.sql).
 */
export const ruleConditions = sqliteTable(
  "rule_conditions",
  {
    /** The type of a condition, or `every` for that quantifier. */
    type: text().notNull(),
    /** The group of `member_of`, the corporation of `titles`, the `standingKey` of `standing`; else empty. */
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
    dueAt: instant("due_at").notNull(),
  },
  (table) => [index("evidence_refreshes_due").on(table.dueAt)],
);

// ── Read with a director's token ──────────────────────────────────────────────────────────────

export type DirectorList = "roles" | "titles" | "contacts";

/** When a list was last read to the end. Its owner is a corporation or, of contacts, an alliance. */
export const directorLists = sqliteTable(
  "director_lists",
  {
    ownerId: integer("owner_id").notNull(),
    list: text().$type<DirectorList>().notNull(),
    readAt: instant("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.list] })],
);

const memberColumns = {
  characterId: integer("character_id").notNull(),
  corporationId: integer("corporation_id")
    .notNull()
    .references(() => corporations.id, { onDelete: "cascade" }),
};

/** The members of a corporation who have roles that apply everywhere. */
export const memberRoles = sqliteTable(
  "corporation_member_roles",
  { ...memberColumns, roles: text({ mode: "json" }).$type<string[]>().notNull() },
  (table) => [
    primaryKey({ columns: [table.characterId, table.corporationId] }),
    index("corporation_member_roles_corporation").on(table.corporationId),
  ],
);

/** The members of a corporation who have titles. */
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
