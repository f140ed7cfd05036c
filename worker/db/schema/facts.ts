import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { FactKind, Missing } from "#shared/facts.ts";
import { instant, ofUser, users } from "./accounts.ts";
import { applicationIdColumn } from "./applications.ts";

/** What an application tells about pilots, as an administrator has declared it. */
export const facts = sqliteTable(
  "facts",
  {
    id: text().primaryKey(),
    applicationId: applicationIdColumn(),
    key: text().notNull(),
    title: text().notNull(),
    kind: text().$type<FactKind>().notNull(),
    options: text({ mode: "json" }).$type<string[]>().notNull(),
    maxAgeHours: integer("max_age_hours").notNull(),
    missing: text().$type<Missing>().notNull(),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** The latest time that a value was true at. It dates that a value is missing. */
    asOf: instant("as_of"),
    /** The latest time that a value was confirmed for whose date was not moved. */
    confirmedAt: instant("confirmed_at"),
    writtenAt: instant("written_at"),
    /** Version 1.0 counts what a day writes here, and runs on this schema during an update or after a rollback. Both may go with version 2. */
    writtenDay: integer("written_day").notNull().default(0),
    writtenValues: integer("written_values").notNull().default(0),
  },
  (table) => [
    uniqueIndex("facts_key").on(table.applicationId, table.key),
    index("facts_creator").on(table.createdBy),
  ],
);

/**
 * What an application has told about a pilot. WITHOUT ROWID, which Drizzle cannot express: a changed value is one written row. A trigger
 * deletes the values of a deleted fact.
 */
export const factValues = sqliteTable(
  "fact_values",
  {
    userId: ofUser(),
    factId: text("fact_id").notNull(),
    /** JSON. Null: two values were told for the same time. */
    value: text(),
    asOf: instant("as_of").notNull(),
    /** From then on the value is missing. */
    endsAt: instant("ends_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.factId] }),
    index("fact_values_fact").on(table.factId),
  ],
);

/** Answers to requests with an `Idempotency-Key`, for a day: the same request again gets the same answer. */
export const apiAnswers = sqliteTable(
  "api_answers",
  {
    applicationId: applicationIdColumn(),
    key: text().notNull(),
    /** SHA-256 of the request. */
    request: text().notNull(),
    answer: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.key] }),
    index("api_answers_created").on(table.createdAt),
  ],
);
