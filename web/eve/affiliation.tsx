import { ph, t } from "#web/language/macros.ts";
import { AllianceLogo, CorporationLogo } from "./images.tsx";

type AffiliationNames = {
  corporationId: number | null;
  corporationName: string | null;
  allianceId: number | null;
  allianceName: string | null;
};

/** Corporation and alliance with logos; ids where names are unknown. */
export function Affiliation({ of }: { of: AffiliationNames }) {
  const { corporationId, allianceId } = of;
  if (corporationId === null) return <p className="text-text-2">{t`Corporation not available`}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-text-2">
      <span className="flex items-center gap-2">
        <CorporationLogo corporationId={corporationId} size={24} />
        {of.corporationName ?? t`Corporation ${corporationId}`}
      </span>
      {allianceId !== null && (
        <span className="flex items-center gap-2">
          <AllianceLogo allianceId={allianceId} size={24} />
          {of.allianceName ?? t`Alliance ${allianceId}`}
        </span>
      )}
    </p>
  );
}

/** "Sable Meridian · Null Concord" */
export function affiliationText(of: AffiliationNames): string {
  if (of.corporationId === null) return t`Corporation not available`;
  const corporation =
    of.corporationName ?? t`Corporation ${ph({ corporationId: of.corporationId })}`;
  if (of.allianceId === null) return corporation;
  return `${corporation} · ${of.allianceName ?? t`Alliance ${ph({ allianceId: of.allianceId })}`}`;
}

/** The id range of EVE's NPC corporations. */
const FIRST_NPC_CORPORATION_ID = 1_000_000;
const LAST_NPC_CORPORATION_ID = 1_999_999;

export function isNpcCorporation(corporationId: number): boolean {
  return corporationId >= FIRST_NPC_CORPORATION_ID && corporationId <= LAST_NPC_CORPORATION_ID;
}
