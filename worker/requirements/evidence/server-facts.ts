import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { MemberProblem } from "#shared/discord/servers.ts";
import type { Fact, UserEvidence } from "#worker/requirements/evaluation/user-evidence.ts";
import { factOf, unknown } from "./facts.ts";

/** What Muster knows of an account on a Discord server. Instants are milliseconds since 1970. */
export type ServerReading = {
  serverId: string;
  linkedAt: number;
  /** When the last check of all members began. */
  sweptAt: number | null;
  /** 1: Muster follows the server, and has asked about each account that was linked since. */
  isSettled: number;
  /** When Discord told about the member; null without a row. */
  readAt: number | null;
  problem: MemberProblem | null;
};

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
