import type { CorporationCategory, FetchCategory, FetchStarted } from "#shared/corporations.ts";
import { corporationCategorySchema } from "#shared/corporations.ts";
import { requireCorporation } from "#worker/corporations/directors/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { enqueue } from "#worker/job-queue.ts";
import type { JobMessage } from "#worker/job-queue.ts";
import { selectOpenRuns, selectStalledRuns, startDueRuns, startRuns } from "./run-store.ts";

const STALLED_AFTER_MS = 10 * 60 * 1000;

/** Starts a run of each category; a run that is open already is joined. */
export async function requestFetch(
  context: Context,
  id: number,
  category: FetchCategory,
): Promise<FetchStarted> {
  const { db } = context;
  const corporation = await requireCorporation(context, id);
  if (!corporation.isActive) {
    throw new ApiError("conflict", `${corporation.name} is inactive. Activate it first.`);
  }
  if (category !== "public" && corporation.assignedCharacterId === null) {
    throw new ApiError(
      "conflict",
      "Only public data can be fetched without a director. Assign one.",
    );
  }
  const categories: CorporationCategory[] =
    category === "all" ? corporationCategorySchema.options : [category];
  const [started, open] = await runBatch(db, [
    startRuns(id, categories, Date.now()),
    selectOpenRuns(id),
  ]);
  await enqueue(context.queue, started.map(toMessage));
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
 * Starts the runs that are due in active corporations, those with a healthy director only unless the data is public, and
 * enqueues stalled runs again. Returns how many runs were started.
 */
export async function startDueFetches({ db, queue }: Context): Promise<number> {
  const now = Date.now();
  const [stalled, started] = await runBatch(db, [
    selectStalledRuns(now - STALLED_AFTER_MS),
    startDueRuns(now),
  ]);
  await enqueue(queue, [...stalled, ...started].map(toMessage));
  return started.length;
}

function toMessage({ id }: { id: string }): JobMessage {
  return { kind: "fetch", runId: id };
}
