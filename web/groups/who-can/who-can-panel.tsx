import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { compareNames } from "#web/lib/compare.ts";
import { say } from "#web/language/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import type { WhoCan, WhoCanEntry } from "#shared/pilots/who-can.ts";
import { DAY_MS } from "#shared/time.ts";
import { PilotCell } from "#web/eve/pilot-link.tsx";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { EvidenceNote } from "#web/events/evidence-note.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { wayInText } from "#web/memberships/way-in.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import { GroupApplications } from "./group-applications.tsx";
import { FORMER_MEMBER, whoCanCsv } from "./who-can-csv.ts";
import { whoCanQuery } from "./queries.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Who can see a group, or could on any day, and how each of them got in. */
export default function WhoCanPanel({ group }: { group: Group }) {
  const [params, setParams] = useSearchParams();
  const given = params.get("on") ?? "";
  const on = DAY.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;
  const list = useInfiniteQuery(whoCanQuery(group.id, on));
  const entries = sorted(itemsOf(list.data));
  const setDay = (day: string) =>
    setParams(day === "" ? { tab: "who" } : { tab: "who", on: day }, {
      preventScrollReset: true,
      replace: true,
    });
  const download = () => saveCsv(whoCanCsv(entries), "who-can", group.name, on ?? "now");
  const title =
    on === undefined ? t`Who has access now` : t`Who had access on ${ph({ date: formatDate(on) })}`;
  return (
    <>
      <h2 className="px-4 pt-3 text-lg">{title}</h2>
      <div className="flex flex-wrap items-end gap-2 border-b border-line-faint px-4 py-3 print:hidden">
        <TextField
          type="date"
          label={t({ context: "before a day", message: "On" })}
          hint={t`At the end of the day, EVE time`}
          max={new Date(serverNow()).toISOString().slice(0, 10)}
          value={on ?? ""}
          onChange={({ target }) => setDay(target.value)}
        />
        {on !== undefined && (
          <Button variant="ghost" onClick={() => setDay("")}>
            <Trans>Back to now</Trans>
          </Button>
        )}
        <span className="ml-auto flex items-center gap-3">
          <output className="text-sm text-text-2">
            {list.data &&
              plural({ count: entries.length }, { one: "# member", other: "# members" })}
            {list.hasNextPage && "+"}
          </output>
          <Button
            icon={<Icon name="download" />}
            isDisabled={entries.length === 0 || list.hasNextPage}
            {...(list.hasNextPage && { title: t`Load all members first` })}
            onClick={download}
          >
            <Trans>Export CSV</Trans>
          </Button>
        </span>
      </div>
      {list.isPending ? (
        <RowsSkeleton label={t`Loading who can`} rows={6} />
      ) : !list.data ? (
        <LoadFailed title={t`The members could not be loaded`} onRetry={list.refetch} />
      ) : (
        <>
          <GroupApplications applications={list.data.pages[0]?.applications ?? []} />
          <Beginning of={list.data.pages[0]} on={on} />
          {entries.length === 0 && !list.hasNextPage ? (
            <EmptyState variant="not-found" title={t`No members`}>
              {on === undefined
                ? t`The group has no members.`
                : t`The log knows no members on ${ph({ date: formatDate(on) })}.`}
            </EmptyState>
          ) : (
            <Table
              caption={title}
              columns={COLUMNS}
              rows={entries}
              rowKey={({ userId, since, wayIn }) =>
                userId ?? `${since} ${wayIn?.kind} ${wayIn?.by?.userId}`
              }
            />
          )}
          <LoadMore list={list} shown={entries.length} />
          <EvidenceNote seal={list.data.pages[0]?.seal ?? null} />
        </>
      )}
    </>
  );
}

/** Where the log begins later than the day, the list may lack members who left before. */
function Beginning({ of, on }: { of: WhoCan | undefined; on: string | undefined }) {
  if (of === undefined || on === undefined) return null;
  const { existsSince, loggedSince } = of;
  const end = Date.parse(on) + DAY_MS;
  if (existsSince !== null) {
    if (Date.parse(existsSince) < end) return null;
    return (
      <p className="border-b border-line-faint px-4 py-2.5 text-text-2">
        <Trans>
          The group was created later, on <DateOnly at={existsSince} />.
        </Trans>
      </p>
    );
  }
  return (
    <p className="border-b border-line-faint px-4 py-2.5 text-text-2">
      {loggedSince === null ? (
        t`The group is older than Muster’s log. Members who left before that are not listed.`
      ) : (
        <Trans>
          The group is older than Muster’s log, which begins on <DateOnly at={loggedSince} />.
          Members who left before that are not listed.
        </Trans>
      )}
    </p>
  );
}

const RANKS = { owner: 0, admin: 1, member: 2 };

/** Leaders first, then by name. */
function sorted(entries: readonly WhoCanEntry[]): WhoCanEntry[] {
  const rank = ({ role }: WhoCanEntry) => (role === null ? 2 : RANKS[role]);
  return entries.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(a.name === null) - Number(b.name === null) ||
      compareNames(a.name ?? "", b.name ?? ""),
  );
}

const COLUMNS: Column<WhoCanEntry>[] = [
  {
    header: msg`Member`,
    isRowHeader: true,
    cell: ({ mainCharacterId, name }) =>
      mainCharacterId === null ? (
        <span className="text-text-2">{say(FORMER_MEMBER)}</span>
      ) : (
        <PilotCell characterId={mainCharacterId} name={name}>
          {null}
        </PilotCell>
      ),
  },
  {
    header: msg`Role`,
    cell: ({ role }) =>
      role === null ? (
        <span className="text-text-2">
          <Trans>Not recorded</Trans>
        </span>
      ) : (
        <RoleChip groupRole={role} />
      ),
  },
  {
    header: msg`How they got in`,
    cell: ({ wayIn }) => (
      <span className="min-w-0 wrap-anywhere">
        <Sentence isPlain pieces={wayInText(wayIn, false)} />
      </span>
    ),
  },
  {
    header: msg`Since`,
    align: "end",
    cell: ({ since }) =>
      since === null ? (
        <span className="text-text-2">
          <Trans>Not recorded</Trans>
        </span>
      ) : (
        <DateOnly at={since} />
      ),
  },
];
