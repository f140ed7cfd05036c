import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { Fact, UserEvidence } from "#worker/requirements/evaluation/user-evidence.ts";
import { factOf, unknown } from "./facts.ts";
import type { ServerReading } from "./select-evidence.ts";

export function serversOf(
  readings: readonly ServerReading[],
  now: number,
): UserEvidence["servers"] {
  return new Map(readings.map((one) => [one.serverId, membershipOf(one, now)]));
}

/** The row of a member changes only with what Discord tells: the last check confirms it, and that there is none. */
function membershipOf(
  { linkedAt, sweptAt, isSettled, readAt, problem }: ServerReading,
  now: number,
): Fact<boolean> {
  const checkedAt = sweptAt ?? 0;
  const limit = { maxAgeMs: MAX_AGE_MS.servers, now };
  if (readAt !== null) {
    return factOf(problem !== "left" && problem !== "deleted", Math.max(readAt, checkedAt), limit);
  }
  if (linkedAt <= checkedAt) return factOf(false, checkedAt, limit);
  return isSettled === 1 ? factOf(false, linkedAt, limit) : unknown("never_read");
}
