import type { EvidenceName, PilotCharacter } from "#shared/pilots/pilots.ts";
import { Portrait } from "#web/eve/images.tsx";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { cx } from "#web/lib/cx.ts";
import { formatCount } from "#web/lib/format.ts";
import { timeLeft } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { Counted } from "./counted.tsx";
import { TOKEN_WORDS, TokenMarks, TokenSquare } from "./token-marks.tsx";

const EVIDENCE: Record<EvidenceName, { label: string; limit: string }> = {
  corporation: { label: "Corporation", limit: "24 h" },
  skills: { label: "Skills", limit: "7 days" },
  roles: { label: "Roles", limit: "48 h" },
  titles: { label: "Titles", limit: "48 h" },
};

/** Every character with the state of its token, and how old the evidence is. */
export function CharactersCard({ characters }: { characters: readonly PilotCharacter[] }) {
  return (
    <Card
      isFlush
      title={<Counted title="Characters" count={characters.length} />}
      actions={<TokenMarks tokens={characters.map(({ token }) => token)} />}
    >
      {characters.length === 0 ? (
        <EmptyState variant="not-found" title="No characters">
          The account is locked: its last character was sold.
        </EmptyState>
      ) : (
        <Table
          isWide
          caption="Characters"
          columns={COLUMNS}
          rows={characters}
          rowKey={({ characterId }) => characterId}
        />
      )}
    </Card>
  );
}

const COLUMNS: Column<PilotCharacter>[] = [
  { header: "Character", isRowHeader: true, cell: (character) => <Name of={character} /> },
  { header: "Authorization", cell: (character) => <Token of={character} /> },
  {
    header: "Evidence, age",
    cell: ({ evidence }) =>
      evidence.length === 0 ? (
        <span className="text-text-2">Nothing read</span>
      ) : (
        <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
          {evidence.map((one) => (
            <Age key={one.name} {...one} />
          ))}
        </span>
      ),
  },
];

function Name({ of }: { of: PilotCharacter }) {
  const { characterId, characterName, corporationName, allianceName, isMain } = of;
  const affiliation = [corporationName, allianceName].filter((one) => one !== null).join(" · ");
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Portrait characterId={characterId} size={32} />
      <span className="grid min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <PilotLink characterId={characterId} name={characterName} />
          {isMain && <Chip tone="gold">Main</Chip>}
        </span>
        <bdi className="text-sm wrap-anywhere text-text-2">
          {affiliation || "Corporation not read"}
        </bdi>
      </span>
    </span>
  );
}

function Token({ of: { token, tokenSince, scopeCount } }: { of: PilotCharacter }) {
  const isLost = token === "revoked";
  return (
    <span className="grid py-1">
      <span className={cx("flex items-center gap-2", isLost && "text-danger")}>
        <TokenSquare mark={token} />
        <span>
          {TOKEN_WORDS[token]}
          {isLost && tokenSince !== null && (
            <>
              {" "}
              <RelativeTime at={tokenSince} />
            </>
          )}
        </span>
      </span>
      {token !== "none" && (
        <span className="text-sm text-text-2">{formatCount(scopeCount, "permission")}</span>
      )}
    </span>
  );
}

function Age({ name, checkedAt, isTooOld }: PilotCharacter["evidence"][number]) {
  const now = useNow("minute");
  const { label, limit } = EVIDENCE[name];
  return (
    <span className={cx("whitespace-nowrap", isTooOld ? "text-warn" : "text-text-2")}>
      <span className="font-medium">{label}</span> {timeLeft(now - Date.parse(checkedAt))}
      {isTooOld && `, too old after ${limit}`}
    </span>
  );
}
