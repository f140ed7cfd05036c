import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import type { DeliveriesQuery, DeliveryState } from "#shared/applications/webhooks.ts";
import { onceEach } from "#shared/once.ts";
import { webhookDeliveries, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { columns, countIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

const applicationId = sql.placeholder("applicationId");

const shown = {
  id: webhooks.id,
  url: webhooks.url,
  topics: webhooks.topics,
  isOn: webhooks.isOn,
  failure: webhooks.failure,
  lastFour: webhooks.lastFour,
  formerEndsAt: webhooks.formerEndsAt,
  createdAt: webhooks.createdAt,
};
export type ShownWebhook = RowOfStatement<typeof selectWebhooks>;

export const selectWebhooks = prepare(shown, (fields) =>
  orm
    .select(fields)
    .from(webhooks)
    .where(eq(webhooks.applicationId, applicationId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),
);

export function isWebhook(ofApplication: string, id: string): SQL {
  return sql`${webhooks.id} = ${id} and ${webhooks.applicationId} = ${ofApplication}`;
}

/** SQL condition: there is such a webhook. */
export function existsWhere(condition: SQL | undefined): SQL {
  return sql`exists (select 1 from ${webhooks} where ${condition})`;
}

export const selectWebhook = prepare(shown, (fields) =>
  orm
    .select(fields)
    .from(webhooks)
    .where(and(eq(webhooks.id, sql.placeholder("id")), eq(webhooks.applicationId, applicationId))),
);

/** Nothing is sent while the webhook is off, or its application. */
const switches = {
  isOn: webhooks.isOn,
  isApplicationOn: sql<number>`(select ${applications.isOn} from ${applications} where ${applications.id} = ${applicationId})`,
};
export type Switches = RowOfStatement<typeof selectSwitches>;

export const selectSwitches = prepare(switches, (fields) =>
  orm
    .select(fields)
    .from(webhooks)
    .where(and(eq(webhooks.id, sql.placeholder("id")), eq(webhooks.applicationId, applicationId))),
);

export const selectSecret = prepare(
  { url: webhooks.url, secret: webhooks.secret, version: webhooks.secretVersion },
  (fields) =>
    orm
      .select(fields)
      .from(webhooks)
      .where(
        and(eq(webhooks.id, sql.placeholder("id")), eq(webhooks.applicationId, applicationId)),
      ),
);

/** SQL condition: the application has fewer webhooks than this. */
export function hasFewerThan(ofApplication: string, limit: number) {
  return sql`${countIn(webhooks, eq(webhooks.applicationId, ofApplication))} < ${limit}`;
}

/** SQL: the end of the log. A new webhook is told of what happens from now on. */
export const endOfLog = sql<number>`(select coalesce(max(${auditEvents.seq}), 0) from ${auditEvents})`;

// ── Deliveries ────────────────────────────────────────────────────────────────────────────────

const delivery = {
  id: webhookDeliveries.id,
  webhookId: webhookDeliveries.webhookId,
  topic: webhookDeliveries.topic,
  subject: webhookDeliveries.subject,
  state: webhookDeliveries.state,
  status: webhookDeliveries.status,
  durationMs: webhookDeliveries.durationMs,
  error: webhookDeliveries.error,
  tries: webhookDeliveries.tries,
  dueAt: webhookDeliveries.dueAt,
  createdAt: webhookDeliveries.createdAt,
  ...switches,
};
export type DeliveryRow = Omit<RowOfStatement<typeof selectDelivery>, "body">;

type PageShape = { isOfState: boolean; isFirst: boolean };

const selectPage = onceEach(({ isOfState, isFirst }: PageShape) =>
  prepare(delivery, (fields) =>
    orm
      .select(fields)
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(
        and(
          eq(webhookDeliveries.applicationId, applicationId),
          isOfState ? eq(webhookDeliveries.state, sql.placeholder("state")) : undefined,
          isFirst
            ? undefined
            : sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id})
                < (${sql.placeholder("beforeTime")}, ${sql.placeholder("beforeId")})`,
        ),
      )
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(PAGE_LIMIT),
  ),
);

/** A page of deliveries, the newest first. */
export function selectDeliveries(
  applicationId: string,
  { state }: DeliveriesQuery,
  before: [number, string] | undefined,
) {
  const [beforeTime = 0, beforeId = ""] = before ?? [];
  const statement = selectPage({ isOfState: state !== undefined, isFirst: before === undefined });
  return statement({ applicationId, state: state ?? "", beforeTime, beforeId });
}

const countOf = (state: DeliveryState) =>
  sql<number>`(select count(*) from (select 1 from ${webhookDeliveries}
    where ${webhookDeliveries.applicationId} = ${applicationId} and ${webhookDeliveries.state} = ${sql.raw(`'${state}'`)}
    limit ${sql.raw(String(COUNT_LIMIT))}))`;

/** How many there are of each state, up to a thousand. Older ones are deleted after a week. */
export const countDeliveries = prepare(
  { waiting: countOf("waiting"), delivered: countOf("delivered"), failed: countOf("failed") },
  (fields) => sql`select ${columns(fields)}`,
);

export const selectDelivery = prepare({ ...delivery, body: webhookDeliveries.body }, (fields) =>
  orm
    .select(fields)
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(
      and(
        eq(webhookDeliveries.id, sql.placeholder("id")),
        eq(webhookDeliveries.applicationId, applicationId),
      ),
    ),
);

/** Sends a delivery again, with the same id and all its tries, while its webhook and the application are on. */
export function replay(ofApplication: string, id: string, now: number) {
  const isOn = sql`exists (select 1 from ${webhooks} cross join ${applications} on ${applications.id} = ${webhooks.applicationId}
    where ${webhooks.id} = ${webhookDeliveries.webhookId} and ${webhooks.isOn} = 1 and ${applications.isOn} = 1)`;
  return orm
    .update(webhookDeliveries)
    .set({ state: "waiting", tries: 0, dueAt: new Date(now) })
    .where(
      and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.applicationId, ofApplication), isOn),
    );
}

const sent = alias(webhookDeliveries, "sent");

/** What waits about the same user from before a delivery is sent before it: messages about a user keep their order. */
export function bringForward(ofApplication: string, id: string, now: number) {
  const of = (column: SQLWrapper) =>
    sql`(select ${column} from ${webhookDeliveries} as ${sent} where ${sent.id} = ${id})`;
  return orm
    .update(webhookDeliveries)
    .set({ dueAt: new Date(now) })
    .where(
      and(
        eq(webhookDeliveries.applicationId, ofApplication),
        eq(webhookDeliveries.webhookId, of(sent.webhookId)),
        eq(webhookDeliveries.userId, of(sent.userId)),
        eq(webhookDeliveries.state, "waiting"),
        sql`${webhookDeliveries}.rowid < ${of(sql`${sent}.rowid`)}`,
      ),
    );
}

/** After an outage, a webhook does not wait for its time if a person wants to send. */
export function wake(deliveryId: string) {
  return orm
    .update(webhooks)
    .set({ waitsUntil: null })
    .where(
      sql`${webhooks.id} = (select ${webhookDeliveries.webhookId} from ${webhookDeliveries} where ${webhookDeliveries.id} = ${deliveryId})`,
    );
}
