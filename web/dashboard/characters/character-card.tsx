import { Link } from "react-router";
import type { ReactNode } from "react";
import { Trans, ph, t } from "#web/language/macros.ts";
import type { OverviewCharacter, CharacterLocation } from "#shared/characters.ts";
import type { User } from "#shared/session.ts";
import { affiliationText } from "#web/eve/affiliation.tsx";
import { GrantButton } from "#web/eve/grant-button.tsx";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { typeName } from "#web/language/eve-names.ts";
import { Isk } from "#web/eve/isk.tsx";
import { System } from "#web/eve/location.tsx";
import { formatInteger, formatSp } from "#web/lib/format.ts";
import { Countdown, ProgressBar, skillInTraining, TrainingBar } from "#web/eve/training.tsx";
import type { CharacterAct } from "./character-dialog.tsx";
import { RefreshButton } from "./refresh-button.tsx";

type CharacterCardProps = {
  character: User["characters"][number];
  /** Undefined if it could not be loaded. */
  overview: OverviewCharacter | undefined;
  isMain: boolean;
  onAct: (act: CharacterAct) => void;
};

/** A linked character. Gold brackets mark the main. */
export function CharacterCard(props: CharacterCardProps) {
  const { character, overview, isMain } = props;
  const { characterId, characterName } = character;
  const portrait = <Portrait characterId={characterId} size={56} />;
  return (
    <article className="card relative flex h-full flex-col rounded-card border border-line-faint bg-surface-1 transition-colors hover:border-line">
      <div className="flex items-center gap-4 p-4">
        {isMain ? <Lock>{portrait}</Lock> : portrait}
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-lg">
            {/* The link covers the whole card; the buttons are stacked above it. */}
            <Link to={paths.character(characterId)} className="after:absolute after:inset-0">
              {characterName}
            </Link>
          </h3>
          {overview && <p className="truncate text-sm text-text-2">{affiliationText(overview)}</p>}
        </div>
        <div className="relative -mt-1 self-start">
          <RefreshButton character={character} overview={overview} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pb-4">
        <Chips character={character} overview={overview} isMain={isMain} />
        {overview && (
          <div className="mt-auto grid gap-3">
            <TrainingLine overview={overview} />
            <CharacterFacts overview={overview} />
          </div>
        )}
      </div>
      <CardFooter {...props} />
    </article>
  );
}

type ChipsProps = Pick<CharacterCardProps, "character" | "overview" | "isMain">;

function Chips({ character, overview, isMain }: ChipsProps) {
  return (
    <div className="flex flex-wrap gap-1.5 empty:hidden">
      {isMain && <Chip tone="gold">{t`Main`}</Chip>}
      {character.unconfirmedSince !== undefined && <Chip tone="warn">{t`Not confirmed`}</Chip>}
      {character.tokenState === "revoked" && <Chip tone="danger">{t`Authorization lost`}</Chip>}
      {character.hasDirectorAccess && <Chip icon="tower">{t`Director access`}</Chip>}
      {overview?.online && <Chip tone="ok">{t`In game`}</Chip>}
    </div>
  );
}

function CardFooter({ character, isMain, onAct }: CharacterCardProps) {
  const { characterName } = character;
  if (isMain) {
    return (
      <p className="border-t border-line-faint px-4 py-2 text-sm text-text-2">
        {t`Your groups know you by this name`}
      </p>
    );
  }
  return (
    <div className="relative flex flex-wrap gap-1 border-t border-line-faint px-1.5 py-1">
      <Button variant="ghost" size="sm" onClick={() => onAct("changeMain")}>
        <Trans>
          Make main<VisuallyHidden> {characterName}</VisuallyHidden>
        </Trans>
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onAct("unlinkCharacter")}>
        <Trans>
          Unlink<VisuallyHidden> {characterName}</VisuallyHidden>
        </Trans>
      </Button>
      <GrantButton isShort character={character} variant="ghost" />
    </div>
  );
}

/** The skill in training with its countdown, or why nothing is training. */
function TrainingLine({ overview }: { overview: OverviewCharacter }) {
  const { training, queueState } = overview;
  if (training) {
    const label = skillInTraining(training);
    return (
      <div className="grid grid-cols-1 gap-2">
        <p className="flex min-h-5.5 items-center justify-between gap-3">
          <span title={label} className="truncate">
            {label}
          </span>
          {training.finish_date && <Countdown until={training.finish_date} />}
        </p>
        <TrainingBar label={t`${ph({ skill: label })}, trained`} entry={training} />
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="flex min-h-5.5 items-center">
        {queueState === "empty" && <Chip tone="warn">{t`Queue empty`}</Chip>}
        {queueState === "paused" && <Chip tone="warn">{t`Queue paused`}</Chip>}
        {queueState === "training" && <Chip icon="clock">{t`Waiting to train`}</Chip>}
        {queueState === "unknown" && (
          <span className="text-text-2">{t`Skill queue not available`}</span>
        )}
      </p>
      <ProgressBar isStill label={t`Nothing is training`} percent={0} />
    </div>
  );
}

/** Location, ship, wallet and skill points. */
function CharacterFacts({ overview }: { overview: OverviewCharacter }) {
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
        {children || <span className="text-text-2">{t`Not available`}</span>}
      </dd>
    </div>
  );
}

type PlaceProps = { location: CharacterLocation; shipName: string | null };

function Place({ location, shipName }: PlaceProps) {
  const { solarSystemId, solarSystemName, securityStatus } = location;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <System id={solarSystemId} name={solarSystemName} securityStatus={securityStatus} />
      {shipName && <span className="min-w-0 shrink-[2] truncate">· {shipName}</span>}
    </span>
  );
}
