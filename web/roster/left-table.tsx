import { Trans, msg, t } from "#web/language/macros.ts";
import type { RosterMember } from "#shared/corporations/roster.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { followedText, waitingTexts } from "./left-text.ts";
import { MemberName } from "./member-name.tsx";
import { stateText } from "./member-text.ts";

/** Former members: when that was known, what followed, and what waits. */
export function LeftTable({ members }: { members: readonly RosterMember[] }) {
  return (
    <Table
      isWide
      caption={t`Former members`}
      columns={COLUMNS}
      rows={members}
      rowKey={({ characterId }) => characterId}
    />
  );
}

const COLUMNS: Column<RosterMember>[] = [
  {
    header: msg`Character`,
    isRowHeader: true,
    cell: (member) => <Name member={member} />,
  },
  {
    header: msg`Known since`,
    cell: (member) => (
      <span className="grid">
        {stateText(member)}
        {member.left !== null && (
          <span className="text-sm text-text-2">
            <EveMoment at={member.left.at} />
          </span>
        )}
      </span>
    ),
  },
  { header: msg`What followed`, cell: (member) => <Consequences member={member} /> },
  { header: msg`What waits`, cell: (member) => <Waiting member={member} /> },
];

function Name({ member }: { member: RosterMember }) {
  const { characterId, registration } = member;
  const userId = registration?.userId ?? null;
  const to = userId === null ? paths.character(characterId) : paths.adminPilot(userId);
  return <MemberName member={member} to={to} />;
}

function Consequences({ member: { followed } }: { member: RosterMember }) {
  if (followed === null)
    return (
      <span className="text-text-2">
        <Trans>No account here</Trans>
      </span>
    );
  return followedText(followed);
}

function Waiting({ member: { followed } }: { member: RosterMember }) {
  const now = useNow("minute");
  const texts = followed === null ? [] : waitingTexts(followed, now);
  if (texts.length === 0)
    return (
      <span className="text-text-2">
        <Trans>Nothing</Trans>
      </span>
    );
  return (
    <span className="grid">
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}
