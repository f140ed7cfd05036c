import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Group } from "#shared/groups.ts";
import type { JoinRequest } from "#shared/invitations.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { itemsOf, totalOf } from "#web/lib/pages.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/list-states.tsx";
import { decideRequestMutation } from "./mutations.ts";
import { requestsQuery } from "./queries.ts";
import type { Decision } from "./mutations.ts";
import { RequestRow } from "./request-row.tsx";
import { RowsSkeleton } from "./rows-skeleton.tsx";

type Verdict = Decision["verdict"];
/** Why a decision did not hold, by the request. */
type Failures = Record<string, string | undefined>;
type Decided = { request: JoinRequest; verdict: Verdict };

/** Who asks to join, the one who has waited longest on top. */
export default function RequestsPanel({ group }: { group: Group }) {
  const list = useInfiniteQuery(requestsQuery(group.id));
  const { decided, failures, decide } = useDecisions(group.id);
  const listRef = useRef<HTMLUListElement>(null);
  if (list.isPending) return <RowsSkeleton label="Loading requests" />;
  if (!list.data) {
    return <LoadFailed title="The requests could not be loaded" onRetry={list.refetch} />;
  }

  const pending = itemsOf(list.data).filter(({ id }) => !decided.has(id));
  const rows = [...pending, ...[...decided.values()].map(({ request }) => request)].toSorted(byAge);
  if (rows.length === 0) {
    return (
      <EmptyState variant="completed" title="No Pending Requests">
        Nobody is waiting for an answer.
      </EmptyState>
    );
  }
  /** The button that was pressed goes: the keyboard continues at the next request. */
  const decideAndGoOn = (request: JoinRequest, verdict: Verdict) => {
    const buttons = [...(listRef.current?.querySelectorAll<HTMLElement>(`.${verdict}`) ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at >= 0) (buttons[at + 1] ?? listRef.current)?.focus({ preventScroll: true });
    void decide(request, verdict);
  };
  return (
    <>
      <output className="block border-b border-line-faint px-4 py-2.5 text-sm text-text-3">
        {summary(group.pendingRequestCount ?? pending.length, [...decided.values()])}
      </output>
      <ul ref={listRef} tabIndex={-1} aria-label="Join requests" className="outline-none">
        {rows.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            verdict={decided.get(request.id)?.verdict}
            failure={failures[request.id]}
            onDecide={(verdict) => decideAndGoOn(request, verdict)}
          />
        ))}
      </ul>
      <LoadMore list={list} shown={pending.length} total={totalOf(list.data)} />
    </>
  );
}

function byAge(a: JoinRequest, b: JoinRequest): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
}

/** "37 waiting · 2 approved · 1 rejected" */
function summary(waiting: number, decided: readonly Decided[]): string {
  const count = (verdict: Verdict) => decided.filter((one) => one.verdict === verdict).length;
  return [
    `${waiting} waiting`,
    count("approve") > 0 && `${count("approve")} approved`,
    count("reject") > 0 && `${count("reject")} rejected`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * What was decided since the list was opened. Rows stay where they are, with their verdict: when forty are
 * waiting, nothing may move under a thumb. A decision that the server refuses is taken back, and says why.
 */
function useDecisions(groupId: string) {
  const { mutateAsync } = useMutation(decideRequestMutation);
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());
  const [failures, setFailures] = useState<Failures>({});

  async function decide(request: JoinRequest, verdict: Verdict) {
    setFailures((others) => ({ ...others, [request.id]: undefined }));
    setDecided((others) => new Map(others).set(request.id, { request, verdict }));
    try {
      await mutateAsync({ groupId, requestId: request.id, verdict });
    } catch (error) {
      setDecided((others) => new Map([...others].filter(([id]) => id !== request.id)));
      const message = messageOf(error, `Failed to ${verdict} the request`);
      setFailures((others) => ({ ...others, [request.id]: message }));
    }
  }
  return { decided, failures, decide };
}
