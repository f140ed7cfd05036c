import { t } from "#web/language/macros.ts";
import type { PastCharacter } from "#shared/pilots/past.ts";

/** "Sable Meridian · Null Concord", or that neither the log nor EVE tells. */
export function affiliationText(character: PastCharacter): string {
  const { affiliation, isAffiliationRecorded, isFromHistory } = character;
  if (!isAffiliationRecorded && !isFromHistory) return t`Corporation not recorded`;
  if (affiliation === null) return t`Corporation not read`;
  const { corporationId, corporationName, allianceId, allianceName } = affiliation;
  return joined([
    corporationName ?? t`Corporation ${corporationId}`,
    allianceId !== null && (allianceName ?? t`Alliance ${allianceId}`),
    isFromHistory && t`by EVE’s history`,
  ]);
}

export function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}
