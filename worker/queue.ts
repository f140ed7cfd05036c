import type { Message, MessageBatch } from "@cloudflare/workers-types";
import { continueLogouts } from "#worker/applications/oidc/logouts.ts";
import { rotateSigningKeys } from "#worker/applications/oidc/keys/signing-keys.ts";
import { deliverNext } from "#worker/applications/webhooks/deliver.ts";
import { continueEvidence } from "#worker/characters/evidence/job.ts";
import { refreshInBackground } from "#worker/characters/refresh/refresh.ts";
import { checkSlice } from "#worker/corporations/directors/health-rounds.ts";
import { runFetch } from "#worker/corporations/fetch/run-fetch.ts";
import { openDatabase } from "#worker/db/database.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { postNext } from "#worker/discord/posts/service.ts";
import { continueSync } from "#worker/discord/servers/sync/service.ts";
import { endDueMemberships } from "#worker/groups/ends/job.ts";
import { DEAD_LETTER_QUEUE, storeDeadLetters } from "#worker/health/dead-letters.ts";
import { logError, logMessage } from "#worker/http/log.ts";
import { continueJob } from "#worker/jobs/job-runs.ts";
import { evaluateNext, requestEvaluation } from "#worker/enrolment/passes/evaluation.ts";
import { pollNext, startRosterWork } from "#worker/roster/due-work.ts";
import { nameMembers } from "#worker/roster/names.ts";
import { readConfig } from "./config.ts";
import { requestConsequences } from "./consequences.ts";
import { runCronJob } from "./cron-jobs.ts";
import { sendAfterReset } from "./deferred-writes.ts";
import type { Context } from "./env.ts";
import { jobMessageSchema } from "./job-queue.ts";
import type { JobMessage } from "./job-queue.ts";

const RETRY_SECONDS = 60;
/** Another invocation evaluates; within the retries of a message its lease ends. */
const BUSY_SECONDS = 10;
/**
 * Deliveries of a message that may continue its work: a retry takes one of the free plan's queue operations, a new message
 * three. The rest of `max_retries` in wrangler.jsonc is for failures.
 */
const CONTINUED_DELIVERIES = 6;

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
    if (
      step.state === "busy" ||
      (step.state === "more" && message.attempts <= CONTINUED_DELIVERIES)
    ) {
      message.retry({ delaySeconds: step.delaySeconds ?? 0 });
    } else {
      if (step.state === "more") await sendAgain(context, parsed.data, step.delaySeconds);
      message.ack();
    }
    log(step.state === "done" ? "done" : "again");
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

/** `more`: the message continues the work. `busy`: another invocation does it, and the message is to come again. */
type Step = { state: "done" | "more" | "busy"; delaySeconds?: number };

const DONE: Step = { state: "done" };
const doneUnless = (hasMore: boolean): Step => ({ state: hasMore ? "more" : "done" });

function sendAgain({ queue }: Context, message: JobMessage, delaySeconds = 0) {
  return queue.send(message, { contentType: "json", delaySeconds });
}

async function work(context: Context, message: JobMessage): Promise<Step> {
  switch (message.kind) {
    case "job":
      await runCronJob(context, message.name, message);
      return DONE;
    case "check-directors": {
      const { round, corporationId } = message;
      // Not a cron's job: without a retry, the rest of the round would be lost.
      const { hasMore } = await continueJob(context, "director-health", () =>
        checkSlice(context, { round, corporationId }),
      );
      return doneUnless(hasMore);
    }
    case "fetch": {
      const step = await runFetch(context, message.runId);
      if (step.state !== "finished") return step;
      // New members have no names yet.
      if (step.category === "core") await startRosterWork(context);
      return DONE;
    }
    case "evaluate":
      return evaluate(context);
    case "membership-ends":
      return doneUnless(await endDueMemberships(context));
    case "roster":
      return doneUnless(await nameMembers(context));
    case "notices": {
      const { hasChanged, delaySeconds } = await pollNext(context, message.until);
      // What has been found does not wait for the cron.
      if (hasChanged && (await evaluate(context)).state !== "done") {
        await requestEvaluation(context);
      }
      return delaySeconds === undefined ? DONE : { state: "more", delaySeconds };
    }
    case "discord":
      await continueSync(context, message);
      return DONE;
    case "discord-posts":
      return doneUnless(await postNext(context));
    case "webhooks":
      return doneUnless(await deliverNext(context));
    case "rotate-keys":
      await rotateSigningKeys(context, message);
      return DONE;
    case "logouts":
      return doneUnless(await continueLogouts(context));
    case "refresh":
      return doneUnless(await refreshInBackground(context, message.characterId));
    case "refresh-evidence":
      return doneUnless(await continueEvidence(context, message.until));
    case "deferred-write":
      await context.db.send([message]);
      return DONE;
  }
}

/** One slice; after the last, Discord and the applications follow at once. */
async function evaluate(context: Context): Promise<Step> {
  const state = await evaluateNext(context);
  if (state === "done") await requestConsequences(context);
  return state === "busy" ? { state, delaySeconds: BUSY_SECONDS } : { state };
}
