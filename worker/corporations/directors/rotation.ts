import type { DirectorProblem } from "#shared/corporations.ts";
import type { EsiReason } from "#worker/esi/error.ts";

/** So many failures in a row make a director unhealthy. */
export const MOST_FAILURES = 3;

export type Standing = { isHealthy: boolean; failureCount: number };

/** `lastUsedAt` in milliseconds since 1970; null if never. */
export type Candidate = Standing & { id: string; priority: number; lastUsedAt: number | null };

/**
 * Whose turn it is: of the healthy, the one used longest ago, and among those used equally long ago the one of the
 * lowest priority. A run keeps the one it has, `current`. Undefined when nobody is left whom this call has not tried.
 */
export function chooseDirector<Director extends Candidate>(
  directors: readonly Director[],
  tried: ReadonlySet<string> = new Set(),
  current?: string | null,
): Director | undefined {
  const open = directors.filter(({ id, isHealthy }) => isHealthy && !tried.has(id));
  const [next] = open.toSorted(
    (a, b) =>
      (a.lastUsedAt ?? 0) - (b.lastUsedAt ?? 0) ||
      a.priority - b.priority ||
      (a.id < b.id ? -1 : 1),
  );
  return open.find(({ id }) => id === current) ?? next;
}

/** What a failed call says of the director who made it; undefined when it is EVE's doing, or ours. */
export function problemOf(reason: EsiReason): DirectorProblem | undefined {
  switch (reason) {
    case "token_revoked":
    case "missing_scope":
    case "missing_role":
    case "not_in_corporation":
      return reason;
    case "deleted":
      return "not_in_corporation";
    case "not_found":
    case "rate_limited":
    case "unavailable":
    case "bad_answer":
      return undefined;
  }
}

/** `isFinal`: EVE's sign-in says that the grant is gone, so that no further call can succeed. */
export function afterFailure(standing: Standing, { isFinal }: { isFinal: boolean }): Standing {
  const failureCount = standing.failureCount + 1;
  return {
    failureCount,
    isHealthy: standing.isHealthy && !isFinal && failureCount < MOST_FAILURES,
  };
}

/** A call that worked ends a row of failures; only a health check makes healthy again. */
export function afterSuccess({ isHealthy }: Standing): Standing {
  return { isHealthy, failureCount: 0 };
}

export type CheckVerdict =
  | { state: "passed" }
  | { state: "failed"; problem: DirectorProblem; isFinal: boolean }
  /** EVE could not be asked. */
  | { state: "unknown" };

export function afterCheck(standing: Standing, verdict: CheckVerdict): Standing {
  switch (verdict.state) {
    case "passed":
      return { isHealthy: true, failureCount: 0 };
    case "failed":
      return afterFailure(standing, verdict);
    case "unknown":
      return standing;
  }
}
