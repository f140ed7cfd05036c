import { useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";

/** A write that the API refused with `fresh_proof_required`. Its path has no origin. */
export type RefusedRequest = { method: string; path: string; body: string | null };

let refused: RefusedRequest | undefined;
const { tell, listen } = createListeners();

/** Asks the user for a proof, after which the request is sent again. Undefined: the user does not want to. */
export function setRefusedRequest(request: RefusedRequest | undefined) {
  refused = request;
  tell();
}

export function useRefusedRequest(): RefusedRequest | undefined {
  return useSyncExternalStore(listen, () => refused);
}
