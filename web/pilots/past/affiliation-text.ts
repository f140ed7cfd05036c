import type { PastCharacter } from "#shared/pilots/past.ts";

/** "Sable Meridian · Null Concord", or that neither the log nor EVE tells. */
export function affiliationText(character: PastCharacter): string {
  const { affiliation, isAffiliationRecorded, isFromHistory } = character;
  if (!isAffiliationRecorded && !isFromHistory) return "Corporation not recorded";
  if (affiliation === null) return "Corporation not read";
  const { corporationId, corporationName, allianceId, allianceName } = affiliation;
  return joined([
    corporationName ?? `Corporation ${corporationId}`,
    allianceId !== null && (allianceName ?? `Alliance ${allianceId}`),
    isFromHistory && "by EVE’s history",
  ]);
}

export function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}
