import type { TokenState } from "#shared/session.ts";
import type { EveIdentity } from "./eve-identity.ts";
import { EveSsoError } from "./eve-sso.ts";
import type { TokenRow } from "./token-store.ts";

/** A token with less than a minute left might expire before the call that it is for. */
const MIN_TTL_MS = 60_000;

export function isFresh({ accessExpiresAt }: Pick<TokenRow, "accessExpiresAt">, now: number) {
  return accessExpiresAt.getTime() - now > MIN_TTL_MS;
}

/** `since`: the version of the row when another isolate was first seen to refresh it. */
export type Wait = { since: number | undefined; until: number };

/** Whether to stop waiting: the other isolate's refresh has failed, which is the answer for this one too, or it timed out. */
export function isWaitOver(
  { version, refreshLeaseUntil, state }: Pick<TokenRow, "version" | "refreshLeaseUntil" | "state">,
  { since, until }: Wait,
  now: number,
): boolean {
  const hasEnded = since !== undefined && version > since && refreshLeaseUntil === null;
  // A refresh that succeeded was of another grant of the character.
  const hasFailed = hasEnded && state !== "ok";
  return hasFailed || now > until;
}

/** The state of a grant after a failed refresh: only EVE's refusal means that it is revoked. */
export function stateAfter(failure: unknown): Exclude<TokenState, "ok"> {
  return failure instanceof EveSsoError && failure.reason === "refused" ? "revoked" : "unknown";
}

/** `sold`: the character's owner has changed since it was linked. `stranger`: the token is another character's. */
export function compareIdentity(
  { characterId, ownerHash }: Pick<EveIdentity, "characterId" | "ownerHash">,
  held: { characterId: number; ownerHash: string | null },
): "same" | "sold" | "stranger" {
  if (characterId !== held.characterId) return "stranger";
  return ownerHash === held.ownerHash ? "same" : "sold";
}
