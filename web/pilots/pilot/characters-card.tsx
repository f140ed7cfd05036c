import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { EvidenceName, PilotCharacter } from "#shared/pilots/pilots.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { cx } from "#web/lib/cx.ts";
import { timeLeft, useNow } from "#web/lib/time.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { TOKEN_WORDS, TokenMarks, TokenSquare } from "./token-marks.tsx";

const EVIDENCE: Record<EvidenceName, { label: Message; limit: Message }> = {
  corporation: { label: msg`Corporation`, limit: msg`24 h` },
  skills: { label: msg`Skills`, limit: msg`7 days` },
  roles: { label: msg({ context: "in a corporation", message: "Roles" }), limit: msg`48 h` },
  titles: { label: msg`Titles`, limit: msg`48 h` },
};

/** Every character with the state of its token, and how old the evidence is. */
export function CharactersCard({ characters }: { characters: readonly PilotCharacter[] }) {
  return (
    <Card
      isFlush
      title={<Counted title={t`Characters`} count={characters.length} />}
      actions={<TokenMarks tokens={characters.map(({ token }) => token)} />}
    >
      {characters.length === 0 ? (
        <EmptyState variant="not-found" title={t`No characters`}>
          {t`The account is locked: its last character was sold.`}
        </EmptyState>
      ) : (
        <Table
          isWide
          caption={t`Characters`}
          columns={COLUMNS}
          rows={characters}
          rowKey={({ characterId }) => characterId}
        />
      )}
    </Card>
  );
}

const COLUMNS: Column<PilotCharacter>[] = [
  { header: msg`Character`, isRowHeader: true, cell: (character) => <Name of={character} /> },
  { header: msg`Authorization`, cell: (character) => <Token of={character} /> },
  {
    header: msg`Evidence, age`,
    cell: ({ evidence }) =>
      evidence.length === 0 ? (
        <span className="text-text-2">{t`Nothing read`}</span>
      ) : (
        <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
          {evidence.map((item) => (
            <Age key={item.name} {...item} />
          ))}
        </span>
      ),
  },
];

function Name({ of }: { of: PilotCharacter }) {
  const { characterId, characterName, corporationName, allianceName, isMain } = of;
  const affiliation = [corporationName, allianceName].filter((name) => name !== null).join(" · ");
  return (
    <PilotName characterId={characterId} name={characterName}>
      {isMain && <Chip tone="gold">{t`Main`}</Chip>}
      <bdi>{affiliation || t`Corporation not read`}</bdi>
    </PilotName>
  );
}

function Token({ of: { token, tokenSince, scopeCount } }: { of: PilotCharacter }) {
  const isLost = token === "revoked";
  return (
    <span className="grid py-1">
      <span className={cx("flex items-center gap-2", isLost && "text-danger")}>
        <TokenSquare mark={token} />
        <span>
          {isLost && tokenSince !== null ? (
            <Trans>
              Lost <RelativeTime at={tokenSince} />
            </Trans>
          ) : (
            say(TOKEN_WORDS[token])
          )}
        </span>
      </span>
      {token !== "none" && (
        <span className="text-sm text-text-2">
          {plural(scopeCount, { one: "# permission", other: "# permissions" })}
        </span>
      )}
    </span>
  );
}

function Age({ name, checkedAt, isTooOld }: PilotCharacter["evidence"][number]) {
  const now = useNow("minute");
  const { label, limit } = EVIDENCE[name];
  const age = timeLeft(now - Date.parse(checkedAt));
  const evidence = <span className="font-medium">{say(label)}</span>;
  return (
    <span className={cx("whitespace-nowrap", isTooOld ? "text-warn" : "text-text-2")}>
      {isTooOld ? (
        <Trans>
          {evidence} {age}, too old after {ph({ limit: say(limit) })}
        </Trans>
      ) : (
        <>
          {evidence} {age}
        </>
      )}
    </span>
  );
}
export function Counted({ title, count }: { title: string; count: number }) {
  return (
    <span className="flex items-baseline gap-2">
      {title} <span className="text-sm font-normal text-text-2 tabular-nums">{count}</span>
    </span>
  );
}
