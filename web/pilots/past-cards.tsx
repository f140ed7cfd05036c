import type { Message } from "#shared/language/messages.ts";
import type {
  CharacterChange,
  PastCharacter,
  PilotPast,
  MembershipChange,
  PastMembership,
} from "#shared/pilots/past.ts";
import { msg, ph, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { TokenSquare } from "#web/pilots/pilot/token-marks.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { EveDay } from "#web/ui/time.tsx";
import { Link } from "react-router";
import type { GroupRole } from "#shared/groups/groups.ts";
import { Role } from "#web/pilots/pilot/groups-card.tsx";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/words.ts";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { Sentence } from "#web/ui/text.tsx";

const CHARACTER_CHANGES: Record<CharacterChange, Message> = {
  unlinked: msg`Unlinked`,
  sold: msg`Changed hands in EVE`,
  not_main: msg`No longer the main`,
  token_lost: msg`Authorization lost`,
  moved: msg`Left this corporation or alliance`,
};

export function PastCharactersCard({ past: { characters, now } }: { past: PilotPast }) {
  return (
    <Card
      isFlush
      title={t`Characters: ${ph({ count: characters.length })}`}
      actions={
        <span className="text-sm text-text-2">
          <Trans>{ph({ characters: now.characters })} now</Trans>
        </span>
      }
    >
      <Table
        isWide
        caption={t`Characters on this day`}
        columns={CHARACTER_COLUMNS}
        rows={characters}
        rowKey={({ characterId }) => characterId}
      />
      <p className="border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
        {t`Skills, wallets and locations are not kept by date.`}
      </p>
    </Card>
  );
}

const CHARACTER_COLUMNS: Column<PastCharacter>[] = [
  {
    header: msg`Character`,
    isRowHeader: true,
    cell: (character) => (
      <PilotName characterId={character.characterId} name={character.characterName}>
        {character.isMain && <Chip tone="gold">{t`Main`}</Chip>}
        <bdi>{pastAffiliationText(character)}</bdi>
      </PilotName>
    ),
  },
  { header: msg`Authorization`, cell: ({ hasToken }) => <Token hasToken={hasToken} /> },
  {
    header: msg`Since then`,
    cell: ({ sinceThen }) => (
      <span className="text-text-2">
        {sinceThen === null ? (
          t`No change`
        ) : (
          <Trans>
            {ph({ change: say(CHARACTER_CHANGES[sinceThen.kind]) })}, <EveDay at={sinceThen.at} />
          </Trans>
        )}
      </span>
    ),
  },
];

function Token({ hasToken }: Pick<PastCharacter, "hasToken">) {
  if (hasToken === null) return <span className="text-text-2">{t`Not recorded`}</span>;
  return (
    <span className="flex items-center gap-2">
      <TokenSquare mark={hasToken ? "ok" : "revoked"} />
      {hasToken ? t`Valid` : <span className="text-danger">{t`None or lost`}</span>}
    </span>
  );
}

/** "Sable Meridian · Null Concord", or that neither the log nor EVE tells. */
export function pastAffiliationText(character: PastCharacter): string {
  const { affiliation, isAffiliationRecorded, isFromHistory } = character;
  if (!isAffiliationRecorded && !isFromHistory) return t`Corporation not recorded`;
  if (affiliation === null) return t`Corporation not read`;
  const { corporationId, corporationName, allianceId, allianceName } = affiliation;
  return joinedByDots([
    corporationName ?? t`Corporation ${corporationId}`,
    allianceId !== null && (allianceName ?? t`Alliance ${allianceId}`),
    isFromHistory && t`by EVE’s history`,
  ]);
}

export function joinedByDots(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

const MEMBERSHIP_CHANGES: Record<MembershipChange, Message> = {
  left: msg`Left`,
  removed: msg`Removed`,
  rule: msg`Removed by the requirements`,
  ended: msg`Reached its end`,
  deleted: msg`Group deleted`,
  role: msg`Another role`,
};

const STILL: Record<GroupRole, Message> = {
  owner: msg`Still owner`,
  admin: msg`Still admin`,
  member: msg`Still member`,
};

export function PastGroupsCard({ past: { groups, now } }: { past: PilotPast }) {
  return (
    <Card
      isFlush
      title={t`Groups: ${ph({ count: groups.length })}`}
      actions={
        <span className="text-sm text-text-2">
          <Trans>{ph({ groups: now.groups })} now</Trans>
        </span>
      }
    >
      {groups.length === 0 ? (
        <EmptyState variant="not-found" title={t`No groups`}>
          {t`The log knows no membership on this day.`}
        </EmptyState>
      ) : (
        <Table
          isWide
          caption={t`Groups on this day`}
          columns={GROUP_COLUMNS}
          rows={groups}
          rowKey={({ groupId }) => groupId}
        />
      )}
    </Card>
  );
}

const GROUP_COLUMNS: Column<PastMembership>[] = [
  {
    header: msg`Group`,
    isRowHeader: true,
    cell: ({ groupId, groupName, isDeleted }) =>
      isDeleted ? (
        <bdi className="font-medium wrap-anywhere">{groupName}</bdi>
      ) : (
        <Link to={paths.adminGroup(groupId)} className="font-medium wrap-anywhere hover:underline">
          <bdi>{groupName}</bdi>
        </Link>
      ),
  },
  {
    header: msg`Role`,
    cell: ({ role }) =>
      role === null ? <span className="text-text-2">{t`Not recorded`}</span> : <Role role={role} />,
  },
  {
    header: msg`Cause`,
    cell: ({ wayIn, since }) => (
      <span className="min-w-0 wrap-anywhere">
        {since === null ? (
          <Sentence isPlain pieces={wayInText(wayIn, false)} />
        ) : (
          <Trans>
            <Sentence isPlain pieces={wayInText(wayIn, false)} />, <EveDay at={since} />
          </Trans>
        )}
      </span>
    ),
  },
  {
    header: msg`Since then`,
    cell: ({ sinceThen, role }) => (
      <span className="text-text-2">
        {sinceThen === null ? (
          role === null ? (
            t`Still there`
          ) : (
            say(STILL[role])
          )
        ) : (
          <Trans>
            {ph({ change: say(MEMBERSHIP_CHANGES[sinceThen.kind]) })}, <EveDay at={sinceThen.at} />
          </Trans>
        )}
      </span>
    ),
  },
];
