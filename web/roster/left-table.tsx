import { msg, t, ph, plural } from "#web/language/macros.ts";
import type { RosterMember, Followed } from "#shared/corporations/roster.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow, eveMoment } from "#web/lib/time.ts";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { RosterMemberName, stateText } from "./member-name.tsx";

/** "Removed from 3 groups by their rules" */
export function followedText({ removed }: Followed): string {
  return removed === 0
    ? t`No group has removed the player`
    : plural(removed, {
        one: "Removed from # group by its rule",
        other: "Removed from # groups by their rules",
      });
}

/** What is still to come, and what the player still has: each a sentence. */
export function waitingTexts(followed: Followed, now: number): string[] {
  const { inGrace, graceEndsAt, held, sessions, discordRoles } = followed;
  return [
    inGrace > 0 &&
      (graceEndsAt === null
        ? t`${plural(inGrace, { one: "# group", other: "# groups" })} in grace`
        : t`${plural(inGrace, { one: "# group", other: "# groups" })} in grace, until ${ph({ end: eveMoment(graceEndsAt, now) })}`),
    held > 0 && t`${plural(held, { one: "# removal", other: "# removals" })} held for a decision`,
    discordRoles > 0 &&
      t`Has ${plural(discordRoles, { one: "# Discord role", other: "# Discord roles" })} by groups`,
    sessions > 0 &&
      t`Signed in with ${plural(sessions, { one: "# session", other: "# sessions" })}`,
  ].filter((text) => text !== false);
}

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
  return <RosterMemberName member={member} to={to} />;
}

function Consequences({ member: { followed } }: { member: RosterMember }) {
  if (followed === null) return <span className="text-text-2">{t`No account here`}</span>;
  return followedText(followed);
}

function Waiting({ member: { followed } }: { member: RosterMember }) {
  const now = useNow("minute");
  const texts = followed === null ? [] : waitingTexts(followed, now);
  if (texts.length === 0) return <span className="text-text-2">{t`Nothing`}</span>;
  return (
    <span className="grid">
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}
