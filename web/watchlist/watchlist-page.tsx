import { Trans, t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { WATCH_SEARCH_MAX } from "#shared/watch-limits.ts";
import type { WatchShow } from "#shared/watchlist.ts";
import { FeedSetting } from "#web/discord-feed/feed-setting.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { isProofMissing, ProofToRead } from "#web/proof/proof-to-read.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FilterChips } from "#web/ui/form/filter-chips.tsx";
import { SearchForm } from "#web/ui/form/search-form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { EntryRow } from "./entry-row.tsx";
import { KeepersCard } from "./keepers-card.tsx";
import { watchlistQuery } from "./queries.ts";
import { TableButtons } from "./table-buttons.tsx";
import type { WatchFilters } from "./queries.ts";

const EntryDialog = lazy(() => import("./entry-dialog.tsx"));

/** Pilots, corporations and alliances that keepers watch, and what was found. */
export default function WatchlistPage() {
  const [params, setParams] = useSearchParams();
  const { user } = useSession();
  const [isAdding, setIsAdding] = useState(false);
  const filters = readFilters(params);
  const list = useInfiniteQuery(watchlistQuery(filters));
  const entries = itemsOf(list.data);
  const first = list.data?.pages[0];
  const isFiltered = filters.search !== undefined || filters.show !== undefined;
  const add = (
    <Button variant="primary" icon={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
      <Trans>Add entry</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Watchlist`}
        subtitle={t`Muster looks for them by itself, and tells only keepers`}
        actions={add}
      />
      <div className="grid grid-cols-1 gap-4">
        <SearchForm
          subject={t`Watchlist`}
          search={filters.search ?? ""}
          label={t`Name or reason`}
          maxLength={WATCH_SEARCH_MAX}
        />
        {first && (
          <FilterChips
            legend={t`Filters`}
            choices={[
              {
                value: undefined,
                label: t({ context: "entries", message: "All" }),
                count: first.total,
              },
              { value: "new", label: t`New hits`, count: first.counts.new },
              { value: "due", label: t`Review due`, count: first.counts.due },
            ]}
            chosen={filters.show}
            onChoose={(show) =>
              setParams(
                { ...(filters.search && { search: filters.search }), ...(show && { show }) },
                { preventScrollReset: true },
              )
            }
          />
        )}
        <Card isFlush title={t`Entries`}>
          {list.isPending ? (
            <RowsSkeleton label={t`Loading the watchlist`} shape="two-lines" />
          ) : isProofMissing(list.error) ? (
            <ProofToRead error={list.error} />
          ) : !list.data ? (
            <LoadFailed title={t`The watchlist could not be loaded`} onRetry={list.refetch} />
          ) : entries.length > 0 ? (
            <>
              <ul className="divide-y divide-line-faint">
                {entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </ul>
              <LoadMore
                list={list}
                shown={entries.length}
                total={isFiltered ? undefined : totalOf(list.data)}
              />
            </>
          ) : isFiltered ? (
            <EmptyState
              variant="not-found"
              title={t`No entry found`}
              action={
                <Button onClick={() => setParams({})}>
                  <Trans>Clear all filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              variant="call-to-action"
              title={t`Nothing is on the watchlist`}
              action={add}
            >
              <Trans>
                Muster compares it with every pilot who signs in, links a character, changes
                corporation or sells a character, and with the corporation histories that it reads.
              </Trans>
            </EmptyState>
          )}
        </Card>
        {first && <TableButtons />}
        {first && (
          <Card isFlush anchor="watchlist-posts">
            <FeedSetting
              subject={{ isWatchlist: true }}
              text={t`New hits, and entries that end because no keeper confirmed them, in a channel of your choice.`}
            />
          </Card>
        )}
        {first && user?.is_admin && <KeepersCard keepers={first.keepers} />}
      </div>
      <Suspense>{isAdding && <EntryDialog onClose={() => setIsAdding(false)} />}</Suspense>
    </>
  );
}

const SHOWN: readonly WatchShow[] = ["new", "due"];

/** Ignores unknown and invalid parameters. */
function readFilters(params: URLSearchParams): WatchFilters {
  const search = params.get("search")?.trim().slice(0, WATCH_SEARCH_MAX) ?? "";
  const show = SHOWN.find((one) => one === params.get("show"));
  return { ...(search !== "" && { search }), ...(show && { show }) };
}
