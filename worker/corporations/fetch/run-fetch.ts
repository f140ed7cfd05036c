import { isGuardFailure } from "#worker/db/batch.ts";
import type { RunFailure } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { EsiError } from "#worker/esi/error.ts";
import { logError } from "#worker/http/log.ts";
import { countLinkedMembers, dropStaged } from "./data-store.ts";
import { fetchPublic } from "./fetch-public.ts";
import { openWork } from "./fetch-run.ts";
import type { Work } from "./fetch-run.ts";
import { openReader } from "./page-reader.ts";
import { problemOf } from "#worker/corporations/directors/rotation.ts";
import { dueAfter } from "./schedule.ts";
import { takeRun } from "./run-store.ts";
import { sourcesOf } from "./sources.ts";
import type { Source } from "./sources.ts";

/** An invocation that was killed, or that EVE made wait, makes no progress. After so many the run is given up. */
const MOST_ATTEMPTS = 30;
/** Of attempts to reach EVE while it is out of order: a good half hour. */
const MOST_OUTAGE_ATTEMPTS = 6;
const FIRST_OUTAGE_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 15 * 60;

/** What is left to do. `busy`: another invocation is at it. */
export type Step =
  | { state: "finished" }
  | { state: "continue"; delaySeconds: number }
  | { state: "busy"; delaySeconds: number };

/**
 * Goes on with a run, as far as one invocation may. May be called any number of times, also at once: what was
 * read is kept with how far the run is, or not at all.
 */
export async function carryOutFetch(context: Context, runId: string): Promise<Step> {
  const now = Date.now();
  const taken = await takeRun(context, runId, now);
  const { run, there } = taken;
  if (run === undefined) {
    const isOver = there === undefined || there.finishedAt !== null;
    if (isOver) return { state: "finished" };
    return { state: "busy", delaySeconds: secondsUntil(there.leaseUntil ?? now) };
  }
  const work = openWork(context, run, taken);
  try {
    const wait = await advance(context, work, taken.pages);
    if (wait === undefined) return { state: "finished" };
    await work.wait(Date.now() + wait * 1000);
    return { state: "continue", delaySeconds: wait };
  } catch (error) {
    if (isGuardFailure(error)) return { state: "finished" };
    throw error;
  }
}

/** Undefined when the run is finished; otherwise in how many seconds it can go on. */
async function advance(
  context: Context,
  work: Work,
  pages: Awaited<ReturnType<typeof takeRun>>["pages"],
): Promise<number | undefined> {
  const { state, plan } = work;
  const reader = openReader(context, work, pages);
  const steps = state.category === "public" ? [fetchPublic] : sourcesOf(state.category);
  for (const step of steps) {
    const key = typeof step === "function" ? "corporation" : step.key;
    const known = plan.sources[key];
    if (plan.done.includes(key)) continue;
    if (known?.failure === undefined && (known?.expiresAt ?? 0) > Date.now()) continue;
    if (state.attempts > MOST_ATTEMPTS) {
      giveUp(work, key, "cut_off");
      continue;
    }
    try {
      const isRead =
        typeof step === "function"
          ? await step(context, work)
          : await readWithDirectors(work, step, reader);
      if (!isRead) return 0;
    } catch (error) {
      const wait = explain(context, work, key, error);
      if (wait !== undefined) return wait;
    }
  }
  await finish(context, work);
}

/** Reads the list to its end, if this invocation suffices for it; throws when it cannot be read. */
async function readWithDirectors(
  work: Work,
  source: Source,
  reader: ReturnType<typeof openReader>,
): Promise<boolean> {
  while (work.pagesLeft() > 0) {
    const director = await work.takeDirector();
    if (director === "again") continue;
    if (director === undefined) {
      giveUp(work, source.key, work.lastProblem() ?? "no_director");
      return true;
    }
    try {
      if (await reader.readOn(source, director.grant)) return true;
    } catch (error) {
      const theirs = error instanceof EsiError ? problemOf(error.reason) : undefined;
      if (theirs === undefined) throw error;
      await work.blame(director.id, theirs, false);
    }
  }
  return false;
}

/** EVE's doing: seconds to wait, or undefined when this list is given up for now. */
function explain(context: Context, work: Work, key: string, error: unknown): number | undefined {
  if (!(error instanceof EsiError)) {
    if (isGuardFailure(error)) throw error;
    logError(context.requestId, error);
    giveUp(work, key, "cut_off");
    return undefined;
  }
  const { reason, retryAfterSeconds } = error;
  const { attempts } = work.state;
  // A limit, or the daily downtime: EVE says when to come back.
  if (
    retryAfterSeconds !== undefined &&
    (reason === "rate_limited" || error.status === undefined)
  ) {
    return Math.min(retryAfterSeconds, LONGEST_WAIT_SECONDS);
  }
  // Without a status, nobody was asked: this invocation has made its calls.
  if (reason === "rate_limited") return error.status === undefined ? 0 : FIRST_OUTAGE_WAIT_SECONDS;
  if (reason === "unavailable" && attempts < MOST_OUTAGE_ATTEMPTS) {
    return Math.min(FIRST_OUTAGE_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
  }
  logError(context.requestId, error);
  giveUp(work, key, reason);
  return undefined;
}

function giveUp({ plan }: Work, key: string, failure: RunFailure) {
  const { failure: _, ...known } = plan.sources[key] ?? { expiresAt: null };
  plan.sources[key] = { ...known, failure };
  plan.done.push(key);
  delete plan.tried;
  delete plan.cursor;
}

async function finish({ db }: Context, work: Work) {
  const { state, plan } = work;
  const { category, corporationId } = state;
  const failed = Object.keys(plan.sources).filter((key) => plan.sources[key]?.failure);
  const [first] = failed;
  const error = first === undefined ? null : (plan.sources[first]?.failure ?? null);
  const dueAt = dueAfter(category, plan, error, Date.now());
  await work.finish(
    [
      ...(failed.length === 0 ? [] : [dropStaged(db, corporationId, failed)]),
      ...(category === "core" ? [countLinkedMembers(db, corporationId)] : []),
    ],
    dueAt,
    error,
  );
}

function secondsUntil(instant: number): number {
  return Math.max(1, Math.ceil((instant - Date.now()) / 1000));
}
