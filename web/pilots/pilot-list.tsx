import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { MAX_BULK } from "#shared/pilots/bulk.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { TokenSquare } from "#web/pilots/pilot/token-marks.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { KEYS, useRowKeys } from "#web/lib/keys.ts";
import { useWatchedUsers } from "#web/watched/use-watched-users.ts";
import { WatchedUnknown } from "#web/watched/watched-card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { PilotsTable } from "./pilots-table.tsx";
import { pilotsQuery } from "./queries.ts";
import type { PilotFilters } from "./queries.ts";

/** A file has at most this many pilots: forty pages. */
const MOST_EXPORTED = 2000;
const ROW_KEYS: Readonly<Record<string, "select" | "clear">> = {
  [KEYS.select]: "select",
  [KEYS.clear]: "clear",
};

type ListProps = { filters: PilotFilters; setFilters: (filters: PilotFilters) => void };

/** The pilots that match the filters, to open, to export, or to select for one action on all of them. */
export function PilotList({ filters, setFilters }: ListProps) {
  const list = useInfiniteQuery(pilotsQuery(filters));
  const rootRef = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState<"csv" | "selection">();
  const pilots = itemsOf(list.data);
  const watched = useWatchedUsers(list.data?.pages ?? []);
  const { search, sort } = filters;
  const chosen = pilots.filter(({ userId }) => selected.has(userId));
  const isAllChosen = pilots.length > 0 && chosen.length === pilots.length;
  const clear = () => setSelected(new Set());
  const toggle = (id: string) =>
    setSelected(
      (ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
    );
  useRowKeys(rootRef, ROW_KEYS, (key, id) => {
    if (key === "clear") {
      if (chosen.length > 0) clear();
      return chosen.length > 0;
    }
    if (id !== undefined) toggle(id);
    return id !== undefined;
  });

  /** Loads further pages until so many pilots are there. */
  const load = async (what: "csv" | "selection", most: number): Promise<PilotEntry[]> => {
    setLoading(what);
    let loaded = list;
    while (
      loaded.hasNextPage &&
      !loaded.isFetchNextPageError &&
      itemsOf(loaded.data).length < most
    ) {
      loaded = await loaded.fetchNextPage();
    }
    setLoading(undefined);
    return itemsOf(loaded.data).slice(0, most);
  };
  const download = async () => {
    const all = await load("csv", MOST_EXPORTED);
    saveCsv(pilotsCsv(all), "pilots");
    if (all.length === MOST_EXPORTED)
      toast.success(t`The file has the first ${MOST_EXPORTED} pilots`);
  };
  const selectMore = async () => {
    const all = await load("selection", MAX_BULK);
    setSelected(new Set(all.map(({ userId }) => userId)));
  };

  return (
    <>
      <FilterBar filters={filters} setFilters={setFilters} first={list.data?.pages[0]} />
      <div ref={rootRef} className="grid grid-cols-1 gap-3">
        <Card
          isFlush
          title={search === undefined ? t`Pilots` : t`Search results`}
          actions={
            <>
              <output className="text-sm text-text-2">
                {list.data &&
                  t`${ph({ count: `${pilots.length}${list.hasNextPage ? "+" : ""}` })} shown`}
              </output>
              <Button
                size="sm"
                icon={<Icon name="download" />}
                isBusy={loading === "csv"}
                busyLabel={t`Loading...`}
                isDisabled={pilots.length === 0}
                onClick={() => void download()}
              >
                {t`Export CSV`}
              </Button>
            </>
          }
        >
          {list.isPending ? (
            <RowsSkeleton label={t`Loading pilots`} rows={10} />
          ) : !list.data ? (
            <LoadFailed title={t`The pilots could not be loaded`} onRetry={list.refetch} />
          ) : pilots.length === 0 && !list.hasNextPage ? (
            <EmptyState
              variant="not-found"
              title={t`No pilot found`}
              action={<Button onClick={() => setFilters({})}>{t`Clear all filters`}</Button>}
            >
              {t`No linked character matches the search and the filters.`}
            </EmptyState>
          ) : (
            <>
              {watched.error && (
                <div className="px-4 py-3">
                  <WatchedUnknown error={watched.error} onRetry={watched.retry} />
                </div>
              )}
              <PilotsTable
                pilots={pilots}
                hitsOf={watched.hitsOf}
                search={search}
                sort={sort}
                onSort={(next) => setFilters(withSort(filters, next))}
                isSortable={isSortable(filters)}
                onCorporation={(corporation) => setFilters({ ...filters, corporation })}
                selected={selected}
                onSelect={toggle}
              />
              <LoadMore list={list} shown={pilots.length} />
              <Legend />
            </>
          )}
        </Card>
        {chosen.length > 0 && (
          <SelectionBar
            chosen={chosen.map(({ userId, mainCharacterName }) => ({
              userId,
              name: mainCharacterName ?? say(UNKNOWN_USER),
            }))}
            more={
              isAllChosen && list.hasNextPage && chosen.length < MAX_BULK
                ? { isLoading: loading === "selection", onSelect: () => void selectMore() }
                : undefined
            }
            onClear={clear}
          />
        )}
      </div>
    </>
  );
}

/** Filters that few users match have an order of their own. */
function isSortable({ search, lost, grace, unseen, suspended, corporation }: PilotFilters) {
  return (
    search === undefined && [lost, grace, unseen, suspended, corporation].every((filter) => !filter)
  );
}

function withSort({ sort: _before, ...rest }: PilotFilters, sort: PilotFilters["sort"]) {
  return sort === undefined || sort === "name" ? rest : { ...rest, sort };
}

function Legend() {
  return (
    <p className="cards-until-lg flex flex-wrap gap-x-4 gap-y-1 border-t cards:hidden border-line-faint px-4 py-2.5 text-sm text-text-2">
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="ok" /> {t`valid`}
      </span>
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="revoked" /> {t`lost`}
      </span>
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="unknown" /> {t`not known`}
      </span>
      <span className="flex items-center gap-1.5">
        <TokenSquare mark="none" /> {t`never authorized`}
      </span>
      <span>{t`One mark for each character`}</span>
    </p>
  );
}

/** One line for each pilot of a list. */
function pilotsCsv(pilots: readonly PilotEntry[]): string {
  const header = [
    t`Main`,
    t`Main ID`,
    t`Matched alt`,
    t`Corporation`,
    t`Characters`,
    t`Authorizations lost`,
    "Discord",
    t`Groups`,
    t`Last seen (EVE)`,
    t`Suspended`,
    t`First membership ends (EVE)`,
    t`Administrator`,
  ];
  const lines = pilots.map((pilot) => [
    pilot.mainCharacterName ?? say(UNKNOWN_USER),
    String(pilot.mainCharacterId ?? ""),
    pilot.matchedAlt ?? "",
    pilot.corporation?.name ?? String(pilot.corporation?.corporationId ?? ""),
    String(pilot.tokens.length),
    String(pilot.tokens.filter((mark) => mark === "revoked").length),
    pilot.discordName ?? "",
    String(pilot.groupCount),
    pilot.lastSeenAt ?? "",
    pilot.suspension === null ? "" : (pilot.suspension.until ?? t`permanently`),
    pilot.graceEndsAt ?? "",
    pilot.isAdmin ? t`yes` : "",
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
