import type { CorporationCategory } from "#shared/corporations.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";

const HOUR_MS = 60 * 60 * 1000;
const AGAIN_AFTER_FAILURE_MS = HOUR_MS / 2;

/** How often each category is fetched: most of what ESI tells it renews once an hour. */
const INTERVAL_MS: Record<CorporationCategory, number> = {
  public: 6 * HOUR_MS,
  core: HOUR_MS,
  financial: HOUR_MS,
  assets: HOUR_MS,
  market: HOUR_MS,
  killmails: HOUR_MS,
};

/** When a run that ends now is to be followed by the next: never before ESI has something new for all of it. */
export function dueAfter(
  category: CorporationCategory,
  { sources }: RunPlan,
  error: RunFailure | null,
  now: number,
): number {
  if (error !== null) return now + AGAIN_AFTER_FAILURE_MS;
  const expiries = Object.values(sources).map(({ expiresAt }) => expiresAt ?? 0);
  return Math.max(now + INTERVAL_MS[category], ...expiries);
}
