import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { RequestToReview } from "#shared/groups/requests.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useProgressiveRows } from "#web/ui/use-progressive-rows.ts";
import { requestsQuery } from "./queries.ts";
import type { Decision } from "./queries.ts";
import { RequestRow } from "./request-row.tsx";
import { useDecisions } from "./use-decisions.ts";
import type { Decided } from "./use-decisions.ts";

const ApproveAllDialog = lazy(() => import("./approve-all-dialog.tsx"));

/** Pending join requests, oldest first. */
export default function RequestsPanel({ group }: { group: Group }) {
  const list = useInfiniteQuery(requestsQuery(group.id));
  const { decided, failures, decide } = useDecisions(group.id);
  const listRef = useRef<HTMLUListElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  if (list.isPending)
    return <RowsSkeleton label="Loading requests" rows={group.pendingRequestCount ?? 0} />;
  if (!list.data) {
    return <LoadFailed title="The requests could not be loaded" onRetry={list.refetch} />;
  }

  const pending = itemsOf(list.data).filter(({ id }) => !decided.has(id));
  const rows = [...pending, ...[...decided.values()].map(({ request }) => request)].toSorted(byAge);
  if (rows.length === 0) {
    return (
      <EmptyState variant="completed" title="No Pending Requests">
        New requests to join appear here.
      </EmptyState>
    );
  }
  /** The pressed button disappears, so focus moves to the same button of the next request. */
  const decideAndFocusNext = (request: RequestToReview, decision: Decision) => {
    const buttons = [...(listRef.current?.querySelectorAll<HTMLElement>(`.${decision}`) ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at >= 0) (buttons[at + 1] ?? listRef.current)?.focus({ preventScroll: true });
    void decide(request, decision);
  };
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line-faint px-4 py-1.5">
        <output className="text-sm text-text-3">
          {summary(group.pendingRequestCount ?? pending.length, [...decided.values()])}
        </output>
        {pending.length > 1 && (
          <Button size="sm" icon={<Icon name="check" />} onClick={() => setIsConfirming(true)}>
            Approve all {pending.length}
          </Button>
        )}
      </div>
      <ul ref={listRef} tabIndex={-1} aria-label="Join requests" className="outline-none">
        <Rows
          rows={rows}
          draw={(request) => (
            <RequestRow
              key={request.id}
              request={request}
              decision={decided.get(request.id)?.decision}
              failure={failures[request.id]}
              onDecide={(decision) => decideAndFocusNext(request, decision)}
            />
          )}
        />
      </ul>
      <LoadMore list={list} shown={pending.length} total={totalOf(list.data)} />
      <Suspense>
        {isConfirming && (
          <ApproveAllDialog
            count={pending.length}
            groupName={group.name}
            onClose={() => setIsConfirming(false)}
            onConfirm={() => {
              setIsConfirming(false);
              for (const request of pending) void decide(request, "approve");
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type RowsProps = {
  rows: readonly RequestToReview[];
  draw: (request: RequestToReview) => ReactNode;
};

function Rows({ rows, draw }: RowsProps) {
  return useProgressiveRows(rows).map(draw);
}

function byAge(a: RequestToReview, b: RequestToReview): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
}

/** "37 waiting · 2 approved · 1 rejected" */
function summary(waiting: number, decided: readonly Decided[]): string {
  const count = (decision: Decision) => decided.filter((one) => one.decision === decision).length;
  return [
    `${waiting} waiting`,
    count("approve") > 0 && `${count("approve")} approved`,
    count("reject") > 0 && `${count("reject")} rejected`,
  ]
    .filter(Boolean)
    .join(" · ");
}
