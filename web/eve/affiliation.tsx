import { AllianceLogo, CorporationLogo } from "./images.tsx";

export type AffiliationNames = {
  corporationId: number | null;
  corporationName: string | null;
  allianceId: number | null;
  allianceName: string | null;
};

/** Corporation and alliance with logos; ids where names are unknown. */
export function Affiliation({ of }: { of: AffiliationNames }) {
  const { corporationId, allianceId } = of;
  if (corporationId === null) return <p className="text-text-2">Corporation not available</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-text-2">
      <span className="flex items-center gap-2">
        <CorporationLogo corporationId={corporationId} size={24} />
        {of.corporationName ?? `Corporation ${corporationId}`}
      </span>
      {allianceId !== null && (
        <span className="flex items-center gap-2">
          <AllianceLogo allianceId={allianceId} size={24} />
          {of.allianceName ?? `Alliance ${allianceId}`}
        </span>
      )}
    </p>
  );
}

/** "Sable Meridian · Null Concord" */
export function affiliationText(of: AffiliationNames): string {
  if (of.corporationId === null) return "Corporation not available";
  const corporation = of.corporationName ?? `Corporation ${of.corporationId}`;
  if (of.allianceId === null) return corporation;
  return `${corporation} · ${of.allianceName ?? `Alliance ${of.allianceId}`}`;
}
