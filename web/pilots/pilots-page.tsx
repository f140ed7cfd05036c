import { useInfiniteQuery } from "@tanstack/react-query";
import { PILOT_COUNT_LIMIT, UNSEEN_DAYS } from "#shared/pilots/pilots.ts";
import type { PilotFilter, Pilots } from "#shared/pilots/pilots.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { cx } from "#web/lib/cx.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { SearchForm } from "#web/ui/form/search-form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { TokenSquare } from "#web/pilots/pilot/token-marks.tsx";
import { CorporationFilter } from "./corporation-filter.tsx";
import { PilotsTable } from "./pilots-table.tsx";
import { pilotsQuery } from "./queries.ts";
import type { PilotFilters } from "./queries.ts";
import { usePilotFilters } from "./use-pilot-filters.ts";

const FILTER_LABELS: Record<PilotFilter, string> = {
  lost: "Token lost",
  noDiscord: "No Discord",
  grace: "In grace",
  unseen: `Not seen for ${UNSEEN_DAYS} days`,
  suspended: "Suspended",
};

export default function PilotsPage() {
  const { filters, setFilters } = usePilotFilters();
  return (
    <>
      <PageHeader
        title="Pilots"
        subtitle="Who each person is, what they have and why. Found by any of their characters."
      />
      <div className="grid grid-cols-1 gap-4">
        <SearchForm
          subject="Pilots"
          search={filters.search ?? ""}
          label="Character"
          hint="Part of a main’s name, or the start of an alt’s"
          minLength={SEARCH_MIN_LENGTH}
          maxLength={100}
        />
        <PilotList filters={filters} setFilters={setFilters} />
      </div>
    </>
  );
}

type ListProps = { filters: PilotFilters; setFilters: (filters: PilotFilters) => void };

function PilotList({ filters, setFilters }: ListProps) {
  const list = useInfiniteQuery(pilotsQuery(filters));
  const first = list.data?.pages[0];
  const pilots = itemsOf(list.data);
  const { search, sort } = filters;
  return (
    <>
      <Filters filters={filters} setFilters={setFilters} first={first} />
      <Card
        isFlush
        title={search === undefined ? "Pilots" : "Search results"}
        actions={
          <output className="text-sm text-text-3">
            {list.data && `${pilots.length}${list.hasNextPage ? "+" : ""} shown`}
          </output>
        }
      >
        {list.isPending ? (
          <RowsSkeleton label="Loading pilots" rows={10} />
        ) : !list.data ? (
          <LoadFailed title="The pilots could not be loaded" onRetry={list.refetch} />
        ) : pilots.length === 0 && !list.hasNextPage ? (
          <EmptyState
            variant="not-found"
            title="No pilot found"
            action={<Button onClick={() => setFilters({})}>Clear all filters</Button>}
          >
            No linked character matches the search and the filters.
          </EmptyState>
        ) : (
          <>
            <PilotsTable
              pilots={pilots}
              search={search}
              sort={sort}
              onSort={(next) => setFilters(withSort(filters, next))}
              isSortable={isSortable(filters)}
              onCorporation={(corporation) => setFilters({ ...filters, corporation })}
            />
            <LoadMore list={list} shown={pilots.length} />
            <Legend />
          </>
        )}
      </Card>
    </>
  );
}

/** Filters that few users match have an order of their own. */
function isSortable({ search, lost, grace, unseen, suspended, corporation }: PilotFilters) {
  return search === undefined && [lost, grace, unseen, suspended, corporation].every((one) => !one);
}

function withSort({ sort: _before, ...rest }: PilotFilters, sort: PilotFilters["sort"]) {
  return sort === undefined || sort === "name" ? rest : { ...rest, sort };
}

type FiltersProps = ListProps & { first: Pilots | undefined };

function Filters({ filters, setFilters, first }: FiltersProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Filters</legend>
      <CorporationFilter
        chosen={filters.corporation}
        name={first?.corporationName ?? undefined}
        onChoose={(corporation) => {
          const { corporation: _before, ...rest } = filters;
          setFilters(corporation === undefined ? rest : { ...rest, corporation });
        }}
      />
      {FILTERS.map((filter) => {
        const isChosen = filters[filter] !== undefined;
        const count = first?.counts[filter] ?? null;
        return (
          <button
            key={filter}
            type="button"
            aria-pressed={isChosen}
            onClick={() => {
              const { [filter]: _before, ...rest } = filters;
              setFilters(isChosen ? rest : { ...filters, [filter]: "true" });
            }}
            className={cx(
              "control inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-sm max-md:min-h-11",
              isChosen
                ? "border-signal bg-signal-dim text-text-1"
                : "border-line-control text-text-2 hover:bg-surface-3",
            )}
          >
            {isChosen && <Icon name="check" size={12} />}
            {FILTER_LABELS[filter]}
            {count !== null && (
              <span className="text-text-3 tabular-nums">
                {count >= PILOT_COUNT_LIMIT ? `${PILOT_COUNT_LIMIT - 1}+` : count}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

const FILTERS = ["lost", "noDiscord", "grace", "unseen", "suspended"] as const;

function Legend() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line-faint px-4 py-2.5 text-sm text-text-3">
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="ok" /> valid
      </span>
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="revoked" /> lost
      </span>
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="unknown" /> not known
      </span>
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="none" /> never authorized
      </span>
      <span>One mark for each character</span>
    </p>
  );
}
