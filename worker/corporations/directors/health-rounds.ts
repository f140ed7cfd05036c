import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Statement } from "#worker/db/batch.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Priority } from "#worker/esi/limits.ts";
import { selectClosures, storeClosures } from "#worker/esi/shared-limits.ts";
import { enqueue } from "#worker/job-queue.ts";
import { checkDirectors } from "./check-directors.ts";
import type { Check } from "./check-directors.ts";
import { selectDirectors, updateChecked } from "./store.ts";
import type { CheckedDirector, DirectorRow } from "./store.ts";
import { insertMarks } from "./health-store.ts";
import { recordEvent } from "#worker/corporations/log.ts";
import { afterCheck } from "./rotation.ts";

/** Of 45 subrequests: six a director, when a token has to be refreshed, and nine for all, retries among them. */
export const CHECKS_PER_INVOCATION = 6;
const MAX_CALLS = 10;

/** Directors, and what is needed to ask EVE about them: one round trip. */
export async function loadDirectors({ db, config }: Context, where: SQL, limit?: number) {
  const [directors, closures] = await db.batch([
    selectDirectors(db, where, limit),
    selectClosures(db, config, new Date()),
  ]);
  return { directors, closures };
}

/** Checks these directors; `keep` is the batch that writes down what was found. */
export async function examine(
  context: Context,
  { directors, closures }: Awaited<ReturnType<typeof loadDirectors>>,
  priority: Priority,
) {
  const { db, config } = context;
  const esi = openEsi(config, { priority, closures, maxCalls: MAX_CALLS });
  const checks = await checkDirectors(context, esi, directors);
  const now = Date.now();
  const checked = checks.map((check) => applyCheck(check, now));
  const keep: Statement[] = [
    ...checks.flatMap(({ director, verdict }, index) =>
      recordFlip(context, director, checked[index]?.isHealthy, verdict),
    ),
    updateChecked(db, checked, now),
    ...storeClosures(db, config, esi.closures()),
  ];
  return { checks, keep };
}

function applyCheck({ director, verdict, known }: Check, now: number): CheckedDirector {
  const standing = { isHealthy: director.isHealthy === 1, failureCount: director.failureCount };
  const problem =
    verdict.state === "failed"
      ? verdict.problem
      : verdict.state === "passed"
        ? null
        : director.problem;
  return {
    id: director.id,
    ...afterCheck(standing, verdict),
    problem,
    ...known,
    checkedAt: verdict.state === "unknown" ? director.checkedAt : now,
  };
}

function recordFlip(
  context: Context,
  { corporationId, characterId, isHealthy: was }: DirectorRow,
  is: boolean | undefined,
  verdict: Check["verdict"],
): Statement[] {
  if (is === undefined || is === (was === 1)) return [];
  const event = recordEvent(context, {
    kind: is ? "director_healthy" : "director_unhealthy",
    corporationId,
    actorId: null,
    characterId,
    ...(verdict.state === "failed" && { detail: { problem: verdict.problem } }),
  });
  return [event.statement];
}

type Round = { round: number; corporationId: number | null };

/**
 * Checks some of the directors whom this round has not reached yet, and marks the corporations with which it is
 * through. Says how many were checked, and whether there are more.
 */
async function checkRound(context: Context, { round, corporationId }: Round) {
  const isOfRound = sql`coalesce(d.attempted_at, 0) < ${round} and c.is_active
    and ${corporationId === null ? sql`true` : sql`d.corporation_id = ${corporationId}`}`;
  const loaded = await loadDirectors(context, isOfRound, CHECKS_PER_INVOCATION + 1);
  const hasMore = loaded.directors.length > CHECKS_PER_INVOCATION;
  const directors = loaded.directors.slice(0, CHECKS_PER_INVOCATION);
  if (directors.length === 0) return { checked: 0, hasMore };
  const { keep } = await examine(context, { ...loaded, directors }, "background");
  await runBatch(context.db, [...keep, insertMarks(context.db, round, directors)]);
  return { checked: directors.length, hasMore };
}

/** Goes on with a round, and asks the queue for the rest. Returns how many directors were checked. */
export async function carryOutRound(context: Context, round: Round): Promise<number> {
  const { checked, hasMore } = await checkRound(context, round);
  if (hasMore) await enqueue(context.queue, [{ kind: "check-directors", ...round }]);
  return checked;
}

/** Begins a round of all corporations. */
export function startHealthRound(context: Context): Promise<number> {
  return carryOutRound(context, { round: Date.now(), corporationId: null });
}
