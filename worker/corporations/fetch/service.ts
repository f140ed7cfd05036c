import type { FetchCategory } from "#shared/corporations/params.ts";
import type { CorporationCategory, FetchStarted } from "#shared/corporations/corporations.ts";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import { requireCorporation } from "#worker/corporations/directors/service.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { requeueIdleRuns, selectOpenRuns, startDueRuns, startRuns } from "./run-store.ts";
import { fetchWork } from "./work.ts";

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
