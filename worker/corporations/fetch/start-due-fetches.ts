import { sql } from "drizzle-orm";
import { corporationCategorySchema } from "#shared/corporations.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/job-queue.ts";
import { toMessage } from "./service.ts";
import { insertRuns, selectStalledRuns } from "./run-store.ts";

const STALLED_AFTER_MS = 10 * 60 * 1000;

/**
 * Starts what is due in all active corporations, with those directors that there are; and sends for runs that
 * stopped without a word. Returns how many runs were started.
 */
export async function startDueFetches({ db, queue }: Context): Promise<number> {
  const now = Date.now();
  const hasDirector = sql`(c.assigned_character_id is not null and exists (
    select 1 from corporation_directors d where d.corporation_id = c.id and d.is_healthy))`;
  const isDue = sql`(p.id is null or (p.finished_at is not null and p.due_at <= ${now}))`;
  const [stalled, started] = await db.batch([
    selectStalledRuns(db, now - STALLED_AFTER_MS),
    insertRuns(
      db,
      corporationCategorySchema.options,
      sql`c.is_active and ${isDue} and (j.value = 'public' or ${hasDirector})`,
      now,
    ),
  ]);
  await enqueue(queue, [...stalled, ...started].map(toMessage));
  return started.length;
}
