import * as z from "zod/mini";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import type {
  CorporationCategory,
  FetchCategory,
  FetchStarted,
} from "#shared/corporations/corporations.ts";
import { requireCorporation } from "#worker/corporations/directors/service.ts";
import { run, runBatch, GuardFailed } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import {
  requeueIdleRuns,
  requeueStalledRuns,
  selectOpenRuns,
  selectStalledRuns,
  startDueRuns,
  startRuns,
} from "./run-store.ts";
import { findGrant } from "#worker/auth/tokens/access-tokens.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { DatabaseUnavailable } from "#worker/db/interruption.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import type { Cooldown } from "#worker/esi/cooldowns.ts";
import { EsiError } from "#worker/esi/error.ts";
import { logError } from "#worker/http/log.ts";
import { learnNames } from "#worker/universe/names.ts";
import { openRun, PUBLIC } from "./fetch-run.ts";
import type { OpenRun, PendingWrite, Result } from "./fetch-run.ts";
import { MAX_CALLS, nextAction } from "./next-action.ts";
import type { Action } from "./next-action.ts";
import { etagOf, knownPages } from "./page-reader.ts";
import { requestPublicInfo, toPublicInfo } from "./public-info.ts";
import { next } from "./reducer.ts";
import { saveRun, takeRun } from "./run-lease-store.ts";
import type { Ending } from "./run-lease-store.ts";

/** Starts a run of each category. A category with an open run keeps it, and that run is enqueued again if it has no lease. */
export async function requestFetch(
  context: Context,
  id: number,
  category: FetchCategory,
): Promise<FetchStarted> {
  const { db } = context;
  const corporation = await requireCorporation(context, id);
  if (!corporation.isActive) {
    throw new ApiError("corporation_inactive", { name: corporation.name });
  }
  if (category !== "public" && corporation.assignedCharacterId === null) {
    throw new ApiError("director_needed");
  }
  const categories: CorporationCategory[] =
    category === "all" ? corporationCategorySchema.options : [category];
  const now = Date.now();
  const [requeued, started, open] = await runBatch(db, [
    requeueIdleRuns(id, categories, now),
    startRuns(id, categories, now),
    selectOpenRuns(id),
  ]);
  await enqueue(context, [...requeued, ...started].map(toMessage));
  const isNew = new Set(started.map(({ id }) => id));
  return {
    runs: categories.flatMap((category) =>
      open
        .filter((run) => run.category === category)
        .map(({ id }) => ({ id, category, joined: !isNew.has(id) })),
    ),
  };
}

/**
 * Starts the runs that are due in active corporations, those with a healthy director only unless the data is public.
 * Returns how many runs were started.
 */
export async function startDueFetches(context: Context): Promise<number> {
  const started = await run(context.db, startDueRuns(Date.now()));
  await enqueue(context, started.map(toMessage));
  return started.length;
}

function toMessage({ id }: { id: string }) {
  return fetchWork.message({ runId: id });
}

/** Continues a fetch of a corporation's data. */
export const fetchWork = defineWork({
  kind: "fetch",
  message: z.object({ runId: z.string() }),
  isSlow: true,
  /**
   * Runs whose message was lost or whose invocation died, and those of the lists of members that are due and start here: who has
   * left is noticed as soon as EVE renews the lists.
   */
  due: (_context, now) => [selectStalledRuns(now), startDueRuns(now, ["core"])],
  begin(_context, [stalled, started], message) {
    const ids = stalled.map(({ id }) => id);
    return {
      messages: [...stalled, ...started].map(({ id }) => message({ runId: id })),
      sent: ids.length === 0 ? [] : [requeueStalledRuns(ids, Date.now())],
    };
  },
  async slice(context, { runId }) {
    const progress = await runFetch(context, runId);
    if (progress.state !== "finished") return progress;
    // New members have no names yet, and a new director's notices can be read.
    return { state: "done", hasChanged: progress.category === "core" };
  },
});

/** What is left to do. `busy`: another invocation has the run. */
type Progress =
  /** The category, if this invocation has finished the run. */
  | { state: "finished"; category?: CorporationCategory }
  | { state: "more"; delaySeconds: number }
  | { state: "busy"; delaySeconds: number };

/**
 * Advances a run as far as one invocation can. May be called any number of times, also at the same time: what was read
 * is saved together with the run's progress, or not at all.
 */
export async function runFetch(context: Context, runId: string): Promise<Progress> {
  const now = Date.now();
  const taken = await takeRun(context, runId, now);
  if (taken.run === undefined) {
    const { found } = taken;
    if (found === undefined || found.finishedAt !== null) return { state: "finished" };
    const waitMs = Math.max(0, (found.leaseUntil?.getTime() ?? now) - now);
    return { state: "busy", delaySeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  return advance(context, openRun({ ...taken, run: taken.run }), taken.cooldowns);
}

async function advance(context: Context, taken: OpenRun, cooldowns: Cooldown[]): Promise<Progress> {
  const esi = openEsi(context.config, { priority: "background", cooldowns, maxCalls: MAX_CALLS });
  const call = openCalls(context, esi);
  let run = taken;
  let pending: PendingWrite[] = [];

  async function save(ending: Ending): Promise<Result> {
    const writes = pending;
    pending = [];
    try {
      const changedRows = await saveRun(context, run, {
        writes,
        cooldowns: esi.newCooldowns(),
        ending,
      });
      return { kind: "saved", changedRows };
    } catch (error) {
      if (error instanceof GuardFailed) return { kind: "lost" };
      throw error;
    }
  }

  async function perform(action: Exclude<Action, Last>): Promise<Result> {
    if (action.kind === "save") return save({ state: "held" });
    return action.kind === "conclude" ? action.result : call(run, action);
  }

  for (;;) {
    const action = nextAction(run, {
      now: Date.now(),
      callsLeft: esi.callsLeft(),
      msLeft: esi.msLeft(),
      fetchHours: BUDGETS[context.config.PLAN].fetchHours,
    });
    if (action.kind === "stop") return { state: "finished" };
    if (action.kind === "wait") {
      const { seconds } = action;
      const saved = await save({ state: "waiting", resumesAt: Date.now() + seconds * 1000 });
      if (saved.kind === "lost") return { state: "finished" };
      return { state: "more", delaySeconds: seconds };
    }
    if (action.kind === "finish") {
      const { writes, dueAt, error } = action;
      pending.push(...writes);
      await save({ state: "finished", dueAt, error });
      return { state: "finished", category: run.category };
    }
    const result = await perform(action);
    const step = next(run, result);
    logGivenUp(context, result, step.run);
    ({ run } = step);
    pending.push(...step.writes);
  }
}

type Last = { kind: "stop" | "wait" | "finish" };
type Call = Exclude<Action, Last | { kind: "save" | "conclude" }>;

/** Performs the calls of EVE, and has the access token of the director in use. */
function openCalls(context: Context, esi: Esi) {
  let grant: EsiGrant | undefined;

  return async (run: OpenRun, action: Call): Promise<Result> => {
    try {
      switch (action.kind) {
        case "get-token":
          return await getToken(action);
        case "read-pages":
          return await readPages(run, action);
        case "read-public":
          return await readPublic(run, action);
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const source = sourceOf(action);
      if (!(error instanceof EsiError)) {
        logError(context.requestId, error);
        return { kind: "given-up", source, failure: "cut_off" };
      }
      const { reason, status, retryAfterSeconds, message: detail } = error;
      const failed = { kind: "failed", source, reason, status, retryAfterSeconds, detail } as const;
      return action.kind === "read-pages" ? { ...failed, directorId: action.directorId } : failed;
    }
  };

  async function getToken({ director }: Extract<Call, { kind: "get-token" }>): Promise<Result> {
    const { id: directorId, characterId } = director;
    const token = await findGrant(context, characterId, director.scopes ?? []);
    if (token.state !== "ok") return { kind: "token", directorId, state: token.state };
    ({ grant } = token);
    return { kind: "token", directorId, state: "ok", scopes: grant.scopes, at: Date.now() };
  }

  async function readPages(
    run: OpenRun,
    { source, limit }: Extract<Call, { kind: "read-pages" }>,
  ): Promise<Result> {
    if (grant === undefined) throw new Error("Pages are read with the token of a director.");
    const { corporationId, allianceId, plan } = run;
    const msBefore = esi.msLeft();
    const slice = await source.read(esi, {
      corporationId,
      allianceId,
      grant,
      cursor: plan.cursor?.source === source.key ? plan.cursor : undefined,
      limit,
      etagOf: (page) => etagOf(run, source.key, page),
      knownPages: knownPages(run, source),
    });
    const costMs = msBefore - esi.msLeft();
    return { kind: "pages", source: source.key, slice, costMs, at: Date.now() };
  }

  async function readPublic(
    { corporationId }: OpenRun,
    action: Extract<Call, { kind: "read-public" }>,
  ): Promise<Result> {
    const answer = await requestPublicInfo(esi, corporationId, action.etag);
    const { etag, expiresAt } = answer;
    if (answer.state === "unchanged") return { kind: "public", info: null, etag, expiresAt };
    const info = toPublicInfo(answer.data);
    const named = [info.ceoId, info.allianceId].filter((id) => id !== null);
    await learnNames(context, esi, named);
    return { kind: "public", info, etag, expiresAt };
  }
}

function sourceOf(action: Call): string {
  switch (action.kind) {
    case "get-token":
      return action.source;
    case "read-pages":
      return action.source.key;
    case "read-public":
      return PUBLIC;
  }
}

/** Failures that are not a director's are for the operator. */
function logGivenUp({ requestId }: Context, result: Result, { plan }: OpenRun) {
  if (result.kind !== "failed" && result.kind !== "pages") return;
  const failure = plan.sources[result.source]?.failure;
  if (failure === undefined || !plan.done.includes(result.source)) return;
  const detail = (result.kind === "failed" && result.detail) || failure;
  logError(requestId, new Error(`The fetch of ${result.source} was given up: ${detail}`));
}
