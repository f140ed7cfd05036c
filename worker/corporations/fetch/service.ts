import { sql } from "drizzle-orm";
import type { CorporationCategory, FetchCategory, FetchStarted } from "#shared/corporations.ts";
import { corporationCategorySchema } from "#shared/corporations.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { enqueue } from "#worker/job-queue.ts";
import type { JobMessage } from "#worker/job-queue.ts";
import { insertRuns, selectOpenRuns } from "./run-store.ts";
import { requireCorporation } from "#worker/corporations/service.ts";

/** Starts a fetch of each category; where one is going on already, this is it. */
export async function requestFetch(
  context: Context,
  id: number,
  category: FetchCategory,
): Promise<FetchStarted> {
  const { db } = context;
  const corporation = await requireCorporation(context, id);
  if (corporation.isActive === 0) {
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
  const [started, open] = await db.batch([
    insertRuns(db, categories, sql`c.id = ${id}`, Date.now()),
    selectOpenRuns(db, id),
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

export function toMessage({ id }: { id: string }): JobMessage {
  return { kind: "fetch", runId: id };
}
