import { useSyncExternalStore } from "react";

/** A write that the API refused with `fresh_proof_required`. Its path has no origin. */
export type RefusedRequest = { method: string; path: string; body: string | null };

let refused: RefusedRequest | undefined;
const listeners = new Set<() => void>();

/** Asks the user for a proof, after which the request is sent again. Undefined: the user does not want to. */
export function setRefusedRequest(request: RefusedRequest | undefined) {
  refused = request;
  for (const listener of listeners) listener();
}

export function useRefusedRequest(): RefusedRequest | undefined {
  return useSyncExternalStore(subscribe, () => refused);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
