import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { t } from "#web/language/macros.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useFilters } from "#web/lib/filters.ts";
import { KEYS, useLetters, useSingleKeys } from "#web/lib/keys.ts";
import { paths } from "#web/lib/paths.ts";
import { useWatchedUsers } from "#web/watched/use-watched-users.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { SearchForm } from "#web/ui/form/filters.tsx";
import { SideList, SideRow, SideRows } from "#web/ui/side-list.tsx";
import { Kbd } from "#web/ui/text.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { States } from "./pilots-table.tsx";
import { pilotFilters, pilotsQuery } from "./queries.ts";

/** The pilots of the list that this one was opened from, with its filters in the address. J and K open the next and the one before. */
export default function PilotSideList({ userId }: { userId: string }) {
  const { filters, setFilters } = useFilters(pilotFilters);
  const list = useInfiniteQuery(pilotsQuery(filters));
  const navigate = useNavigate();
  const hasKeys = useSingleKeys();
  const pilots = itemsOf(list.data);
  const watched = useWatchedUsers(list.data?.pages ?? []);
  const { search = "", ...others } = filters;
  const addressOf = (pilot: PilotEntry) =>
    paths.adminPilot(pilot.userId) + pilotFilters.toSearch(filters);
  const go = async (step: 1 | -1) => {
    const next = pilots.findIndex((pilot) => pilot.userId === userId) + step;
    const isLoaded = next < pilots.length || !list.hasNextPage;
    const all = isLoaded ? pilots : itemsOf((await list.fetchNextPage()).data);
    const pilot = all[Math.max(0, next)];
    if (pilot && pilot.userId !== userId) void navigate(addressOf(pilot));
  };
  useLetters({ [KEYS.next]: () => void go(1), [KEYS.previous]: () => void go(-1) });
  return (
    <SideList
      title={t`Pilots`}
      count={
        hasKeys && (
          <span className="flex items-center gap-1">
            <Kbd>{KEYS.next}</Kbd> <Kbd>{KEYS.previous}</Kbd> {t`next, previous`}
          </span>
        )
      }
      filters={
        <div className="grid gap-2 border-b border-line-faint p-3">
          <SearchForm
            subject={t`Pilots`}
            search={search}
            label={t`Character`}
            minLength={SEARCH_MIN_LENGTH}
            maxLength={100}
          />
          {Object.keys(others).length > 0 && (
            <Button size="sm" onClick={() => setFilters({})}>
              {t`Clear all filters`}
            </Button>
          )}
        </div>
      }
    >
      {list.isPending ? (
        <RowsSkeleton label={t`Loading pilots`} rows={8} />
      ) : !list.data ? (
        <LoadFailed title={t`The pilots could not be loaded`} onRetry={list.refetch} />
      ) : pilots.length === 0 ? (
        <p className="p-4 text-sm text-text-2">{t`No pilot found`}</p>
      ) : (
        <SideRows label={t`Pilots`} more={<LoadMore list={list} shown={pilots.length} />}>
          {pilots.map((pilot) => (
            <SideRow
              key={pilot.userId}
              to={addressOf(pilot)}
              isOpen={pilot.userId === userId}
              end={
                <span className="shrink-0 text-xs text-text-2">
                  <LastTime at={pilot.lastSeenAt} />
                </span>
              }
            >
              <PilotName
                isPlain
                characterId={pilot.mainCharacterId}
                name={pilot.mainCharacterName}
                ticker={pilot.corporation?.ticker}
                hits={watched.hitsOf(pilot.userId)}
              >
                <States pilot={pilot} />
              </PilotName>
            </SideRow>
          ))}
        </SideRows>
      )}
    </SideList>
  );
}
