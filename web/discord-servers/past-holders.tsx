import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import type { PastRoleHolder } from "#shared/discord/roles.ts";
import { pastHoldersQuery } from "./queries.ts";
import { EvidenceNote } from "#web/events/evidence-note.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { formatDate } from "#web/lib/time.ts";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { DateOnly } from "#web/ui/time.tsx";

type PastHoldersProps = { serverId: string; roleId: string; on: string };

/** Whom Muster had given a role by the end of a day, from the log. */
export default function PastHolders({ serverId, roleId, on }: PastHoldersProps) {
  const { data, isPending, refetch } = useQuery(pastHoldersQuery(serverId, roleId, on));
  if (isPending) return <RowsSkeleton label={t`Loading who had the role`} />;
  if (!data)
    return <LoadFailed title={t`Who had the role could not be loaded`} onRetry={refetch} />;
  const { holders, isCut, loggedSince, seal } = data;
  const isLoggedLater = loggedSince === null || loggedSince.slice(0, 10) > on;
  return (
    <>
      {holders.length === 0 ? (
        <EmptyState variant="not-found" title={t`No one had this role`}>
          <Trans>
            The log knows no person to whom Muster had given it by {ph({ on: formatDate(on) })}.
          </Trans>
        </EmptyState>
      ) : (
        <Table
          caption={t`People who had the role on ${ph({ on: formatDate(on) })}`}
          columns={COLUMNS}
          rows={holders}
          rowKey={({ userId, discordName }) => userId ?? discordName ?? ""}
        />
      )}
      <p className="border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
        <Trans>
          Given by Muster, and not taken away until then, under the name that the role has now.
          Roles that a person gave or took away on Discord are not in the log.
        </Trans>
        {isLoggedLater && (
          <>
            {sentenceGap()}
            {t`The log begins later than this day.`}
          </>
        )}
        {isCut && (
          <>
            {sentenceGap()}
            <Trans>Only the first {ph({ count: holders.length })} are listed.</Trans>
          </>
        )}
      </p>
      <EvidenceNote seal={seal} />
    </>
  );
}

const COLUMNS: Column<PastRoleHolder>[] = [
  {
    header: msg`Person`,
    isRowHeader: true,
    cell: ({ mainCharacterId, mainCharacterName, discordName }) =>
      mainCharacterId === null ? (
        <bdi className="wrap-anywhere">{discordName ?? say(UNKNOWN_USER)}</bdi>
      ) : (
        <PilotName characterId={mainCharacterId} name={mainCharacterName} />
      ),
  },
  { header: msg`Since`, align: "end", cell: ({ since }) => <DateOnly at={since} /> },
];
