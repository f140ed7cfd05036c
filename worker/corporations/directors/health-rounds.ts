import * as z from "zod/mini";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { continueJob } from "#worker/jobs/job-runs.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { BUDGETS } from "#worker/config.ts";
import { checkDirectors, loadDirectors } from "./health-checks.ts";
import { insertMarks, isAwaitingCheck } from "./store.ts";

/** One check of all directors of a corporation, or of all corporations. `round` is when it began. */
const roundSchema = z.object({ round: z.int(), corporationId: z.nullable(z.int()) });
type Round = z.infer<typeof roundSchema>;

/** Continues a round. Unlike a cron's job, it is retried when it fails: the rest of the round would be lost. */
export const healthRounds = defineWork({
  kind: "check-directors",
  message: roundSchema,
  isSlow: true,
  async slice(context, round) {
    const check = () => checkSlice(context, round);
    const { hasMore } = await continueJob(context, "director-health", check);
    return hasMore;
  },
});

/** Begins a round of all corporations; the queue continues it. Returns how many directors were checked. */
export async function startHealthRound(context: Context): Promise<number> {
  const round = { round: Date.now(), corporationId: null };
  const { checked, hasMore } = await checkSlice(context, round);
  if (hasMore) await enqueue(context, [healthRounds.message(round)]);
  return checked;
}

/**
 * Checks as many directors of the round as one invocation can. Returns how many, and whether more are left. May be repeated:
 * each director is checked once a round.
 */
export async function checkSlice(
  context: Context,
  { round, corporationId }: Round,
): Promise<{ checked: number; hasMore: boolean }> {
  const isAwaiting = isAwaitingCheck(round, corporationId);
  const limit = BUDGETS[context.config.PLAN].directorChecks;
  const loaded = await loadDirectors(context, isAwaiting, limit + 1);
  const directors = loaded.directors.slice(0, limit);
  if (directors.length === 0) return { checked: 0, hasMore: false };
  const { statements } = await checkDirectors(context, { ...loaded, directors }, "background");
  const corporationIds = [...new Set(directors.map((director) => director.corporationId))];
  await runBatch(context.db, [...statements, insertMarks(round, corporationIds)]);
  return { checked: directors.length, hasMore: loaded.directors.length > directors.length };
}
