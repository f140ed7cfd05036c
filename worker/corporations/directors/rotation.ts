import type { DirectorHealth, DirectorProblem } from "#shared/corporations/corporations.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";

/** Failures in a row after which a director is not used. */
export const MAX_FAILURES = 3;

export type HealthRecord = { isHealthy: boolean; failureCount: number };

/**
 * The state that users and programs see: one failure makes a director unhealthy, and `MAX_FAILURES` keep it from being used.
 * `isHealthyDirector` is the same rule in SQL. `checkedAt` is null before the first check.
 */
export function healthOf({
  isHealthy,
  failureCount,
  checkedAt,
}: HealthRecord & { checkedAt: Date | null }): DirectorHealth {
  if (isHealthy && failureCount === 0) return "healthy";
  return failureCount === 0 && checkedAt === null ? "needs_verification" : "unhealthy";
}

/** `lastUsedAt` in milliseconds since 1970; null if never. */
export type DirectorCandidate = HealthRecord & {
  id: string;
  priority: number;
  lastUsedAt: number | null;
};

/**
 * The healthy director used longest ago, and among those used equally long ago the one of the lowest priority. A run
 * keeps its `current` director. Undefined when each of them has been tried.
 */
export function chooseDirector<Director extends DirectorCandidate>(
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

/** Undefined when the fault is EVE's or ours. */
const PROBLEMS: Record<EsiReason, DirectorProblem | undefined> = {
  token_revoked: "token_revoked",
  missing_scope: "missing_scope",
  missing_role: "missing_role",
  not_in_corporation: "not_in_corporation",
  deleted: "not_in_corporation",
  not_found: undefined,
  rate_limited: undefined,
  unavailable: undefined,
  bad_answer: undefined,
};

/** The fault of the director with whom a call failed. */
export function directorProblemOf(reason: EsiReason): DirectorProblem | undefined {
  return PROBLEMS[reason];
}

/** `isFinal`: EVE's sign-in says that the grant is gone, so that no further call can succeed. */
export function afterFailure(
  health: HealthRecord,
  { isFinal }: { isFinal: boolean },
): HealthRecord {
  const failureCount = health.failureCount + 1;
  return {
    failureCount,
    isHealthy: health.isHealthy && !isFinal && failureCount < MAX_FAILURES,
  };
}

/** A call that succeeds resets the count; only a health check makes a director healthy again. */
export function afterSuccess({ isHealthy }: HealthRecord): HealthRecord {
  return { isHealthy, failureCount: 0 };
}

export type CheckVerdict =
  | { state: "passed" }
  | { state: "failed"; problem: DirectorProblem; isFinal: boolean }
  /** EVE did not answer. */
  | { state: "unknown" };

export function afterCheck(health: HealthRecord, verdict: CheckVerdict): HealthRecord {
  switch (verdict.state) {
    case "passed":
      return { isHealthy: true, failureCount: 0 };
    case "failed":
      return afterFailure(health, verdict);
    case "unknown":
      return health;
  }
}
