import { sql, and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { MAX_TRIES, MAX_WEBHOOKS } from "#shared/applications/webhooks.ts";
import type {
  CreateWebhook,
  Deliveries,
  DeliveriesQuery,
  Delivery,
  DeliveryWithBody,
  SaveWebhook,
  Webhook,
  Webhooks,
  WebhookWithSecret,
} from "#shared/applications/webhooks.ts";
import { recordAndApply, recordEvent } from "#worker/audit/record.ts";
import { selectApplicationId } from "#worker/applications/store.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { webhookDeliveries, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { webhookWork } from "./deliver.ts";
import { testBody } from "./messages.ts";
import { encryptSecret, newSecret, decryptSecret } from "./signature.ts";
import * as store from "./store.ts";
import { OLD_SECRET_HOURS } from "#shared/applications/applications.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";

const deliveryKey = z.tuple([z.int(), z.string()]);

export async function listWebhooks({ db }: Context, applicationId: string): Promise<Webhooks> {
  const [[application], found] = await runBatch(db, [
    selectApplicationId({ id: applicationId }),
    store.selectWebhooks({ applicationId }),
  ]);
  if (application === undefined) {
    throw new ApiError("no_such_application");
  }
  return { items: found.map(present) };
}

/** The secret is in this answer alone: the database has it encrypted. */
export async function createWebhook(
  context: Context,
  actor: Administrator,
  applicationId: string,
  { url, topics }: CreateWebhook,
): Promise<WebhookWithSecret> {
  const id = randomToken(12);
  const secret = newSecret();
  const row = {
    id,
    applicationId,
    url,
    topics: [...new Set(topics)],
    secret: await encryptSecret(context.config, secret, id),
    lastFour: secret.slice(-4),
    createdAt: new Date(),
    afterSeq: store.endOfLog,
  };
  const isAdded = await recordAndApply(context, {
    kind: "webhook_added",
    actor,
    applicationId,
    detail: { label: hostOf(url) },
    condition: store.hasFewerThan(applicationId, MAX_WEBHOOKS),
    statements: (applied) => [insertWhere(webhooks, row, applied)],
  });
  const { items } = await listWebhooks(context, applicationId);
  const webhook = items.find((candidate) => candidate.id === id);
  if (!isAdded || webhook === undefined) {
    throw new ApiError("too_many_webhooks", { count: MAX_WEBHOOKS });
  }
  return { webhook, secret };
}

/** Ends what an invocation is doing with the former settings. Switched on again, it is told of the last days. */
export async function saveWebhook(
  context: Context,
  actor: Administrator,
  applicationId: string,
  { webhookId, ...settings }: SaveWebhook & { webhookId: string },
): Promise<Webhook> {
  const before = await findWebhook(context, applicationId, webhookId);
  const after = { ...before, ...settings };
  const label = labelOf(after);
  if (after.url === before.url && label === labelOf(before)) return present(before);
  await recordAndApply(context, {
    kind: "webhook_updated",
    actor,
    applicationId,
    detail: { label },
    condition: existsWebhook(applicationId, webhookId),
    statements: (applied) => [
      orm
        .update(webhooks)
        .set({
          url: after.url,
          topics: after.topics,
          isOn: after.isOn,
          leaseId: null,
          waitsUntil: null,
          ...(after.isOn && !before.isOn && { failingSince: null, failure: null }),
        })
        .where(sql`${store.isWebhook(applicationId, webhookId)} and ${applied}`),
    ],
  });
  return present(await findWebhook(context, applicationId, webhookId));
}

export async function removeWebhook(
  context: Context,
  actor: Administrator,
  applicationId: string,
  webhookId: string,
) {
  const { url } = await findWebhook(context, applicationId, webhookId);
  await recordAndApply(context, {
    kind: "webhook_removed",
    actor,
    applicationId,
    detail: { label: hostOf(url) },
    condition: existsWebhook(applicationId, webhookId),
    statements: (applied) => [
      orm.delete(webhooks).where(sql`${store.isWebhook(applicationId, webhookId)} and ${applied}`),
    ],
  });
}

/** Sends a message that says nothing. */
export async function testWebhook(
  context: Context,
  applicationId: string,
  webhookId: string,
): Promise<Delivery> {
  const [found] = await run(context.db, store.selectSwitches({ applicationId, id: webhookId }));
  if (found === undefined) throw new ApiError("no_such_webhook");
  requireOn(found);
  const now = new Date();
  const id = `msg_${randomToken(18)}`;
  const row = {
    id,
    webhookId,
    applicationId,
    eventId: `test_${id}`,
    userId: null,
    topic: "webhook.test" as const,
    body: testBody(now),
    subject: "",
    state: "waiting" as const,
    createdAt: now,
    dueAt: now,
  };
  const [, , [delivery]] = await runBatch(context.db, [
    insertWhere(webhookDeliveries, row, existsWebhook(applicationId, webhookId)),
    store.wake(id),
    store.selectDelivery({ applicationId, id }),
  ]);
  if (delivery === undefined) throw new ApiError("no_such_delivery");
  await enqueue(context, [webhookWork.message({})]);
  return presentDelivery(delivery);
}

// ── Deliveries ────────────────────────────────────────────────────────────────────────────────

export async function listDeliveries(
  { db }: Context,
  applicationId: string,
  query: DeliveriesQuery,
): Promise<Deliveries> {
  const before = readCursor(query.cursor, deliveryKey);
  const [[application], found, [counts]] = await runBatch(db, [
    selectApplicationId({ id: applicationId }),
    store.selectDeliveries(applicationId, query, before),
    store.countDeliveries({ applicationId }),
  ]);
  if (application === undefined || counts === undefined) {
    throw new ApiError("no_such_application");
  }
  const { rows, nextCursor } = toPage(found, ({ createdAt, id }) => [createdAt.getTime(), id]);
  return { items: rows.map(presentDelivery), counts, maxTries: MAX_TRIES, nextCursor };
}

export async function getDelivery(
  { db }: Context,
  applicationId: string,
  id: string,
): Promise<DeliveryWithBody> {
  const [found] = await run(db, store.selectDelivery({ applicationId, id }));
  if (found === undefined) throw new ApiError("no_such_delivery");
  return { ...presentDelivery(found), body: found.body };
}

/** Sends a delivery again, now. Its receiver knows it by its id. */
export async function replayDelivery(
  context: Context,
  applicationId: string,
  id: string,
): Promise<Delivery> {
  const now = Date.now();
  const [, , , [delivery]] = await runBatch(context.db, [
    store.replay(applicationId, id, now),
    store.bringForward(applicationId, id, now),
    store.wake(id),
    store.selectDelivery({ applicationId, id }),
  ]);
  if (delivery === undefined) throw new ApiError("no_such_delivery");
  requireOn(delivery);
  await enqueue(context, [webhookWork.message({})]);
  return presentDelivery(delivery);
}

function requireOn({ isOn, isApplicationOn }: store.Switches) {
  if (isApplicationOn === 0) throw new ApiError("application_off");
  if (!isOn) throw new ApiError("webhook_off");
}

async function findWebhook({ db }: Context, applicationId: string, id: string) {
  const [found] = await run(db, store.selectWebhook({ applicationId, id }));
  if (found === undefined) throw new ApiError("no_such_webhook");
  return found;
}

function existsWebhook(applicationId: string, id: string) {
  return store.existsWhere(store.isWebhook(applicationId, id));
}

function present({ createdAt, formerEndsAt, ...webhook }: store.ShownWebhook): Webhook {
  const isSigning = formerEndsAt !== null && formerEndsAt.getTime() > Date.now();
  return {
    ...webhook,
    formerEndsAt: isSigning ? formerEndsAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

function presentDelivery(row: store.DeliveryRow): Delivery {
  const { id, webhookId, topic, subject, state, status, durationMs, error, tries } = row;
  return {
    id,
    webhookId,
    topic,
    subject: subject === "" ? null : subject,
    state,
    status,
    durationMs,
    error,
    tries,
    nextAt:
      state === "waiting" && row.isOn && row.isApplicationOn === 1 ? row.dueAt.toISOString() : null,
    at: row.createdAt.toISOString(),
  };
}

/** What an event says of the settings: of the address its host alone, since the path may be secret. */
function labelOf({ url, topics, isOn }: store.ShownWebhook): string {
  return `${hostOf(url)}, ${isOn ? topics.join(", ") : "off"}`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

const OLD_SECRET_MS = OLD_SECRET_HOURS * 60 * 60 * 1000;

type Place = { applicationId: string; webhookId: string };

/** A new secret, in this answer alone. The one before signs each message too, for another day. */
export async function replaceSecret(
  context: Context,
  actor: Administrator,
  { applicationId, webhookId: id }: Place,
): Promise<WebhookWithSecret> {
  const { config, db } = context;
  const read = async () => {
    const [found] = await run(db, store.selectSecret({ applicationId, id }));
    if (found === undefined) throw new ApiError("no_such_webhook");
    return found;
  };
  const secret = await withOptimisticLock(read, async ({ url, secret: former, version }) => {
    const isUnchanged = and(eq(webhooks.id, id), eq(webhooks.secretVersion, version));
    const event = recordEvent(
      context,
      {
        kind: "webhook_secret_replaced",
        actor,
        applicationId,
        detail: { label: hostOf(url) },
      },
      store.existsWhere(isUnchanged),
    );
    const next = newSecret();
    const [recorded] = await runBatch(db, [
      event.statement,
      orm
        .update(webhooks)
        .set({
          secret: await encryptSecret(config, next, id),
          lastFour: next.slice(-4),
          secretVersion: version + 1,
          // By the present key, as the new one: the job that rewrites ciphertexts goes by the secret.
          formerSecret: await encryptSecret(config, await decryptSecret(config, former, id), id),
          formerEndsAt: new Date(Date.now() + OLD_SECRET_MS),
        })
        .where(and(isUnchanged, event.applied)),
    ]);
    return recorded.length > 0 && next;
  });
  return { webhook: present(await findWebhook(context, applicationId, id)), secret };
}
