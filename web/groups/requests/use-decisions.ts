import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestToReview } from "#shared/groups/requests.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { decideRequestMutation } from "./queries.ts";
import type { Decision } from "./queries.ts";

export type Decided = { request: RequestToReview; decision: Decision };
/** Error messages by request id. */
type Failures = Record<string, string | undefined>;

/**
 * The decisions made since the list was opened. A decided row stays in its place and shows the outcome, so that the
 * rows below it do not move under the user's finger. A decision that the server refuses is reverted, with the reason.
 */
export function useDecisions(groupId: string) {
  const { mutateAsync } = useMutation(decideRequestMutation);
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());
  const [failures, setFailures] = useState<Failures>({});

  async function decide(request: RequestToReview, decision: Decision) {
    setFailures((others) => ({ ...others, [request.id]: undefined }));
    setDecided((others) => new Map(others).set(request.id, { request, decision }));
    try {
      await mutateAsync({ groupId, requestId: request.id, decision });
    } catch (error) {
      setDecided((others) => new Map([...others].filter(([id]) => id !== request.id)));
      const message = messageOf(error, `Failed to ${decision} the request`);
      setFailures((others) => ({ ...others, [request.id]: message }));
    }
  }
  return { decided, failures, decide };
}
