import { and, eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type {
  VerifyAllResult,
  VerifyDirectorResult,
  VerifyResult,
} from "#shared/corporations/corporations.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { checkDirectors, healthRounds, loadDirectors } from "./health-checks.ts";
import type { DirectorCheck } from "./health-checks.ts";
import { presentDirector, problemText } from "./present-director.ts";
import { judgeRoles } from "./requirements.ts";
import { requireCorporation } from "./service.ts";
import { selectDirectors } from "./store.ts";
import type { DirectorRow } from "./store.ts";

/** Checks the directors. Returns which of the required roles they have together. */
export async function verifyCorporation(context: Context, id: number): Promise<VerifyResult> {
  const loaded = await loadDirectors(context, eq(directors.corporationId, id));
  if (loaded.directors.length === 0) {
    await requireCorporation(context, id);
    throw new ApiError("no_director");
  }
  const { next, later } = split(loaded.directors, BUDGETS[context.config.PLAN].directorChecks);
  const { checks, statements } = await checkDirectors(
    context,
    { ...loaded, directors: next },
    "interactive",
  );
  if (checks.every(({ verdict }) => verdict.state === "unknown")) throw eveIsUnavailable(next);
  const result = judgeRoles([...checks.flatMap(usableRoles), ...later.flatMap(trustedRoles)]);
  const now = new Date();
  await runBatch(context.db, [
    ...statements,
    orm
      .update(corporations)
      .set(
        result.hasAccess
          ? { isVerified: true, verifiedAt: now, verificationFailedAt: null }
          : { isVerified: false, verificationFailedAt: now },
      )
      .where(eq(corporations.id, id)),
  ]);
  return { ...result, problems: checks.flatMap(problemIn) };
}

export async function verifyDirector(
  context: Context,
  id: number,
  directorId: string,
): Promise<VerifyDirectorResult> {
  const isThisOne = and(eq(directors.corporationId, id), eq(directors.id, directorId));
  const loaded = await loadDirectors(context, isThisOne);
  const { checks, statements } = await checkDirectors(context, loaded, "interactive");
  const [check] = checks;
  if (check === undefined) throw new ApiError("no_such_director");
  if (check.verdict.state === "unknown") throw eveIsUnavailable(loaded.directors);
  const [row] = await saveAndSelect(context, statements, isThisOne);
  if (row === undefined) throw new ApiError("no_such_director");
  return {
    ...judgeRoles(usableRoles(check)),
    problems: problemIn(check),
    director: presentDirector(row),
  };
}

/** Follows the answer to a request that added a director. */
export async function verifyNewDirector(context: Context, id: number, directorId: string) {
  try {
    if (!BUDGETS[context.config.PLAN].worksBehindResponses) return await checkLater(context, [id]);
    await verifyDirector(context, id, directorId);
  } catch (error) {
    // The next health round checks the director.
    logError(context.requestId, error);
  }
}

/** Follows the answer to a sign-in in which a character granted director access, and that may be a director. */
export async function verifyAfterGrant(context: Context, characterId: number) {
  try {
    const isIts = eq(directors.characterId, characterId);
    const { directorChecks, worksBehindResponses } = BUDGETS[context.config.PLAN];
    const loaded = await loadDirectors(context, isIts, directorChecks);
    if (loaded.directors.length === 0) return;
    if (!worksBehindResponses) {
      const corporationIds = loaded.directors.map(({ corporationId }) => corporationId);
      return await checkLater(context, [...new Set(corporationIds)]);
    }
    const { statements } = await checkDirectors(context, loaded, "interactive");
    await runBatch(context.db, statements);
  } catch (error) {
    // The next health round checks the director.
    logError(context.requestId, error);
  }
}

/** Checks the directors of these corporations by messages of the queue. */
function checkLater(context: Context, corporationIds: number[]) {
  const round = Date.now();
  return enqueue(
    context,
    corporationIds.map((corporationId) => healthRounds.message({ round, corporationId })),
  );
}

/** Checks as many as one invocation can, those first whose last check is oldest; the queue does the others. */
export async function verifyAllDirectors(context: Context, id: number): Promise<VerifyAllResult> {
  const isOfCorporation = eq(directors.corporationId, id);
  const round = Date.now();
  const loaded = await loadDirectors(context, isOfCorporation);
  if (loaded.directors.length === 0) await requireCorporation(context, id);
  const { next, later } = split(loaded.directors, BUDGETS[context.config.PLAN].directorChecks);
  const { checks, statements } = await checkDirectors(
    context,
    { ...loaded, directors: next },
    "interactive",
  );
  const rows = await saveAndSelect(context, statements, isOfCorporation);
  const checked = checks.filter(({ verdict }) => verdict.state !== "unknown").length;
  if (checked === 0 && next.length > 0) throw eveIsUnavailable(next);
  if (later.length > 0) {
    await enqueue(context, [healthRounds.message({ round, corporationId: id })]);
  }
  return {
    directors: rows.map(presentDirector),
    checked,
    pending: later.length,
  };
}

function split(all: DirectorRow[], first: number): { next: DirectorRow[]; later: DirectorRow[] } {
  const byAge = all.toSorted((a, b) => Number(a.attemptedAt) - Number(b.attemptedAt));
  return { next: byAge.slice(0, first), later: byAge.slice(first) };
}

/** The roles with which a director can be used: also when some of the required ones are missing. */
function usableRoles({ director, verdict, roles }: DirectorCheck): string[] {
  if (verdict.state === "unknown") return trustedRoles(director);
  const isUsable = verdict.state === "passed" || verdict.problem === "missing_role";
  return isUsable ? roles.roles : [];
}

function problemIn({ director, verdict, roles }: DirectorCheck): VerifyResult["problems"] {
  if (verdict.state !== "failed") return [];
  const { problem } = verdict;
  const { characterId, characterName } = director;
  const text = problemText(problem, characterName, roles.roles);
  return [{ characterId, characterName, problem, text }];
}

function trustedRoles(director: DirectorRow): string[] {
  return director.isHealthy && markOf(director) === null ? director.roles : [];
}

async function saveAndSelect(
  { db }: Context,
  statements: Awaited<ReturnType<typeof checkDirectors>>["statements"],
  where: SQL | undefined,
): Promise<DirectorRow[]> {
  const results = await runBatch(db, [...statements, selectDirectors(where)]);
  const rows = results.at(-1);
  return Array.isArray(rows) ? rows : [];
}

/** The error when no check had a result. */
function eveIsUnavailable(directors: DirectorRow[]): ApiError {
  if (directors.every((director) => markOf(director) !== null)) {
    return new ApiError("director_suspended");
  }
  return new ApiError("directors_not_checked");
}
