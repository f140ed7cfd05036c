import { createStore } from "./store.ts";

/** A write that the API refused with `fresh_proof_required`. Its path has no origin. */
export type RefusedRequest = {
  method: string;
  path: string;
  body: string | null;
  /** One of several requests that make the change together. */
  isPart?: true;
};

const refused = createStore<RefusedRequest | undefined>(undefined);

/** Asks the user for a proof, after which the request is sent again. Undefined: the user does not want to. */
export const setRefusedRequest = refused.set;

export const useRefusedRequest = refused.useValue;
