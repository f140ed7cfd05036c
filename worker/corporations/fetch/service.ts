import * as z from "zod/mini";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import type {
  CorporationCategory,
  FetchCategory,
  FetchStarted,
} from "#shared/corporations/corporations.ts";
import { requireCorporation } from "#worker/corporations/directors/service.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { runFetch } from "./run-fetch.ts";
import {
  requeueIdleRuns,
  requeueStalledRuns,
  selectOpenRuns,
  selectStalledRuns,
  startDueMemberRuns,
  startDueRuns,
  startRuns,
} from "./run-store.ts";

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
  due: (_context, now) => [selectStalledRuns(now), startDueMemberRuns(now)],
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
