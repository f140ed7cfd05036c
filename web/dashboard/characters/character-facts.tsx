import { Trans, ph, t } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";
import type { ReactNode } from "react";
import type { CharacterLocation, OverviewCharacter } from "#shared/characters.ts";
import { Isk } from "#web/eve/isk.tsx";
import { SecurityChip } from "#web/eve/security-chip.tsx";
import { formatInteger, formatSp } from "#web/lib/format.ts";

/** Location, ship, wallet and skill points. */
export function CharacterFacts({ overview }: { overview: OverviewCharacter }) {
  const { location, ship, walletBalance, totalSp } = overview;
  return (
    <dl className="grid grid-cols-[minmax(5.5rem,auto)_minmax(0,1fr)] gap-x-2 gap-y-1">
      <Fact name={t`Location`}>
        {location && (
          <Place
            location={location}
            shipName={ship && typeName(ship.typeId, ship.typeName ?? "")}
          />
        )}
      </Fact>
      <Fact name={t`Wallet`}>
        {walletBalance !== null && <Isk isShort amount={walletBalance} />}
      </Fact>
      <Fact name={t({ context: "on a card", message: "Skill points" })}>
        {totalSp !== null && (
          <data
            value={totalSp}
            title={t`${ph({ totalSp: formatInteger(totalSp) })} SP`}
            className="proportional-nums"
          >
            <Trans>{ph({ totalSp: formatSp(totalSp) })} SP</Trans>
          </data>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-center">
      <dt className="text-text-2">{name}</dt>
      <dd className="truncate">
        {children || (
          <span className="text-text-2">
            <Trans>Not available</Trans>
          </span>
        )}
      </dd>
    </div>
  );
}

type PlaceProps = { location: CharacterLocation; shipName: string | null };

function Place({ location, shipName }: PlaceProps) {
  const { solarSystemId, solarSystemName, securityStatus } = location;
  return (
    <>
      {securityStatus !== null && (
        <>
          <SecurityChip status={securityStatus} />{" "}
        </>
      )}
      {solarSystemName ?? solarSystemId}
      {shipName && ` · ${shipName}`}
    </>
  );
}
