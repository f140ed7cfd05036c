import { plural } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DecisionResult, RequestToReview } from "#shared/groups/requests.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-failures.ts";
import { decideRequestsMutation, requestsKey, undoDecisionsMutation } from "./queries.ts";
import type { Decision } from "./queries.ts";

/** The reason of a rejection; how long approved memberships last. */
export type Terms = { reason?: string; days?: number | null };

export type Decided = { request: RequestToReview; decision: Decision };
/** The requests that were decided by the last act, until another act or an undo. */
export type LastDecision = { decision: Decision; requests: readonly RequestToReview[] };

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
    decision: Decision,
    { reason = "", days }: Terms = {},
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

function entryOf(decision: Decision) {
  return (request: RequestToReview) => [request.id, { request, decision }] as const;
}

function refuseAll(ids: readonly string[], message: string): DecisionResult {
  return { done: [], refused: ids.map((id) => ({ id, message })) };
}

function failedText(decision: Decision, count: number): string {
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
