import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Right } from "#shared/applications/tokens.ts";
import type { DeliveryState, DeliveryTopic, WebhookTopic } from "#shared/applications/webhooks.ts";
import { instant, users } from "./accounts.ts";
import { applicationIdColumn } from "./applications.ts";

/** Tokens with which an application reads `/api/v1`. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: text().primaryKey(),
    applicationId: applicationIdColumn(),
    name: text().notNull(),
    rights: text({ mode: "json" }).$type<Right[]>().notNull(),
    /** SHA-256 of 256 random bits. */
    hash: text().notNull().unique(),
    lastFour: text("last_four").notNull(),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** Written at most once an hour. */
    lastUsedAt: instant("last_used_at"),
    expiresAt: instant("expires_at"),
  },
  (table) => [
    index("api_tokens_application").on(table.applicationId, table.createdAt),
    index("api_tokens_creator").on(table.createdBy),
  ],
);

/** Addresses that are told what happens. Each follows the log with its own cursor. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    applicationId: applicationIdColumn(),
    url: text().notNull(),
    topics: text({ mode: "json" }).$type<WebhookTopic[]>().notNull(),
    /** Encrypted. */
    secret: text().notNull(),
    /** Counts the replacements. */
    secretVersion: integer("secret_version").notNull().default(0),
    lastFour: text("last_four").notNull(),
    /** The one before, encrypted: it signs too until it ends. */
    formerSecret: text("former_secret"),
    formerEndsAt: instant("former_ends_at"),
    isOn: integer("is_on", { mode: "boolean" }).notNull().default(true),
    createdAt: instant("created_at").notNull(),
    /** The last event of the log that was read for it. */
    afterSeq: integer("after_seq").notNull(),
    /** Why the last try failed; null after one that did not. */
    failure: text(),
    failingSince: instant("failing_since"),
    /** Nothing is sent before. */
    waitsUntil: instant("waits_until"),
    /** While in the future, one invocation works on it. */
    leaseUntil: instant("lease_until"),
    leaseId: text("lease_id"),
  },
  (table) => [
    index("webhooks_application").on(table.applicationId, table.createdAt),
    index("webhooks_cursor")
      .on(table.afterSeq)
      .where(sql`is_on = 1`),
    index("webhooks_former_ends")
      .on(table.formerEndsAt)
      .where(sql`former_ends_at is not null`),
  ],
);

/** What a webhook was told, or is to be told. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    applicationId: applicationIdColumn(),
    eventId: text("event_id").notNull(),
    /** The user it is about: their deliveries are erased with the account. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    topic: text().$type<DeliveryTopic>().notNull(),
    /** The body, as it is signed. */
    body: text().notNull(),
    /** In words, for the page. */
    subject: text().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    tries: integer().notNull().default(0),
    status: integer(),
    durationMs: integer("duration_ms"),
    error: text(),
    createdAt: instant("created_at").notNull(),
    /** When the next try is due. */
    dueAt: instant("due_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_once").on(table.webhookId, table.eventId),
    index("webhook_deliveries_listed").on(table.applicationId, table.createdAt, table.id),
    index("webhook_deliveries_in_state").on(
      table.applicationId,
      table.state,
      table.createdAt,
      table.id,
    ),
    index("webhook_deliveries_due")
      .on(table.webhookId, table.dueAt)
      .where(sql`state = 'waiting'`),
    index("webhook_deliveries_user")
      .on(table.userId)
      .where(sql`user_id is not null`),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
