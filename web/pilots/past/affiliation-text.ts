import type { PastCharacter } from "#shared/pilots/past.ts";

/** "Sable Meridian · Null Concord", or that the log does not tell. */
export function affiliationText({ affiliation, isAffiliationRecorded }: PastCharacter): string {
  if (!isAffiliationRecorded) return "Corporation not recorded";
  if (affiliation === null) return "Corporation not read";
  const { corporationId, corporationName, allianceId, allianceName } = affiliation;
  return joined([
    corporationName ?? `Corporation ${corporationId}`,
    allianceId !== null && (allianceName ?? `Alliance ${allianceId}`),
  ]);
}

export function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}
