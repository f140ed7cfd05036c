import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { compareCodes } from "#web/lib/compare.ts";
import { shipType, System } from "#web/eve/location.tsx";
import { perLanguage, say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type {
  CharacterDetail,
  CharacterLocation,
  PrivateDetail,
  Section,
  SectionState,
  SectionStates,
} from "#shared/characters.ts";
import { SectionAge, StaleNote } from "./section-note.tsx";
import { Isk } from "#web/eve/isk.tsx";
import { ProgressBar } from "#web/eve/training.tsx";
import { Reading, Telemetry } from "#web/eve/telemetry.tsx";
import { formatInteger, formatIskShort, formatSp, formatTenths } from "#web/lib/format.ts";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";

type SummaryProps = { character: CharacterDetail; sections: SectionStates };

/** The summary cards. Owner-only cards come first. */
export function Summary({ character, sections }: SummaryProps) {
  const { private: own, public: sheet } = character;
  const { birthday, securityStatus } = sheet.info;
  return (
    <Telemetry label={t`Summary`} columns={own ? 4 : 3} footer={noteOnReadings(sections)}>
      {own && <OwnReadings own={own} sections={sections} />}
      <SkillPoints skills={sheet.skills} />
      {own && <Ship ship={own.ship} state={sections.ship} />}
      <Reading name={t`Security status`}>
        {securityStatus !== null && formatTenths(securityStatus)}
      </Reading>
      <Reading name={t`Born`} hint={birthday && <RelativeTime at={birthday} />}>
        {birthday && (
          // A date in Chinese may break before its last sign.
          <span className="break-keep">
            <DateOnly at={birthday} />
          </span>
        )}
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
        name={t`Location`}
        age={<SectionAge state={sections.location} />}
        hint={location && placeOf(location)}
      >
        {location && (
          <System
            id={location.solarSystemId}
            name={location.solarSystemName}
            securityStatus={location.securityStatus}
          />
        )}
      </Reading>
      <Reading
        name={t`Wallet`}
        age={<SectionAge state={sections.wallet} />}
        hint={wallet && <Isk isExact amount={wallet.balance} />}
      >
        {wallet && formatIskShort(wallet.balance)}
      </Reading>
      <Reading
        name={t`Assets`}
        age={<SectionAge state={sections.assets} />}
        hint={
          <>
            {assets && <Isk amount={assets.totalValue} />}
            {pages && <PagesRead {...pages} />}
          </>
        }
      >
        {assets && plural({ assetCount: assets.assetCount }, { one: "# item", other: "# items" })}
      </Reading>
      <Reading
        name={t`Status`}
        age={<SectionAge state={sections.status} />}
        hint={
          status?.lastLogin && (
            <Trans>
              Last login <RelativeTime at={status.lastLogin} />
            </Trans>
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
  if (stationId === null) return t`In space`;
  return isStructure ? t`Structure (name not available)` : t`Station ${stationId}`;
}

function PagesRead({ done, total }: { done: number; total: number }) {
  return (
    <span className="grid gap-1 pt-1">
      <Trans>
        {ph({ done: formatInteger(done) })} of {ph({ total: formatInteger(total) })} pages read
      </Trans>
      <ProgressBar label={t`Assets read`} percent={total > 0 ? (done / total) * 100 : 0} />
    </span>
  );
}

function OnlineState({ isOnline }: { isOnline: boolean }) {
  return (
    <span className="flex items-center gap-2">
      {isOnline && <span aria-hidden="true" className="size-2 rounded-full bg-ok" />}
      {isOnline ? t`Online` : t`Offline`}
    </span>
  );
}

function SkillPoints({ skills }: Pick<CharacterDetail["public"], "skills">) {
  const unallocated = skills?.unallocated_sp ?? 0;
  return (
    <Reading
      name={t`Skill points`}
      hint={unallocated > 0 && t`+ ${ph({ unallocated: formatSp(unallocated) })} unallocated`}
    >
      {skills && (
        <data
          value={skills.total_sp}
          title={t`${ph({ total_sp: formatInteger(skills.total_sp) })} SP`}
        >
          {formatSp(skills.total_sp)}
        </data>
      )}
    </Reading>
  );
}

type ShipProps = Pick<PrivateDetail, "ship"> & { state: SectionState | undefined };

function Ship({ ship, state }: ShipProps) {
  return (
    <Reading
      name={t`Ship`}
      age={<SectionAge state={state} />}
      hint={ship && t`“${ph({ shipName: ship.name })}”`}
    >
      {ship && shipType(ship)}
    </Reading>
  );
}

/** The sections of the readings, as they are listed in a sentence. */
const READINGS: Partial<Record<Section, Message>> = {
  location: msg`location`,
  wallet: msg`wallet`,
  assets: msg`assets`,
  status: msg`status`,
  ship: msg`ship`,
};
const list = perLanguage((tag) => new Intl.ListFormat(tag));

/** One note for all readings that could not be refreshed, with the age of the oldest. */
function noteOnReadings(sections: SectionStates) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  const failed = (Object.keys(READINGS) as Section[]).flatMap((section) => {
    const name = READINGS[section];
    const state = sections[section];
    return name && state?.state === "failed" ? { name: say(name), state } : [];
  });
  const [oldest = failed[0]] = failed
    .filter(({ state }) => state.updatedAt !== null)
    .toSorted((a, b) => compareCodes(a.state.updatedAt ?? "", b.state.updatedAt ?? ""));
  return (
    oldest && (
      <StaleNote what={list().format(failed.map(({ name }) => name))} state={oldest.state} />
    )
  );
}
