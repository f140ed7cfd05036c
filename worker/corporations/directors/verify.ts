import { sql } from "drizzle-orm";
import type { VerifyAllResult, VerifyDirectorResult, VerifyResult } from "#shared/corporations.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { enqueue } from "#worker/job-queue.ts";
import type { Check } from "./check-directors.ts";
import { presentDirector } from "./present-director.ts";
import { selectDirectors } from "./store.ts";
import type { DirectorRow } from "./store.ts";
import { CHECKS_PER_INVOCATION, examine, loadDirectors } from "./health-rounds.ts";
import { judgeRoles } from "./requirements.ts";
import { directorNotFound, requireCorporation } from "#worker/corporations/service.ts";

/** Checks the directors, and says which required roles somebody among them has. */
export async function verifyCorporation(context: Context, id: number): Promise<VerifyResult> {
  const { db } = context;
  const { directors, closures } = await loadDirectors(context, sql`d.corporation_id = ${id}`);
  if (directors.length === 0) {
    await requireCorporation(context, id);
    throw new ApiError("conflict", "No director is assigned. Add one first.");
  }
  const [now, others] = split(directors);
  const { checks, keep } = await examine(context, { directors: now, closures }, "interactive");
  if (checks.every(({ verdict }) => verdict.state === "unknown")) throw eveIsSilent();
  const roles = [...checks.map(rolesOf), ...others.map(trustedRoles)].flat();
  const result = judgeRoles(roles);
  const [first, ...rest] = keep;
  const verified = raw(
    db,
    sql`update corporations set is_verified = ${result.hasAccess ? 1 : 0},
      verified_at = ${Date.now()} where id = ${id}`,
  );
  await db.batch(first === undefined ? [verified] : [first, ...rest, verified]);
  return result;
}

export async function verifyDirector(
  context: Context,
  id: number,
  directorId: string,
): Promise<VerifyDirectorResult> {
  const isIt = sql`d.corporation_id = ${id} and d.id = ${directorId}`;
  const loaded = await loadDirectors(context, isIt);
  const { checks, keep } = await examine(context, loaded, "interactive");
  const [check] = checks;
  if (check === undefined) throw directorNotFound();
  if (check.verdict.state === "unknown") throw eveIsSilent();
  const [row] = await keepAndRead(context, keep, isIt);
  if (row === undefined) throw directorNotFound();
  return { ...judgeRoles(rolesOf(check)), director: presentDirector(row) };
}

/** Checks as many as one invocation can, those first who have waited longest; the queue goes on with the others. */
export async function verifyAllDirectors(context: Context, id: number): Promise<VerifyAllResult> {
  const isOfIt = sql`d.corporation_id = ${id}`;
  const round = Date.now();
  const { directors, closures } = await loadDirectors(context, isOfIt);
  if (directors.length === 0) await requireCorporation(context, id);
  const [now, others] = split(directors);
  const { keep } = await examine(context, { directors: now, closures }, "interactive");
  const rows = await keepAndRead(context, keep, isOfIt);
  if (others.length > 0) {
    await enqueue(context.queue, [{ kind: "check-directors", round, corporationId: id }]);
  }
  return {
    directors: rows.map(presentDirector),
    checked: now.length,
    pending: others.length,
  };
}

function split(directors: DirectorRow[]): [now: DirectorRow[], others: DirectorRow[]] {
  const waiting = directors.toSorted((a, b) => (a.attemptedAt ?? 0) - (b.attemptedAt ?? 0));
  return [waiting.slice(0, CHECKS_PER_INVOCATION), waiting.slice(CHECKS_PER_INVOCATION)];
}

/** The roles that a director can use. With some of those required missing, the others still count. */
function rolesOf({ director, verdict, known }: Check): string[] {
  if (verdict.state === "unknown") return trustedRoles(director);
  const isUsable = verdict.state === "passed" || verdict.problem === "missing_role";
  return isUsable ? known.roles : [];
}

function trustedRoles({ isHealthy, roles }: DirectorRow): string[] {
  return isHealthy === 1 ? (JSON.parse(roles) as string[]) : [];
}

async function keepAndRead(
  { db }: Context,
  keep: Awaited<ReturnType<typeof examine>>["keep"],
  where: ReturnType<typeof sql>,
): Promise<DirectorRow[]> {
  const [first, ...rest] = keep;
  const read = selectDirectors(db, where);
  if (first === undefined) return read;
  const results = await db.batch([first, ...rest, read]);
  return results.at(-1) as DirectorRow[];
}

function eveIsSilent(): ApiError {
  return new ApiError(
    "upstream_unavailable",
    "EVE could not be asked about the directors. What is known of them is unchanged. Try again in a few minutes.",
  );
}
