import { plural, Trans } from "#web/language/macros.ts";
import { sayShared } from "#web/language/messages.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, useEffect } from "react";
import type { DecisionResult, RequestToReview } from "#shared/groups/requests.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-passing.ts";
import { decideRequestsMutation, requestsKey, undoDecisionsMutation } from "./queries.ts";
import type { RequestDecision } from "./queries.ts";
import { userName } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { KeyHint } from "#web/ui/text.tsx";

/** The reason of a rejection; how long approved memberships last. */
export type DecisionTerms = { reason?: string; days?: number | null };

export type Decided = { request: RequestToReview; decision: RequestDecision };
/** The requests that were decided by the last act, until another act or an undo. */
type LastDecision = { decision: RequestDecision; requests: readonly RequestToReview[] };

/**
 * The decisions made since the list was opened. A decided row stays in its place and shows the outcome, so that the
 * rows below it do not move under the user's finger. A decision that the server refuses is reverted, with the reason.
 */
export function useDecisions(groupId: string) {
  const client = useQueryClient();
  const decideRequests = useMutation(decideRequestsMutation);
  const undoDecisions = useMutation(undoDecisionsMutation);
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());
  const { failures, fail } = useFailures();
  const [last, setLast] = useState<LastDecision>();

  const forget = (ids: readonly string[]) =>
    setDecided((others) => new Map([...others].filter(([id]) => !ids.includes(id))));
  const failAll = (refused: DecisionResult["refused"]) => {
    for (const { id, message } of refused) fail(id, sayShared(message));
  };
  const clearFailures = (ids: readonly string[]) => {
    for (const id of ids) fail(id, undefined);
  };

  async function decide(
    requests: readonly RequestToReview[],
    decision: RequestDecision,
    { reason = "", days }: DecisionTerms = {},
  ) {
    const ids = requests.map(({ id }) => id);
    clearFailures(ids);
    setDecided((others) => new Map([...others, ...requests.map(entryOf(decision))]));
    setLast(undefined);
    const { refused } = await decideRequests
      .mutateAsync({ groupId, ids, decision, reason, ...(days !== undefined && { days }) })
      .catch((error: unknown) =>
        refuseAll(ids, messageOf(error, failedText(decision, ids.length))),
      );
    const refusedIds = refused.map(({ id }) => id);
    forget(refusedIds);
    failAll(refused);
    const done = requests.filter(({ id }) => !refusedIds.includes(id));
    if (done.length > 0) setLast({ decision, requests: done });
  }

  /** The rows show the outcome until the list has the requests again. */
  async function undo(ids: readonly string[]) {
    clearFailures(ids);
    setLast(undefined);
    const { done, refused } = await undoDecisions
      .mutateAsync({ groupId, ids })
      .catch((error: unknown) =>
        refuseAll(
          ids,
          messageOf(
            error,
            plural(
              { count: ids.length },
              { one: "Failed to undo the decision", other: "Failed to undo the decisions" },
            ),
          ),
        ),
      );
    await client.refetchQueries({ queryKey: requestsKey(groupId) });
    forget(done);
    failAll(refused);
  }

  return { decided, failures, last, decide, undo, dismissLast: () => setLast(undefined) };
}

function entryOf(decision: RequestDecision) {
  return (request: RequestToReview) => [request.id, { request, decision }] as const;
}

function refuseAll(ids: readonly string[], message: string): DecisionResult {
  return { done: [], refused: ids.map((id) => ({ id, message })) };
}

function failedText(decision: RequestDecision, count: number): string {
  return decision === "approve"
    ? plural(count, {
        one: "Failed to approve the request",
        other: "Failed to approve the requests",
      })
    : plural(count, {
        one: "Failed to reject the request",
        other: "Failed to reject the requests",
      });
}

const SHOWN_SECONDS = 10;
const SECOND_MS = 1000;

type UndoToastProps = { last: LastDecision; onUndo: () => void; onDismiss: () => void };

/** What was just decided, with Undo. Its time stands still while the pointer or the focus is on it. */
export function UndoToast({ last, onUndo, onDismiss }: UndoToastProps) {
  const [left, setLeft] = useState(SHOWN_SECONDS);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onDismiss()), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, isPaused, onDismiss]);
  return (
    <div
      className="mb-3 flex items-center gap-3 rounded-card border border-line-control bg-overlay py-2 pr-2 pl-4 shadow-overlay"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Outcome last={last} />
        <span aria-hidden="true" className="ml-2 text-sm text-text-2 tabular-nums">
          <Trans>{left} s</Trans>
        </span>
      </p>
      <Button size="sm" onClick={onUndo}>
        <Trans>Undo</Trans>
        <KeyHint>Z</KeyHint>
      </Button>
    </div>
  );
}

function Outcome({ last: { decision, requests } }: { last: LastDecision }) {
  const [request] = requests;
  if (requests.length === 1 && request) {
    const name = <bdi className="font-medium">{userName(request.mainCharacterName)}</bdi>;
    if (decision === "reject") return <Trans>{name} was rejected.</Trans>;
    return request.isExtension ? (
      <Trans>{name} stays a member.</Trans>
    ) : (
      <Trans>{name} is a member now.</Trans>
    );
  }
  return decision === "approve"
    ? plural(
        { count: requests.length },
        { one: "# player is a member now.", other: "# players are members now." },
      )
    : plural(
        { count: requests.length },
        { one: "# request was rejected.", other: "# requests were rejected." },
      );
}
