import type { CharacterChange, PastCharacter, PilotPast } from "#shared/pilots/past.ts";
import { Portrait } from "#web/eve/images.tsx";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { TokenSquare } from "#web/pilots/pilot/token-marks.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { EveDay } from "#web/ui/time.tsx";
import { affiliationText } from "./affiliation-text.ts";

const CHANGES: Record<CharacterChange, string> = {
  unlinked: "Unlinked",
  sold: "Changed hands in EVE",
  not_main: "No longer the main",
  token_lost: "Authorization lost",
  moved: "Left this corporation or alliance",
};

export default function PastCharactersCard({ past: { characters, now } }: { past: PilotPast }) {
  return (
    <Card
      isFlush
      title={`Characters: ${characters.length}`}
      actions={<span className="text-sm text-text-2">{now.characters} now</span>}
    >
      <Table
        isWide
        caption="Characters on this day"
        columns={COLUMNS}
        rows={characters}
        rowKey={({ characterId }) => characterId}
      />
      <p className="border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
        Skills, wallets and locations are not kept by date.
      </p>
    </Card>
  );
}

const COLUMNS: Column<PastCharacter>[] = [
  {
    header: "Character",
    isRowHeader: true,
    cell: (character) => (
      <span className="flex min-w-0 items-center gap-3 py-1">
        <Portrait characterId={character.characterId} size={32} />
        <span className="grid min-w-0">
          <span className="flex flex-wrap items-center gap-x-2">
            <PilotLink characterId={character.characterId} name={character.characterName} />
            {character.isMain && <Chip tone="gold">Main</Chip>}
          </span>
          <bdi className="text-sm wrap-anywhere text-text-2">{affiliationText(character)}</bdi>
        </span>
      </span>
    ),
  },
  { header: "Authorization", cell: ({ hasToken }) => <Token hasToken={hasToken} /> },
  {
    header: "Since then",
    cell: ({ sinceThen }) => (
      <span className="text-text-2">
        {sinceThen === null ? (
          "No change"
        ) : (
          <>
            {CHANGES[sinceThen.kind]}, <EveDay at={sinceThen.at} />
          </>
        )}
      </span>
    ),
  },
];

function Token({ hasToken }: Pick<PastCharacter, "hasToken">) {
  if (hasToken === null) return <span className="text-text-2">Not recorded</span>;
  return (
    <span className="flex items-center gap-2">
      <TokenSquare mark={hasToken ? "ok" : "revoked"} />
      {hasToken ? "Valid" : <span className="text-danger">None or lost</span>}
    </span>
  );
}
