import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router";
import type { Message } from "#shared/language/messages.ts";
import { FORMER_MEMBER_DAYS, OFFLINE_DAYS } from "#shared/corporations/roster.ts";
import type { Roster, RosterFilter, RosterPage } from "#shared/corporations/roster.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { msg, ph, plural, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FilterToggle, SearchForm } from "#web/ui/form/filters.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { useFilters } from "#web/lib/filters.ts";
import { DriftList } from "./drift-list.tsx";
import { LeftTable } from "./left-table.tsx";
import { MembersTable } from "./members-table.tsx";
import { MissingActions } from "./missing-actions.tsx";
import { rosterFilters, rosterMembersQuery, rosterQuery } from "./queries.ts";
import type { RosterFilters } from "./queries.ts";
import { RosterSettings } from "./roster-settings.tsx";
import { RosterSummary } from "./roster-summary.tsx";

const FILTER_LABELS: Record<RosterFilter, Message> = {
  missing: msg({ context: "number of pilots", message: "Missing" }),
  lost: msg`Authorization lost`,
  offline: msg`Not in game for ${plural(OFFLINE_DAYS, { one: "# day", other: "# days" })}`,
  noDiscord: msg`No Discord`,
  risk: msg`High-risk roles`,
};
const FILTERS = ["missing", "lost", "offline", "noDiscord", "risk"] as const;

/** Every member that EVE lists, and who of them is registered here. */
export default function RosterPanel({ corporationId }: { corporationId: number }) {
  const { data: roster, isPending, refetch } = useQuery(rosterQuery(corporationId));
  return (
    <>
      <VisuallyHidden>
        <h2>{t`Members`}</h2>
      </VisuallyHidden>
      {roster ? (
        <>
          <RosterSummary roster={roster} />
          <ListTabs former={roster.former} />
          <MemberList roster={roster} />
          <DriftList corporationId={corporationId} />
          {roster.settings !== null && (
            <RosterSettings corporationId={corporationId} settings={roster.settings} />
          )}
        </>
      ) : isPending ? (
        <RowsSkeleton label={t`Loading the members`} rows={10} />
      ) : (
        <LoadFailed title={t`The members could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
}

function MemberList({ roster }: { roster: Roster }) {
  const { filters, setFilters } = useFilters(rosterFilters);
  const { search, sort } = filters;
  const isFormer = filters.former !== undefined;
  const list = useInfiniteQuery(rosterMembersQuery(roster.corporation.corporationId, filters));
  const first = list.data?.pages[0];
  const members = itemsOf(list.data);
  const total = first?.total ?? undefined;
  return (
    <>
      <div className="grid gap-3 border-b border-line-faint p-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <SearchForm
            subject={t`Members`}
            search={search ?? ""}
            label={t`Character, main or title`}
            minLength={SEARCH_MIN_LENGTH}
            maxLength={100}
          />
          {!isFormer && <MissingActions roster={roster} filters={filters} />}
        </div>
        {isFormer ? (
          <p className="text-sm text-text-2">
            <Trans>Members who left within {FORMER_MEMBER_DAYS} days, the latest first.</Trans>
          </p>
        ) : (
          <Filters roster={roster} filters={filters} setFilters={setFilters} first={first} />
        )}
      </div>
      {list.isPending ? (
        <RowsSkeleton label={t`Loading the list`} rows={10} />
      ) : !list.data ? (
        <LoadFailed title={t`The list could not be loaded`} onRetry={list.refetch} />
      ) : members.length === 0 ? (
        isFormer && search === undefined ? (
          <EmptyState variant="completed" title={t`No member has left lately`} />
        ) : (
          <NoMembers
            isFiltered={Object.keys(filters).length > 0}
            onClear={() => setFilters(isFormer ? { former: "true" } : {})}
          />
        )
      ) : isFormer ? (
        <>
          <LeftTable members={members} />
          <LoadMore list={list} shown={members.length} total={total} />
        </>
      ) : (
        <>
          <MembersTable
            members={members}
            sort={sort}
            onSort={(next) => setFilters(rosterFilters.change(filters, "sort", next))}
          />
          <LoadMore list={list} shown={members.length} total={total} />
        </>
      )}
    </>
  );
}

/** The members, and those who have left: two lists with addresses of their own. */
function ListTabs({ former }: { former: number }) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const isFormer = params.get("former") === "true";
  const tab = params.get("tab");
  const addressOf = (given: Record<string, string>) => {
    const query = new URLSearchParams({ ...(tab !== null && { tab }), ...given }).toString();
    return query === "" ? pathname : `${pathname}?${query}`;
  };
  return (
    <TabLinks
      label={t`Lists of members`}
      tabs={[
        { label: t`Present`, to: addressOf({}), isCurrent: !isFormer },
        {
          label: t`Left (${ph({ former: formatInteger(former) })})`,
          to: addressOf({ former: "true" }),
          isCurrent: isFormer,
        },
      ]}
    />
  );
}

function NoMembers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      variant="not-found"
      title={t`No member found`}
      action={<Button onClick={onClear}>{t`Clear all filters`}</Button>}
    >
      {t`No member matches the search and the filters.`}
    </EmptyState>
  ) : (
    <EmptyState variant="call-to-action" title={t`No members known yet`}>
      {t`EVE’s list is read as soon as a director can be used.`}
    </EmptyState>
  );
}

type FiltersProps = {
  roster: Roster;
  filters: RosterFilters;
  setFilters: (filters: RosterFilters) => void;
  first: RosterPage | undefined;
};

function Filters({ roster, filters, setFilters, first }: FiltersProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t`Filters`}</legend>
      {FILTERS.map((filter) => (
        <FilterToggle
          key={filter}
          label={say(FILTER_LABELS[filter])}
          count={first?.counts ? formatInteger(first.counts[filter]) : undefined}
          isChosen={filters[filter] !== undefined}
          onToggle={(isOn) => {
            setFilters(rosterFilters.change(filters, filter, isOn ? "true" : ""));
          }}
        />
      ))}
      {roster.titles.length > 0 && (
        <label className="flex items-center gap-2 text-sm text-text-2">
          {t`Title`}
          <select
            value={filters.title ?? ""}
            onChange={({ target }) =>
              setFilters(rosterFilters.change(filters, "title", target.value))
            }
            className="control min-h-9 max-w-48 rounded-control border border-line-control bg-surface-1 px-2 text-text-1 max-md:min-h-11"
          >
            <option value="">{t`All`}</option>
            {roster.titles.map(({ titleId, name }) => (
              <option key={titleId} value={titleId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
