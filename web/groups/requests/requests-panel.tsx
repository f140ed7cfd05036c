import { Trans, ph, t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { RequestToReview } from "#shared/groups/requests.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { formatInteger } from "#web/lib/format.ts";
import { userName } from "#web/lib/labels.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { useProgressiveRows } from "#web/ui/table.tsx";
import { KEYS, useRowKeys } from "#web/lib/keys.ts";
import { WatchedUnknown } from "#web/watched/watched-card.tsx";
import { useWatchedUsers } from "#web/watched/use-watched-users.ts";
import { corporationsOf, isOfCorporation, RequestsHeader } from "./requests-header.tsx";
import { useFilters } from "#web/lib/filters.ts";
import { RequestFilterBar, requestFilters } from "./request-filters.tsx";
import type { RequestFilters } from "./request-filters.tsx";
import { byAge, requestsQuery } from "./queries.ts";
import type { RequestDecision } from "./queries.ts";
import { RequestRow } from "./request-row.tsx";
import { RequestSelectionBar } from "./selection-bar.tsx";
import { UndoToast, useDecisions } from "./use-decisions.tsx";
import type { Decided, DecisionTerms } from "./use-decisions.tsx";

const ApproveWatchedDialog = lazy(() => import("./approve-watched-dialog.tsx"));

type RequestKey = "approve" | "reject" | "select" | "clear" | "undo";
const ROW_KEYS: Readonly<Record<string, RequestKey>> = {
  [KEYS.approve]: "approve",
  [KEYS.reject]: "reject",
  [KEYS.select]: "select",
  [KEYS.undo]: "undo",
  [KEYS.clear]: "clear",
};

const idOf = ({ id }: RequestToReview) => id;

/** Pending join requests, oldest first, as the filters in the address say. */
export default function RequestsPanel({ group }: { group: Group }) {
  const { filters, setFilters } = useFilters(requestFilters, { isReplacing: true });
  const search = requestFilters.toSearch(filters);
  return (
    <>
      {(group.pendingRequestCount !== 0 || search !== "") && (
        <RequestFilterBar filters={filters} onChange={setFilters} />
      )}
      {/* Selection and decisions are about the requests that are listed. */}
      <RequestList key={search} group={group} filters={filters} onClear={() => setFilters({})} />
    </>
  );
}

type RequestListProps = { group: Group; filters: RequestFilters; onClear: () => void };

function RequestList({ group, filters, onClear }: RequestListProps) {
  const userId = useSession().user?.id;
  const list = useInfiniteQuery(requestsQuery(group.id, filters, userId));
  const search = requestFilters.toSearch(filters);
  const { decided, failures, last, decide, undo, dismissLast } = useDecisions(group.id);
  const rootRef = useRef<HTMLDivElement>(null);
  const keepRoom = useBarRoom();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [rejectingId, setRejectingId] = useState<string>();
  const [approvingId, setApprovingId] = useState<string>();
  const [corporation, setCorporation] = useState<string>();
  const [isLoadingAll, setIsLoadingAll] = useState(false);

  const pending = itemsOf(list.data).filter(({ id }) => !decided.has(id));
  const chips = corporationsOf(pending);
  const isShown = (request: RequestToReview) => isOfCorporation(request, corporation, chips);
  const shown = pending.filter(isShown);
  const chosen = shown.filter(({ id }) => selected.has(id));
  const watched = useWatchedUsers(list.data?.pages ?? []);
  // A request that the watchlist has, or may have, is never selected with all the others: unknown is not clear.
  const isFree = ({ userId: pilotId }: RequestToReview) => watched.hitsOf(pilotId)?.length === 0;
  const free = shown.filter(isFree);
  const isAllSelected = free.length > 0 && free.every(({ id }) => selected.has(id));

  const clear = () => setSelected(new Set());
  const toggle = (id: string) =>
    setSelected(
      (ids) => new Set(ids.has(id) ? [...ids].filter((chosenId) => chosenId !== id) : [...ids, id]),
    );
  const focusRow = (id: string, control = "") =>
    rootRef.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] ${control}`.trim())
      ?.focus({ preventScroll: true });

  /** The pressed control disappears, so focus moves to the same control of the next request. */
  const decideOne = (
    request: RequestToReview,
    decision: RequestDecision,
    terms?: DecisionTerms,
  ) => {
    const next = shown[shown.indexOf(request) + 1];
    const isOnControl = document.activeElement?.matches("button, textarea") ?? false;
    setRejectingId(undefined);
    void decide([request], decision, terms);
    if (next === undefined) rootRef.current?.focus({ preventScroll: true });
    else focusRow(next.id, isOnControl && !selected.has(next.id) ? `.${decision}` : "");
  };
  /** Approving a pilot whom the watchlist has asks first. */
  const approve = async (request: RequestToReview) => {
    const isFreeNow =
      isFree(request) ||
      (watched.isLoading && (await watched.findFree(list.data?.pages ?? []))(request.userId));
    if (isFreeNow) decideOne(request, "approve");
    else setApprovingId(request.id);
  };
  const decideChosen = (decision: RequestDecision, terms?: DecisionTerms) => {
    clear();
    void decide(chosen, decision, terms);
    rootRef.current?.focus({ preventScroll: true });
  };
  const undoAndFocus = (requests: readonly RequestToReview[]) => {
    const [first] = requests;
    if (first) focusRow(first.id);
    void undo(requests.map(idOf));
  };
  const selectAll = async () => {
    setIsLoadingAll(true);
    let loaded = list;
    while (loaded.hasNextPage && !loaded.isFetchNextPageError)
      loaded = await loaded.fetchNextPage();
    const isFreeNow = await watched.findFree(loaded.data?.pages ?? []);
    setIsLoadingAll(false);
    const all = itemsOf(loaded.data).filter(
      (request) => isShown(request) && isFreeNow(request.userId),
    );
    setSelected(new Set(all.map(idOf)));
  };

  const onKey = (key: RequestKey, id: string | undefined): boolean => {
    const request = pending.find((waiting) => waiting.id === id);
    if (key === "undo" && last) undoAndFocus(last.requests);
    else if (key === "clear" && chosen.length > 0) clear();
    else if (request === undefined) return false;
    else if (key === "approve") void approve(request);
    else if (key === "reject") setRejectingId(request.id);
    else if (key === "select") toggle(request.id);
    else return false;
    return true;
  };
  useRowKeys(rootRef, ROW_KEYS, onKey);

  const asked = pending.find(({ id }) => id === approvingId);
  const rows = [
    ...shown,
    ...[...decided.values()].map(({ request }) => request).filter(isShown),
  ].toSorted(byAge);
  return (
    <div ref={rootRef} tabIndex={-1} className="outline-none">
      {list.isPending ? (
        <RowsSkeleton label={t`Loading requests`} rows={group.pendingRequestCount ?? 0} />
      ) : !list.data ? (
        <LoadFailed title={t`The requests could not be loaded`} onRetry={list.refetch} />
      ) : pending.length === 0 && decided.size === 0 && search !== "" ? (
        <EmptyState
          variant="not-found"
          title={t`No request matches the filters`}
          action={
            <Button onClick={onClear}>
              <Trans>Clear all filters</Trans>
            </Button>
          }
        />
      ) : pending.length === 0 && decided.size === 0 ? (
        <EmptyState variant="completed" title={t`No pending requests`}>
          <Trans>New requests to join appear here.</Trans>
        </EmptyState>
      ) : (
        <>
          <RequestsHeader
            summary={summary(
              search === ""
                ? (group.pendingRequestCount ?? pending.length)
                : Math.max(0, (totalOf(list.data) ?? 0) - decided.size),
              [...decided.values()],
            )}
            chips={chips}
            total={pending.length}
            corporation={corporation}
            onCorporation={(key) => {
              setCorporation(key);
              clear();
            }}
            selection={isAllSelected ? "all" : chosen.length > 0 ? "some" : "none"}
            selectable={free.length}
            onSelectAll={() => setSelected(isAllSelected ? new Set() : new Set(free.map(idOf)))}
          />
          {watched.error && (
            <div className="px-4 pt-3">
              <WatchedUnknown error={watched.error} onRetry={watched.retry} />
            </div>
          )}
          <ul aria-label={t`Join requests`}>
            <Rows
              rows={rows}
              draw={(request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  search={search}
                  decision={decided.get(request.id)?.decision}
                  failure={failures[request.id]}
                  isSelected={selected.has(request.id) && !decided.has(request.id)}
                  isRejecting={rejectingId === request.id && !decided.has(request.id)}
                  onSelect={() => toggle(request.id)}
                  hits={watched.hitsOf(request.userId)}
                  onApprove={() => void approve(request)}
                  onReject={(reason) => decideOne(request, "reject", { reason })}
                  onStartReject={() => setRejectingId(request.id)}
                  onCancelReject={() => {
                    setRejectingId(undefined);
                    focusRow(request.id);
                  }}
                  onUndo={() => undoAndFocus([request])}
                />
              )}
            />
          </ul>
          <LoadMore list={list} shown={pending.length} total={totalOf(list.data)} />
          {asked && (
            <Suspense>
              <ApproveWatchedDialog
                pilotName={userName(asked.mainCharacterName)}
                hits={watched.hitsOf(asked.userId)}
                onClose={() => setApprovingId(undefined)}
                onApprove={() => {
                  setApprovingId(undefined);
                  decideOne(asked, "approve");
                }}
              />
            </Suspense>
          )}
          <div
            ref={keepRoom}
            className="sticky bottom-0 z-4 mx-auto flex w-full max-w-160 flex-col gap-2 px-3"
          >
            <output className="block">
              {last && (
                <UndoToast
                  key={last.requests.map(idOf).join()}
                  last={last}
                  onUndo={() => undoAndFocus(last.requests)}
                  onDismiss={dismissLast}
                />
              )}
            </output>
            {chosen.length > 0 && (
              <RequestSelectionBar
                count={chosen.length}
                leftOut={
                  isAllSelected
                    ? shown.filter((requestId) => !chosen.includes(requestId)).length
                    : 0
                }
                more={
                  isAllSelected && list.hasNextPage
                    ? {
                        label:
                          corporation === undefined
                            ? t`Select all ${ph({ total: formatInteger(totalOf(list.data) ?? 0) })}`
                            : t`Select all of this corporation`,
                        isLoading: isLoadingAll,
                        onSelect: () => void selectAll(),
                      }
                    : undefined
                }
                membershipDays={group.membershipDays}
                onApprove={(days) => decideChosen("approve", days === undefined ? {} : { days })}
                onReject={(reason) => decideChosen("reject", { reason })}
                onClear={() => {
                  clear();
                  rootRef.current?.focus({ preventScroll: true });
                }}
              />
            )}
          </div>
        </>
      )}
    </div>
  );
}

type RowsProps = {
  rows: readonly RequestToReview[];
  draw: (request: RequestToReview) => ReactNode;
};

function Rows({ rows, draw }: RowsProps) {
  return useProgressiveRows(rows).map(draw);
}

/** "37 waiting · 2 approved · 1 rejected" */
function summary(waiting: number, decided: readonly Decided[]): string {
  const count = (decision: RequestDecision) =>
    decided.filter((request) => request.decision === decision).length;
  return [
    t({ context: "requests", message: `${waiting} waiting` }),
    count("approve") > 0 && t`${ph({ count: count("approve") })} approved`,
    count("reject") > 0 && t`${ph({ count: count("reject") })} rejected`,
  ]
    .filter(Boolean)
    .join(" · ");
}
