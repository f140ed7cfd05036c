import { Link } from "react-router";
import type { User } from "#shared/session.ts";
import { Lock } from "#web/eve/lock.tsx";
import { Portrait } from "#web/eve/portrait.tsx";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { RefreshButton } from "./refresh-button.tsx";

type CharacterCardProps = {
  character: User["characters"][number];
  isMain: boolean;
  onMakeMain: () => void;
  onUnlink: () => void;
};

/** One pilot. The name is the link; gold brackets are the main's. */
export function CharacterCard({ character, isMain, onMakeMain, onUnlink }: CharacterCardProps) {
  const { characterId, characterName, tokenState } = character;
  const portrait = <Portrait characterId={characterId} size={56} />;
  return (
    <article className="card relative flex h-full flex-col rounded-card border border-line-faint bg-surface-1 transition-colors hover:border-line">
      <div className="flex flex-1 items-center gap-4 p-4">
        {isMain ? <Lock>{portrait}</Lock> : portrait}
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-lg">
            {/* The link covers the card; the buttons lie above it. */}
            <Link to={paths.character(characterId)} className="after:absolute after:inset-0">
              {characterName}
            </Link>
          </h3>
          <div className="mt-1 flex flex-wrap gap-1.5">
            {isMain && <Chip tone="gold">Main</Chip>}
            {tokenState === "revoked" && <Chip tone="danger">Authorization lost</Chip>}
          </div>
        </div>
        <div className="relative -mt-1 self-start">
          <RefreshButton characterId={characterId} characterName={characterName} />
        </div>
      </div>
      {isMain ? (
        <p className="border-t border-line-faint px-4 py-2 text-sm text-text-3">
          Your groups know you by this name
        </p>
      ) : (
        <div className="relative flex gap-1 border-t border-line-faint px-1.5 py-1">
          <Button variant="ghost" size="sm" onClick={onMakeMain}>
            Make main<VisuallyHidden>: {characterName}</VisuallyHidden>
          </Button>
          <Button variant="ghost" size="sm" onClick={onUnlink}>
            Unlink<VisuallyHidden> {characterName}</VisuallyHidden>
          </Button>
        </div>
      )}
    </article>
  );
}
