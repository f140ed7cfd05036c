import type { Message, MessageBatch } from "@cloudflare/workers-types";
import { continueWebhooks } from "#worker/applications/webhooks/deliver.ts";
import { refreshEvidenceOf } from "#worker/characters/evidence/job.ts";
import { refreshInBackground } from "#worker/characters/refresh/refresh.ts";
import { continueHealthRound } from "#worker/corporations/directors/health-rounds.ts";
import { runFetch } from "#worker/corporations/fetch/run-fetch.ts";
import { openDatabase } from "#worker/db/database.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { continuePosts } from "#worker/discord/posts/service.ts";
import { continueSync } from "#worker/discord/servers/sync/service.ts";
import { endDueMemberships } from "#worker/groups/ends/job.ts";
import { DEAD_LETTER_QUEUE, storeDeadLetters } from "#worker/health/dead-letters.ts";
import { logError, logMessage } from "#worker/http/log.ts";
import { runJob } from "#worker/jobs/job-runs.ts";
import { continueEvaluation } from "#worker/requirements/passes/evaluation.ts";
import { continueRosterWork, startRosterWork } from "#worker/roster/due-work.ts";
import { readConfig } from "./config.ts";
import { runCronJob } from "./cron-jobs.ts";
import { sendAfterReset } from "./deferred-writes.ts";
import type { Context } from "./env.ts";
import { jobMessageSchema } from "./job-queue.ts";
import type { JobMessage } from "./job-queue.ts";

const RETRY_SECONDS = 60;

/** Queues deliver at least once, so processing a message twice must do no harm. */
export async function runQueue(batch: MessageBatch, env: Env) {
  const context: Context = {
    db: openDatabase(env.DB),
    config: await readConfig(env),
    queue: env.FETCH_QUEUE,
    requestId: crypto.randomUUID(),
  };
  if (batch.queue === DEAD_LETTER_QUEUE) return storeDeadLetters(context, batch);
  for (const message of batch.messages) await consume(context, message);
}

/** Processes a message and logs one line. */
async function consume(context: Context, message: Message) {
  const { requestId } = context;
  const [started, tripsBefore] = [Date.now(), context.db.roundTrips()];
  const parsed = jobMessageSchema.safeParse(message.body);
  const log = (outcome: "done" | "again" | "postponed" | "failed") => {
    const { kind, ...subject } = parsed.success ? subjectOf(parsed.data) : { kind: "unknown" };
    const cost = { durationMs: Date.now() - started, d1: context.db.roundTrips() - tripsBefore };
    logMessage({ requestId, kind, ...subject, attempt: message.attempts, outcome, ...cost });
  };
  try {
    if (!parsed.success) throw parsed.error;
    const step = await work(context, parsed.data);
    if (step.retryAfter === undefined) message.ack();
    else message.retry({ delaySeconds: step.retryAfter });
    log(step.isDone ? "done" : "again");
  } catch (error) {
    logError(requestId, error);
    if (parsed.success && error instanceof QuotaExceeded) {
      // A new message instead of a retry, so that waiting does not count as an attempt.
      await sendAfterReset(context, parsed.data);
      message.ack();
      return log("postponed");
    }
    message.retry({ delaySeconds: RETRY_SECONDS });
    log("failed");
  }
}

/** The message for the log, without the parameters of a statement. */
function subjectOf(message: JobMessage) {
  return message.kind === "deferred-write" ? { kind: message.kind } : message;
}

/** `retryAfter`: the same message is to be delivered again after this many seconds. */
type Step = { isDone: boolean; retryAfter?: number };

async function work(context: Context, message: JobMessage): Promise<Step> {
  switch (message.kind) {
    case "job":
      await runCronJob(context, message.name, message);
      return { isDone: true };
    case "check-directors": {
      const { round, corporationId } = message;
      // Not a cron's job: without a retry, the rest of the round would be lost.
      await runJob(context, "director-health", () =>
        continueHealthRound(context, { round, corporationId }),
      );
      return { isDone: true };
    }
    case "fetch": {
      const step = await runFetch(context, message.runId);
      if (step.state === "busy") return { isDone: false, retryAfter: step.delaySeconds };
      if (step.state === "finished") {
        // New members have no names yet.
        if (step.category === "core") await startRosterWork(context);
        return { isDone: true };
      }
      // A new message, since retries are counted and are for failures.
      await context.queue.send(message, { contentType: "json", delaySeconds: step.delaySeconds });
      return { isDone: false };
    }
    case "evaluate":
      await continueEvaluation(context);
      return { isDone: true };
    case "membership-ends":
      await endDueMemberships(context);
      return { isDone: true };
    case "roster":
      if (await continueRosterWork(context)) await continueEvaluation(context);
      return { isDone: true };
    case "discord":
      return { isDone: await continueSync(context, message) };
    case "discord-posts":
      return { isDone: await continuePosts(context) };
    case "webhooks":
      return { isDone: await continueWebhooks(context) };
    case "refresh":
      await refreshInBackground(context, message.characterId);
      return { isDone: true };
    case "refresh-evidence":
      await refreshEvidenceOf(context, message.characterId);
      return { isDone: true };
    case "deferred-write":
      await context.db.send([message]);
      return { isDone: true };
  }
}
