import { eq } from "drizzle-orm";
import { english } from "#shared/english.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { GuardFailed, guard, run, runBatch } from "#worker/db/batch.ts";
import { webhooks } from "#worker/db/schema/application-interfaces.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { FREE, hasLease } from "#worker/work/lease.ts";
import * as store from "./delivery-store.ts";
import type { DueRow, WebhookRow } from "./delivery-store.ts";
import { selectDueWebhooks, selectEvents, selectUntil, WINDOW } from "./log-store.ts";
import { messageOf } from "./messages.ts";
import { signingKeysOf, signatureHeaders } from "./signature.ts";
import { calledAddressProblem } from "#shared/applications/addresses.ts";

/** Connections that an invocation may have open: https://developers.cloudflare.com/workers/platform/limits/. */
const AT_ONCE = 6;
/** Waves beyond those that the messages fill: a second message of one pilot waits for the first. */
const EXTRA_WAVES = 2;
/** The lease is longer by the timeout of a wave, and a margin. */
const WORK_MS = 20_000;
/** When a whole wave met an outage, the others wait. */
const OUTAGE_MS = 60_000;
/** A webhook is switched off after it has failed for this time. */
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000;

/** Tells applications what the log has: works on the webhook that has waited longest. */
export const webhookWork = defineWork({
  kind: "webhooks",
  // Each message is signed.
  budget: { free: 12, paid: 24 },
  due: (_context, now) => [selectDueWebhooks(now, 1)],
  async slice(context, _message, limit) {
    const { db, requestId } = context;
    const [first, other] = await run(db, selectDueWebhooks(Date.now(), 2));
    if (first === undefined) return false;
    let hasMore = other !== undefined;
    try {
      hasMore = (await workOn(context, first.id, limit)) || hasMore;
    } catch (error) {
      // An edit or another invocation has taken over; else the lease ends within a minute, and the cron tries again.
      if (!(error instanceof GuardFailed)) logError(requestId, error);
    }
    return hasMore;
  },
});

type Work = { context: Context; webhook: WebhookRow; leaseId: string };

/**
 * Makes deliveries of what the log has for a webhook, and moves its cursor, in one batch; then sends what is due. An invocation that
 * is killed leaves a message unsent, or sent and not noted: the next one sends it with the same id. Returns whether there is more.
 */
async function workOn(context: Context, id: string, limit: number): Promise<boolean> {
  const { db } = context;
  const leaseId = randomToken(12);
  const now = Date.now();
  const selectWaiting = store.selectDueDeliveries({ id, now, limit });
  const [[webhook], [application], [look], events, waiting] = await runBatch(db, [
    store.takeWebhook(id, leaseId, now),
    store.selectClaims({ id }),
    selectUntil({ id }),
    selectEvents(id, now),
    selectWaiting,
  ]);
  if (webhook === undefined || application === undefined || look === undefined) return false;
  const work = { context, webhook, leaseId };
  const told = { topics: webhook.topics, claims: application.claims };
  const messages = events
    .map((row) => messageOf(row, told))
    .filter((message) => message !== undefined);
  const hasMoreLog = look.untilSeq === webhook.afterSeq + WINDOW;
  const seen = store.updateWebhook(id, { afterSeq: Math.max(webhook.afterSeq, look.untilSeq) });
  if (messages.length + waiting.length === 0) {
    await finish(work, [seen, release(work)]);
    return hasMoreLog;
  }
  const [, , , due] = await runBatch(db, [
    guard(leaseOf(work)),
    store.insertDeliveries(webhook, messages, now),
    seen,
    selectWaiting,
  ]);
  const { isUp, left } = await sendAll(work, due, now + WORK_MS);
  return isUp && (hasMoreLog || left > 0 || due.length === limit);
}

/**
 * Sends deliveries in waves, and notes the answers of each. A wave has one message of a pilot at most, and after a failure the
 * pilot's others wait: they arrive in the order of the log. Returns whether the receiver can take more, and how many
 * were not sent.
 */
async function sendAll(
  work: Work,
  due: DueRow[],
  until: number,
): Promise<{ isUp: boolean; left: number }> {
  const { context, webhook } = work;
  const keys = await signingKeysOf(context.config, webhook);
  const mostWaves = Math.ceil(due.length / AT_ONCE) + EXTRA_WAVES;
  let rest = due;
  for (let waves = 1; rest.length > 0; waves += 1) {
    const wave = nextWave(rest);
    const sent = await Promise.all(
      wave.map(async (delivery) => ({
        delivery,
        answer: await sendMessage(webhook.url, keys, delivery),
      })),
    );
    const now = Date.now();
    const held = new Set(
      sent.filter(({ answer }) => !answer.isDelivered).map(({ delivery }) => delivery.userId),
    );
    rest = rest.filter((delivery) => !wave.includes(delivery) && !isHeld(delivery, held));
    const isUp = sent.some(({ answer }) => !answer.isOutage) && restOf(sent) === 0;
    const isGone = sent.some(({ answer }) => answer.isGone);
    const isLast = !isUp || isGone || now > until || waves === mostWaves || rest.length === 0;
    await finish(work, [
      ...sent.flatMap(({ delivery, answer }) => note(work, delivery, answer, now)),
      ...noteOnWebhook(work, sent, now),
      ...(isLast ? [release(work)] : []),
    ]);
    if (isLast) return { isUp: isUp && !isGone, left: rest.length };
  }
  await finish(work, [release(work)]);
  return { isUp: true, left: 0 };
}

/** The first messages, one of each pilot. */
function nextWave(rest: DueRow[]): DueRow[] {
  const seen = new Set<string | null>();
  const firsts = rest.filter((one) => {
    const isFirst = !isHeld(one, seen);
    seen.add(one.userId);
    return isFirst;
  });
  return firsts.slice(0, AT_ONCE);
}

/** A message to try a webhook out is about no pilot, and waits for none. */
function isHeld({ userId }: DueRow, held: Set<string | null>): boolean {
  return userId !== null && held.has(userId);
}

function note({ webhook }: Work, delivery: DueRow, answer: Answer, now: number): Statement[] {
  const { tries, userId } = delivery;
  const { isDelivered, status, durationMs, error } = answer;
  const next = isDelivered ? undefined : nextTry(tries + 1, answer, now);
  const noted = store.noteTry(delivery, {
    state: isDelivered ? "delivered" : next === undefined ? "failed" : "waiting",
    status,
    durationMs,
    error,
    ...(next !== undefined && { dueAt: next }),
  });
  if (next === undefined || userId === null) return [noted];
  return [noted, store.holdOthers(webhook.id, userId, next)];
}

/** How long a receiver asks for no message. */
function restOf(sent: { answer: Answer }[]): number {
  return Math.max(...sent.map(({ answer }) => answer.retryAfterMs));
}

/** What the answers of a wave say about the receiver: it is up, it fails, or it is switched off. */
function noteOnWebhook({ context, webhook }: Work, sent: { answer: Answer }[], now: number) {
  const { id, applicationId, url } = webhook;
  const answers = sent.map(({ answer }) => answer);
  const gone = answers.find(({ isGone }) => isGone);
  const failed = gone ?? answers.findLast(({ error }) => error !== null);
  const isDown = gone !== undefined || !answers.some(({ isDelivered }) => isDelivered);
  const failingSince = isDown ? (webhook.failingSince ?? new Date(now)) : null;
  const isOut = answers.every(({ isOutage }) => isOutage);
  const restMs = Math.max(restOf(sent), isOut ? OUTAGE_MS : 0);
  const noted = store.updateWebhook(id, {
    failure: failed?.error ?? null,
    failingSince,
    ...(restMs > 0 && { waitsUntil: new Date(now + restMs) }),
  });
  const isHopeless = failingSince !== null && now - failingSince.getTime() >= GIVE_UP_MS;
  if (gone === undefined && !isHopeless) return [noted];
  const event = recordEvent(context, {
    kind: "webhook_disabled",
    actor: "job",
    applicationId,
    detail: {
      label: new URL(url).host,
      reason: gone?.error ?? english`It has failed for three days`,
    },
  });
  return [noted, event.statement, store.updateWebhook(id, { isOn: false })];
}

/** The time tells which webhook was worked on last. */
function release({ webhook }: Work): Statement {
  return store.updateWebhook(webhook.id, { ...FREE, leaseUntil: new Date() });
}

/** An edit of the webhook ends the lease. */
function leaseOf({ webhook, leaseId }: Work) {
  return hasLease(webhooks, leaseId, eq(webhooks.id, webhook.id));
}

async function finish(work: Work, statements: Statement[]) {
  await runBatch(work.context.db, [guard(leaseOf(work)), ...statements]);
}

const TIMEOUT_MS = 10_000;
const [MINUTE, HOUR] = [60_000, 60 * 60_000];
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;
/** After each try but the last: 22 hours together. */
const WAITS_MS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  40 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
];

/**
 * `isOutage`: another message would have met the same. `isGone`: the receiver wants no more (410). `retryAfterMs`: how
 * long it asks for no message.
 */
type Answer = {
  isDelivered: boolean;
  isOutage: boolean;
  isGone: boolean;
  status: number | null;
  durationMs: number;
  error: string | null;
  retryAfterMs: number;
};

/** When a delivery is tried again after so many tries; undefined: it is given up. */
function nextTry(tries: number, { retryAfterMs }: Answer, now: number): Date | undefined {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? undefined : new Date(now + Math.max(wait, retryAfterMs));
}

/** Sends a message once. Redirects are not followed: they could lead to a private address. */
async function sendMessage(
  url: string,
  keys: CryptoKey[],
  { id, body }: { id: string; body: string },
): Promise<Answer> {
  const started = Date.now();
  const failed = { isDelivered: false, isOutage: true, isGone: false, status: null };
  const problem = calledAddressProblem(url);
  if (problem !== undefined) {
    return { ...failed, durationMs: 0, error: problem, retryAfterMs: 0 };
  }
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Muster-Webhooks/1.0",
        ...(await signatureHeaders(keys, id, started, body)),
      },
      body,
    });
    await response.body?.cancel();
    return answerOf(response, Date.now() - started);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return {
      ...failed,
      durationMs: Date.now() - started,
      error: isLate ? english`No answer within ${TIMEOUT_MS / 1000} s` : english`No connection`,
      retryAfterMs: 0,
    };
  }
}

function answerOf({ ok, status, headers }: Response, durationMs: number): Answer {
  return {
    isDelivered: ok,
    isOutage: status >= 500 || status === 408 || status === 429,
    isGone: status === 410,
    status,
    durationMs,
    error: errorOf(status),
    retryAfterMs: ok ? 0 : retryAfterOf(headers.get("retry-after") ?? ""),
  };
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterOf(text: string): number {
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : text.endsWith(" GMT")
      ? Date.parse(text) - Date.now()
      : 0;
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : 0;
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return english`It answers with a redirect, which is not followed`;
  if (status === 410) return english`It answers 410, so it wants no more messages`;
  return english`It answers ${status}`;
}
