import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Trans, t } from "#web/language/macros.ts";
import { WATCH_SEARCH_MAX } from "#shared/watch-limits.ts";
import type { Watchlist } from "#shared/watchlist.ts";
import { FeedSetting } from "#web/discord/feed-setting.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FilterChips, SearchForm } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { useFilters } from "#web/lib/filters.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { setRefusedRequest } from "#web/lib/refused-request.ts";
import { EntryRow } from "./entry-row.tsx";
import {
  exportWatchlistMutation,
  updateKeepersMutation,
  watchFilters,
  watchlistQuery,
} from "./queries.ts";

const EntryDialog = lazy(() => import("./entry-dialog.tsx"));

/** Pilots, corporations and alliances that keepers watch, and what was found. */
export default function WatchlistPage() {
  const { user } = useSession();
  const [isAdding, setIsAdding] = useState(false);
  const { filters, setFilters } = useFilters(watchFilters);
  const list = useInfiniteQuery(watchlistQuery(filters));
  const entries = itemsOf(list.data);
  const first = list.data?.pages[0];
  const isFiltered = filters.search !== undefined || filters.show !== undefined;
  const add = (
    <Button variant="primary" icon={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
      {t`Add entry`}
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
        {(first || list.isPending) && (
          <FilterChips
            legend={t`Filters`}
            choices={[
              {
                value: undefined,
                label: t({ context: "entries", message: "All" }),
                count: first?.total,
              },
              { value: "new", label: t`New hits`, count: first?.counts.new },
              { value: "due", label: t`Review due`, count: first?.counts.due },
            ]}
            chosen={filters.show}
            onChoose={(show) => setFilters(watchFilters.change(filters, "show", show ?? ""))}
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
              action={<Button onClick={() => setFilters({})}>{t`Clear all filters`}</Button>}
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

// One file with the dialog of a new entry: the first page names every file.
const ImportDialog = lazy(async () => ({
  default: (await import("./entry-dialog.tsx")).ImportDialog,
}));

/** The whole list as a table, and a table into the list. */
function TableButtons() {
  const [isImporting, setIsImporting] = useState(false);
  const { act, isPending, failure } = useAction(
    exportWatchlistMutation,
    t`Failed to export the watchlist`,
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Icon name="download" />}
          isBusy={isPending}
          busyLabel={t`Exporting...`}
          onClick={() =>
            act(undefined, { onSuccess: (file) => saveFile(file, "muster-watchlist.csv") })
          }
        >
          {t`Export CSV`}
        </Button>
        <Button size="sm" icon={<Icon name="plus" />} onClick={() => setIsImporting(true)}>
          {t`Import CSV`}
        </Button>
      </div>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Suspense>{isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}</Suspense>
    </>
  );
}

/** Who keeps the list with the administrators: only they choose it. */
function KeepersCard({ keepers }: Pick<Watchlist, "keepers">) {
  const saved = keepers && { key: keepers.groupId, text: keepers.name };
  const [group, setGroup] = useState(saved);
  const { act, isPending, failure } = useAction(
    updateKeepersMutation,
    t`Failed to save the keepers`,
  );
  return (
    <Card anchor="watchlist-keepers" title={t`Keepers`}>
      <Form
        className="grid max-w-128 gap-4"
        onSubmit={() =>
          void act(group?.key ?? null, { onSuccess: () => toast.success(t`Keepers saved`) })
        }
      >
        <p className="text-text-2">
          <Trans>
            Administrators keep the watchlist, and the members of one group if you choose it. No one
            else can see that there is a watchlist.
          </Trans>
        </p>
        <GroupsField
          label={t`Group of keepers`}
          groups={group ? [group] : []}
          onAdd={setGroup}
          onRemove={() => setGroup(null)}
        />
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button
          type="submit"
          className="justify-self-start"
          isDisabled={group?.key === saved?.key}
          isBusy={isPending}
          busyLabel={t`Saving...`}
        >
          {t`Save keepers`}
        </Button>
      </Form>
    </Card>
  );
}

/** Leads to a fresh sign-in, in place of the list that the API refuses without one. */
function ProofToRead({ error }: { error: unknown }) {
  const request = error instanceof ApiError ? error.request : undefined;
  return (
    <EmptyState
      variant="call-to-action"
      title={t`Confirm with EVE that this is you`}
      action={
        <Button onClick={() => setRefusedRequest(request)} isDisabled={request === undefined}>
          {t`Continue to EVE`}
        </Button>
      }
    >
      {t`The watchlist opens for twelve hours after a sign-in with your main.`}
    </EmptyState>
  );
}

function isProofMissing(error: unknown): boolean {
  return error instanceof ApiError && error.request !== undefined;
}
