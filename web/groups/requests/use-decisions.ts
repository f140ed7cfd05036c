import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { JoinRequest } from "#shared/invitations.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { decideRequestMutation } from "./queries.ts";
import type { Decision } from "./queries.ts";

export type Verdict = Decision["verdict"];
export type Decided = { request: JoinRequest; verdict: Verdict };
/** Why a decision did not hold, by the request. */
type Failures = Record<string, string | undefined>;

/**
 * What was decided since the list was opened. Rows stay where they are, with their verdict: when forty are
 * waiting, nothing may move under a thumb. A decision that the server refuses is taken back, and says why.
 */
export function useDecisions(groupId: string) {
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
