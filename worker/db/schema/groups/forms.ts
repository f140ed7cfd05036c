import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Answers, Form } from "#shared/groups/forms.ts";
import { instant } from "#worker/db/schema/accounts.ts";
import { groups, joinRequests, ofGroup } from "#worker/db/schema/groups.ts";

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
    form: text({ mode: "json" }).$type<Form>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.version] })],
);

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
  },
  (table) => [index("request_answers_version").on(table.groupId, table.formVersion)],
);
