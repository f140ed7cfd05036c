import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { compareNames } from "#web/lib/compare.ts";
import { say } from "#web/language/messages.ts";
import { useInfiniteQuery, infiniteQueryOptions } from "@tanstack/react-query";
import { Link } from "react-router";
import { day, filtersInAddress, useFilters } from "#web/lib/filters.ts";
import type { Group } from "#shared/groups/groups.ts";
import type { WhoCan, WhoCanEntry, GroupApplication } from "#shared/pilots/past.ts";
import { DAY_MS } from "#shared/time.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { RoleChip } from "./group-chips.tsx";
import { EvidenceNote } from "#web/events/evidence-note.tsx";
import { itemsOf, cursorParam, paging } from "#web/lib/api/pages.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { serverNow } from "#web/lib/clock.ts";
import { formatDate } from "#web/lib/time.ts";
import { wayInText } from "#web/memberships/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import type { ReactNode } from "react";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { textOf } from "#web/lib/sentence.ts";
import { groupKeys } from "#web/memberships/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

/** Who was in a group at the end of a day, or who is in it now, without a day. */
function whoCanQuery(id: string, on: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...groupKeys.one(id), "who-can", on ?? "now"],
    queryFn: ({ pageParam }): Promise<WhoCan> =>
      body(
        api.groups[":id"]["who-can"].$get({
          param: { id },
          query: { ...(on !== undefined && { on }), ...cursorParam(pageParam) },
        }),
      ),
    ...paging,
    staleTime: 10_000,
  });
}

const dayInAddress = filtersInAddress<{ on?: string }>({ on: day });

/** Who is a member, or was at the end of any day, and how each of them got in. */
export default function WhoCanPanel({ group }: { group: Group }) {
  const { filters, setFilters } = useFilters(dayInAddress, { isReplacing: true });
  const { on } = filters;
  const list = useInfiniteQuery(whoCanQuery(group.id, on));
  const entries = sorted(itemsOf(list.data));
  const setDay = (chosen: string) => setFilters({ on: chosen });
  const download = () => saveCsv(whoCanCsv(entries), "who-can", group.name, on ?? "now");
  const title =
    on === undefined ? t`Members as of now` : t`Members as of ${ph({ date: formatDate(on) })}`;
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
            {t`Back to now`}
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
            {t`Export CSV`}
          </Button>
        </span>
      </div>
      {list.isPending ? (
        <RowsSkeleton label={t`Loading the members`} rows={6} />
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
        <PilotName characterId={mainCharacterId} name={name} />
      ),
  },
  {
    header: msg`Role`,
    cell: ({ role }) =>
      role === null ? (
        <span className="text-text-2">{t`Not recorded`}</span>
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
        <span className="text-text-2">{t`Not recorded`}</span>
      ) : (
        <DateOnly at={since} />
      ),
  },
];

/** The applications that members of the group can sign in to, or that are told who they are. */
function GroupApplications({ applications }: { applications: readonly GroupApplication[] }) {
  const { user } = useSession();
  if (applications.length === 0) return null;
  return (
    <section
      aria-label={t`Applications`}
      className="grid gap-1.5 border-b border-line-faint px-4 py-3 text-text-2"
    >
      <h2 className="font-ui text-sm font-medium tracking-normal text-text-1">{t`Applications`}</h2>
      <ul className="grid gap-1">
        {applications.map(({ id, name, isRequired, isGranted }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <span className="text-text-2">
              <Icon name="apps" size={14} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              <Application
                isRequired={isRequired}
                isGranted={isGranted}
                name={
                  user?.is_admin ? (
                    <Link className="link" to={paths.adminApplication(id)}>
                      <bdi>{name}</bdi>
                    </Link>
                  ) : (
                    <bdi className="font-medium text-text-1">{name}</bdi>
                  )
                }
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ApplicationProps = Pick<GroupApplication, "isRequired" | "isGranted"> & { name: ReactNode };

function Application({ name, isRequired, isGranted }: ApplicationProps) {
  if (!isRequired) return <Trans>{name} learns which of its players are members</Trans>;
  return isGranted ? (
    <Trans>Only members can sign in to {name}, which learns who they are</Trans>
  ) : (
    <Trans>Only members can sign in to {name}</Trans>
  );
}

/** Shown instead of a name that the reader may not know. */
const FORMER_MEMBER = msg`A former member`;

/** One line for each member: role, since when, and how they got in. */
function whoCanCsv(entries: readonly WhoCanEntry[]): string {
  const lines = entries.map(({ name, mainCharacterId, role, since, wayIn }) => [
    name ?? say(FORMER_MEMBER),
    String(mainCharacterId ?? ""),
    role === null ? "" : say(ROLE_LABELS[role]),
    since ?? "",
    textOf(wayInText(wayIn, false)),
  ]);
  const header = [t`Main`, t`Main ID`, t`Role`, t`Since (EVE)`, t`How they got in`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
