import { and, eq, getTableColumns, lt, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { webhookDeliveries, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { orm, prepare, rows, write } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { isFree, taken } from "#worker/work/lease.ts";
import type { WebhookMessage } from "./messages.ts";

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export type WebhookRow = typeof webhooks.$inferSelect;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Takes the lease of a webhook, unless another invocation works on it. */
export function takeWebhook(id: string, leaseId: string, at: number) {
  return rows(getTableColumns(webhooks), (fields) =>
    orm
      .update(webhooks)
      .set(taken(leaseId, at))
      .where(and(eq(webhooks.id, id), isFree(webhooks.leaseUntil, at)))
      .returning(fields),
  );
}

/** What the application of a webhook may know. */
export const selectClaims = prepare({ claims: applications.claims }, (fields) =>
  orm
    .select(fields)
    .from(webhooks)
    .innerJoin(applications, eq(applications.id, webhooks.applicationId))
    .where(eq(webhooks.id, sql.placeholder("id"))),
);

/** SQL condition: a message about the user that the webhook has yet to be sent. */
function isWaitingOf(id: string, userId: string | SQL) {
  return sql`+${webhookDeliveries.webhookId} = ${id} and ${webhookDeliveries.userId} = ${userId}
    and ${webhookDeliveries.state} = 'waiting'`;
}

/**
 * A delivery for each message, unless it has one, or the user that it is about is gone. It is not due before those about the same
 * user that wait: they are sent in the order in which they were inserted.
 */
export function insertDeliveries(
  { id, applicationId }: WebhookRow,
  messages: WebhookMessage[],
  at: number,
) {
  const found = JSON.stringify(
    messages.map((message) => ({ ...message, id: `msg_${randomToken(18)}` })),
  );
  const target = [
    webhookDeliveries.id,
    webhookDeliveries.webhookId,
    webhookDeliveries.applicationId,
    webhookDeliveries.eventId,
    webhookDeliveries.userId,
    webhookDeliveries.topic,
    webhookDeliveries.body,
    webhookDeliveries.subject,
    webhookDeliveries.state,
    webhookDeliveries.createdAt,
    webhookDeliveries.dueAt,
  ].map((column) => sql.identifier(column.name));
  const value = (key: string) => sql`value ->> ${sql.raw(`'$.${key}'`)}`;
  return write(sql`insert or ignore into ${webhookDeliveries} (${sql.join(target, sql`, `)})
    select ${value("id")}, ${id}, ${applicationId}, ${value("eventId")}, ${value("userId")}, ${value("topic")},
      ${value("body")}, ${value("subject")}, 'waiting', ${value("at")}, max(${at}, coalesce((
        select max(${webhookDeliveries.dueAt}) from ${webhookDeliveries} where ${isWaitingOf(id, value("userId"))}), 0))
    from json_each(${found})
    where ${value("userId")} is null or exists (select 1 from ${users} where ${users.id} = ${value("userId")})`);
}

export type DueRow = RowOfStatement<typeof selectDueDeliveries>;

/** The deliveries of a webhook that wait, the one that is due first. */
export const selectDueDeliveries = prepare(
  {
    id: webhookDeliveries.id,
    body: webhookDeliveries.body,
    tries: webhookDeliveries.tries,
    userId: webhookDeliveries.userId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.webhookId, sql.placeholder("id")),
          sql`${webhookDeliveries.state} = 'waiting'`,
          sql`${webhookDeliveries.dueAt} <= ${sql.placeholder("now")}`,
        ),
      )
      .orderBy(webhookDeliveries.dueAt, sql`${webhookDeliveries}.rowid`)
      .limit(sql.placeholder("limit")),
);

/** Notes the answer to a try, unless a person has asked since to send the message again. */
export function noteTry({ id, tries }: Pick<DueRow, "id" | "tries">, set: Partial<DeliveryRow>) {
  return orm
    .update(webhookDeliveries)
    .set({ ...set, tries: tries + 1 })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.tries, tries)));
}

/** The others about the same user wait for the one that is tried again at `until`. */
export function holdOthers(id: string, userId: string, until: Date) {
  return orm
    .update(webhookDeliveries)
    .set({ dueAt: until })
    .where(and(isWaitingOf(id, userId), lt(webhookDeliveries.dueAt, until)));
}

export function updateWebhook(id: string, set: Partial<WebhookRow>) {
  return orm.update(webhooks).set(set).where(eq(webhooks.id, id));
}

export function deleteOldDeliveries(at: Date) {
  return orm
    .delete(webhookDeliveries)
    .where(lte(webhookDeliveries.createdAt, new Date(at.getTime() - KEPT_MS)));
}

/** Secrets that were replaced and sign no more. */
export function deleteFormerSecrets(at: Date) {
  return orm
    .update(webhooks)
    .set({ formerSecret: null, formerEndsAt: null })
    .where(lte(webhooks.formerEndsAt, at));
}
