import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import { AFFILIATION_CACHED_MS, isBefore } from "#worker/esi/eve-date.ts";
import type {
  AffiliationIds,
  EvidenceFact,
  Instant,
} from "#worker/requirements/evaluation/user-evidence.ts";
import { factOf, parse, sectionFact, unknown } from "./facts.ts";
import type { FactSource } from "./facts.ts";

/** The corporation of characters that were biomassed. */
const DOOMHEIM_ID = 1_000_001;

/** EVE says that the character was deleted. */
export function isGone({ row, checkOf }: FactSource): boolean {
  return (
    row.corporationId === DOOMHEIM_ID ||
    checkOf("info").failure === "deleted" ||
    checkOf("affiliation").failure === "deleted"
  );
}

/**
 * The row changes only with the values. It is confirmed by a later check of the character, by the last pass over all characters, if the
 * character was in it, and by its history. EVE may have cached for an hour what it tells a pass.
 */
export function affiliationOf(source: FactSource): EvidenceFact<AffiliationIds> {
  const { row, checkOf, now } = source;
  const { corporationId, allianceId, affiliationAsOf } = row;
  if (corporationId === null || affiliationAsOf === null) {
    const hasFailed = row.isUnknownToEsi === 1 || checkOf("affiliation").failure !== null;
    return unknown(hasFailed ? "eve_failed" : "never_read");
  }
  const { isOfPresent, readAt } = historyOf(source);
  const asOf = Math.max(
    ...toldBy(source).map((by) => by - AFFILIATION_CACHED_MS),
    isOfPresent ? readAt : 0,
  );
  return factOf({ corporationId, allianceId }, asOf, { maxAgeMs: MAX_AGE_MS.affiliation, now });
}

/** By when EVE told the corporation, in each answer that is known: it may have cached the answer for an hour. */
function toldBy({ row, checkOf }: FactSource, earlier?: number | null): number[] {
  const { affiliationAsOf, linkedAt, passedAt, isUnknownToEsi } = row;
  const first = affiliationAsOf?.getTime() ?? Infinity;
  const wasInPass =
    isUnknownToEsi === 0 && linkedAt !== null && linkedAt.getTime() <= (passedAt ?? 0);
  const later = [
    (checkOf("affiliation").checkedAt ?? 0) + AFFILIATION_CACHED_MS,
    wasInPass ? (passedAt ?? 0) : 0,
    earlier ?? 0,
  ];
  return [first, ...later.filter((by) => by > first)];
}

/**
 * Whether EVE has told the present corporation as of a time between these two. `earlier`: by when it told it in an answer before the last.
 */
export function isToldBetween(
  source: FactSource,
  [from, to]: [number, number],
  earlier?: number | null,
): boolean {
  const { isOfPresent, readAt } = historyOf(source);
  const isInHistory = !isBefore(readAt, from) && (from >= presentSince(source) || readAt >= to);
  return (
    (isOfPresent && isInHistory) ||
    toldBy(source, earlier).some((by) => by - AFFILIATION_CACHED_MS >= from && !isBefore(to, by))
  );
}

/** From the history, if it was read since the character was first seen in its present corporation. */
export function joinedAt(
  source: FactSource,
  affiliation: EvidenceFact<AffiliationIds>,
): EvidenceFact<Instant> {
  if (!affiliation.isKnown) return affiliation;
  const { startDate, isOfPresent } = historyOf(source);
  const since = startDate === null ? null : Date.parse(startDate);
  const fact = sectionFact(source, "corporationHistory", since);
  if (!fact.isKnown || isOfPresent) return fact;
  const { failure } = source.checkOf("corporationHistory");
  return unknown(failure === null ? "too_old" : "eve_failed", fact.asOf);
}

/** The last entry of EVE's history, and whether it is about the time in the present corporation. */
function historyOf({ row, checkOf }: FactSource) {
  const { corporationId, affiliationAsOf, history } = row;
  const [lastId, startDate] = parse(history) ?? [null, null];
  const readAt = checkOf("corporationHistory").checkedAt ?? 0;
  const isOfPresent =
    affiliationAsOf !== null &&
    lastId === corporationId &&
    readAt >= affiliationAsOf.getTime() - AFFILIATION_CACHED_MS;
  return { startDate, isOfPresent, readAt };
}

/**
 * By when the character was in its present corporation at the latest: what is of an earlier date may be about another. The history tells
 * when that was; without it, the first answer that had the corporation.
 */
export function presentSince(source: FactSource): Instant {
  const { startDate, isOfPresent } = historyOf(source);
  const start = isOfPresent && startDate !== null ? Date.parse(startDate) : Number.NaN;
  const since = Number.isNaN(start) ? (source.row.affiliationAsOf?.getTime() ?? Infinity) : start;
  // Dates of ESI are whole seconds.
  return Math.floor(since / 1000) * 1000;
}
