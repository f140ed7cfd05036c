import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { Affiliation, Fact, Instant } from "#worker/requirements/evaluation/user-evidence.ts";
import { factOf, parse, sectionFact, unknown } from "./facts.ts";
import type { Source } from "./facts.ts";

/** The corporation of characters that were biomassed. */
const DOOMHEIM_ID = 1_000_001;

/** EVE says that the character was deleted. */
export function isGone({ row, checkOf }: Source): boolean {
  return (
    row.corporationId === DOOMHEIM_ID ||
    checkOf("info").failure === "deleted" ||
    checkOf("affiliation").failure === "deleted"
  );
}

/**
 * The row changes only with the values. It is confirmed by a later check of the character, and by the last pass over all
 * characters, if the character was in it.
 */
export function affiliationOf({ row, checkOf, now }: Source): Fact<Affiliation> {
  const { corporationId, allianceId, affiliationAsOf, linkedAt, passedAt, isUnknownToEsi } = row;
  if (corporationId === null || affiliationAsOf === null) {
    const hasFailed = isUnknownToEsi === 1 || checkOf("affiliation").failure !== null;
    return unknown(hasFailed ? "eve_failed" : "never_read");
  }
  const wasInPass =
    passedAt !== null &&
    isUnknownToEsi === 0 &&
    linkedAt !== null &&
    linkedAt.getTime() <= passedAt;
  const asOf = Math.max(
    affiliationAsOf.getTime(),
    checkOf("affiliation").checkedAt ?? 0,
    wasInPass ? passedAt : 0,
  );
  return factOf({ corporationId, allianceId }, asOf, { maxAgeMs: MAX_AGE_MS.affiliation, now });
}

/** From the history, if it was read since the character was first seen in its present corporation. */
export function joinedAt(source: Source, affiliation: Fact<Affiliation>): Fact<Instant> {
  if (!affiliation.isKnown) return affiliation;
  const { row, checkOf } = source;
  const [corporationId, startDate] = parse(row.history) ?? [null, null];
  const since = startDate === null ? null : Date.parse(startDate);
  const fact = sectionFact(source, "corporationHistory", since);
  if (!fact.isKnown) return fact;
  const isOfPresent =
    corporationId === affiliation.value.corporationId && isSinceJoining(row, fact.asOf);
  if (isOfPresent) return fact;
  const { failure } = checkOf("corporationHistory");
  return unknown(failure === null ? "too_old" : "eve_failed", fact.asOf);
}

/** Whether something was read when the character was already in its present corporation. */
export function isSinceJoining({ affiliationAsOf }: Source["row"], at: Instant): boolean {
  return affiliationAsOf !== null && at >= affiliationAsOf.getTime();
}
