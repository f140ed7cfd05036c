import type {
  CharacterDetail,
  CharacterLocation,
  PrivateDetail,
  Section,
  SectionState,
  SectionStates,
} from "#shared/characters.ts";
import { SectionAge, StaleNote } from "#web/characters/character/section-note.tsx";
import { Isk } from "#web/eve/isk.tsx";
import { SecurityChip } from "#web/eve/security-chip.tsx";
import { ProgressBar } from "#web/eve/skills/progress-bar.tsx";
import { Reading, Telemetry } from "#web/eve/telemetry.tsx";
import { formatCount, formatInteger, formatIskShort, formatSp } from "#web/lib/format.ts";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";

type SummaryProps = { character: CharacterDetail; sections: SectionStates };

/** The summary cards. Owner-only cards come first. */
export function Summary({ character, sections }: SummaryProps) {
  const { private: own, public: sheet } = character;
  const { birthday, securityStatus } = sheet.info;
  return (
    <Telemetry label="Summary" columns={own ? 4 : 3} footer={noteOnReadings(sections)}>
      {own && <OwnReadings own={own} sections={sections} />}
      <SkillPoints skills={sheet.skills} />
      {own && <Ship ship={own.ship} state={sections.ship} />}
      <Reading name="Security status">{securityStatus?.toFixed(1)}</Reading>
      <Reading name="Born" hint={birthday && <RelativeTime at={birthday} />}>
        {birthday && <DateOnly at={birthday} />}
      </Reading>
    </Telemetry>
  );
}

function OwnReadings({ own, sections }: { own: PrivateDetail; sections: SectionStates }) {
  const { location, wallet, assets, status } = own;
  const pages = sections.assets?.progress;
  return (
    <>
      <Reading
        name="Location"
        age={<SectionAge state={sections.location} />}
        hint={location && placeOf(location)}
      >
        {location && (
          <span className="flex flex-wrap items-center gap-x-2">
            {location.securityStatus !== null && <SecurityChip status={location.securityStatus} />}
            {location.solarSystemName ?? location.solarSystemId}
          </span>
        )}
      </Reading>
      <Reading
        name="Wallet"
        age={<SectionAge state={sections.wallet} />}
        hint={wallet && <Isk isExact amount={wallet.balance} />}
      >
        {wallet && formatIskShort(wallet.balance)}
      </Reading>
      <Reading
        name="Assets"
        age={<SectionAge state={sections.assets} />}
        hint={
          <>
            {assets && <Isk amount={assets.totalValue} />}
            {pages && <PagesRead {...pages} />}
          </>
        }
      >
        {assets && formatCount(assets.assetCount, "item")}
      </Reading>
      <Reading
        name="Status"
        age={<SectionAge state={sections.status} />}
        hint={
          status?.lastLogin && (
            <>
              Last login <RelativeTime at={status.lastLogin} />
            </>
          )
        }
      >
        {status && <OnlineState isOnline={status.online} />}
      </Reading>
    </>
  );
}

function placeOf({ stationId, stationName, isStructure }: CharacterLocation): string {
  if (stationName !== null) return stationName;
  if (stationId === null) return "In space";
  return isStructure ? "Structure (name not available)" : `Station ${stationId}`;
}

function PagesRead({ done, total }: { done: number; total: number }) {
  return (
    <span className="grid gap-1 pt-1">
      {formatInteger(done)} of {formatInteger(total)} pages read
      <ProgressBar label="Assets read" percent={total > 0 ? (done / total) * 100 : 0} />
    </span>
  );
}

function OnlineState({ isOnline }: { isOnline: boolean }) {
  return (
    <span className="flex items-center gap-2">
      {isOnline && <span aria-hidden="true" className="size-2 rounded-full bg-ok" />}
      {isOnline ? "Online" : "Offline"}
    </span>
  );
}

function SkillPoints({ skills }: Pick<CharacterDetail["public"], "skills">) {
  const unallocated = skills?.unallocated_sp ?? 0;
  return (
    <Reading name="Skill points" hint={unallocated > 0 && `+ ${formatSp(unallocated)} unallocated`}>
      {skills && (
        <data value={skills.total_sp} title={`${formatInteger(skills.total_sp)} SP`}>
          {formatSp(skills.total_sp)}
        </data>
      )}
    </Reading>
  );
}

type ShipProps = Pick<PrivateDetail, "ship"> & { state: SectionState | undefined };

function Ship({ ship, state }: ShipProps) {
  return (
    <Reading name="Ship" age={<SectionAge state={state} />} hint={ship && `“${ship.name}”`}>
      {ship && (ship.typeName ?? `Type ${ship.typeId}`)}
    </Reading>
  );
}

const READINGS: readonly Section[] = ["location", "wallet", "assets", "status", "ship"];
const list = new Intl.ListFormat("en");

/** One note for all readings that could not be refreshed, with the age of the oldest. */
function noteOnReadings(sections: SectionStates) {
  const failed = READINGS.flatMap((name) => {
    const state = sections[name];
    return state?.state === "failed" ? { name, state } : [];
  });
  const [oldest = failed[0]] = failed
    .filter(({ state }) => state.updatedAt !== null)
    .toSorted((a, b) => (a.state.updatedAt ?? "").localeCompare(b.state.updatedAt ?? ""));
  return (
    oldest && <StaleNote what={list.format(failed.map(({ name }) => name))} state={oldest.state} />
  );
}
