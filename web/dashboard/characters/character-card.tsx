import { Trans } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { User } from "#shared/session.ts";
import { affiliationText } from "#web/eve/affiliation.tsx";
import { GrantButton } from "#web/eve/director-access/grant-button.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { Lock } from "#web/eve/lock.tsx";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { CharacterFacts } from "./character-facts.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { TrainingLine } from "./training-line.tsx";

type CharacterCardProps = {
  character: User["characters"][number];
  /** Undefined if it could not be loaded. */
  overview: OverviewCharacter | undefined;
  isMain: boolean;
  onMakeMain: () => void;
  onUnlink: () => void;
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
      {isMain && (
        <Chip tone="gold">
          <Trans>Main</Trans>
        </Chip>
      )}
      {character.unconfirmedSince !== undefined && (
        <Chip tone="warn">
          <Trans>Not confirmed</Trans>
        </Chip>
      )}
      {character.tokenState === "revoked" && (
        <Chip tone="danger">
          <Trans>Authorization lost</Trans>
        </Chip>
      )}
      {character.hasDirectorAccess && (
        <Chip icon="tower">
          <Trans>Director access</Trans>
        </Chip>
      )}
      {overview?.online && (
        <Chip tone="ok">
          <Trans>In game</Trans>
        </Chip>
      )}
    </div>
  );
}

function CardFooter({ character, isMain, onMakeMain, onUnlink }: CharacterCardProps) {
  const { characterName } = character;
  if (isMain) {
    return (
      <p className="border-t border-line-faint px-4 py-2 text-sm text-text-2">
        <Trans>Your groups know you by this name</Trans>
      </p>
    );
  }
  return (
    <div className="relative flex flex-wrap gap-1 border-t border-line-faint px-1.5 py-1">
      <Button variant="ghost" size="sm" onClick={onMakeMain}>
        <Trans>
          Make main<VisuallyHidden> {characterName}</VisuallyHidden>
        </Trans>
      </Button>
      <Button variant="ghost" size="sm" onClick={onUnlink}>
        <Trans>
          Unlink<VisuallyHidden> {characterName}</VisuallyHidden>
        </Trans>
      </Button>
      <GrantButton isShort character={character} variant="ghost" />
    </div>
  );
}
