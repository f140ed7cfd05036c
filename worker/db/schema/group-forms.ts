import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Answers, FormContent, SharedSection } from "#shared/groups/forms.ts";
import { characters, instant, users } from "./accounts.ts";
import { groups, joinRequests, ofGroup } from "./groups.ts";

/** How a group treats requests. A group without a row asks for a reason alone, and its owner and admins review. */
export const groupVetting = sqliteTable(
  "group_vetting",
  {
    groupId: text("group_id")
      .primaryKey()
      .references(() => groups.id, { onDelete: "cascade" }),
    /** The form that requests answer now; null for none. */
    formVersion: integer("form_version"),
    /** How many versions there have been: a number is never given twice. */
    versions: integer().notNull().default(0),
    /** Members of this group review requests too. */
    reviewerGroupId: text("reviewer_group_id").references(() => groups.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    index("group_vetting_reviewers")
      .on(table.reviewerGroupId)
      .where(sql`reviewer_group_id is not null`),
  ],
);

/** Versions of forms: the present one, and those that requests have answered. */
export const groupForms = sqliteTable(
  "group_forms",
  {
    groupId: ofGroup(),
    version: integer().notNull(),
    form: text({ mode: "json" }).$type<FormContent>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.version] })],
);

/** The request that a row belongs to: it is deleted with the request. */
const ofRequest = () =>
  text("request_id")
    .notNull()
    .references(() => joinRequests.id, { onDelete: "cascade" });

/** What a request answers to the form of its group. */
export const requestAnswers = sqliteTable(
  "request_answers",
  {
    requestId: text("request_id")
      .primaryKey()
      .references(() => joinRequests.id, { onDelete: "cascade" }),
    groupId: ofGroup(),
    formVersion: integer("form_version").notNull(),
    answers: text({ mode: "json" }).$type<Answers>().notNull(),
    /** How many days sharing goes on after an approval. */
    shareDays: integer("share_days").notNull().default(0),
    /** The group whose members the pilot was told of as readers. */
    reviewerGroupId: text("reviewer_group_id"),
    /** When the job looks for sharing that has ended; null when it has, and for a form that asks for nothing. */
    shareUntil: instant("share_until"),
    /** When the answers are deleted; null while the request waits. A trigger keeps both. */
    eraseAt: instant("erase_at"),
  },
  (table) => [
    index("request_answers_version").on(table.groupId, table.formVersion),
    index("request_answers_shared")
      .on(table.shareUntil)
      .where(sql`share_until is not null`),
    index("request_answers_erased")
      .on(table.eraseAt)
      .where(sql`erase_at is not null`),
  ],
);

/**
 * Sections of characters that a pilot shares with the reviewers of a request. Values are read live; `worker/groups/forms/sharing.ts`
 * says when sharing has ended, whether or not the row is still there.
 */
export const requestShares = sqliteTable(
  "request_shares",
  {
    requestId: ofRequest(),
    section: text().$type<SharedSection>().notNull(),
    characterId: integer("character_id")
      .notNull()
      .references(() => characters.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.section, table.characterId] }),
    index("request_shares_character").on(table.characterId),
  ],
);

/** What reviewers write about a request, for each other. */
export const requestNotes = sqliteTable(
  "request_notes",
  {
    id: text().primaryKey(),
    requestId: ofRequest(),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    text: text().notNull(),
    createdAt: instant("created_at").notNull(),
    /** It is not deleted before. The trigger `note_dated` sets it. */
    eraseAt: instant("erase_at"),
  },
  (table) => [
    index("request_notes_request").on(table.requestId, table.createdAt, table.id),
    index("request_notes_author").on(table.authorId),
    index("request_notes_erased")
      .on(table.eraseAt)
      .where(sql`erase_at is not null`),
  ],
);
