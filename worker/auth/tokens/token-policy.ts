import type { TokenState } from "#shared/session.ts";
import type { EveIdentity } from "./eve-identity.ts";
import { EveSsoError } from "./eve-sso.ts";
import type { TokenRow } from "./token-store.ts";

/** An access token is not handed out in its last minute: it must outlive the call it is for. */
const MIN_LIFE_MS = 60_000;

export function isFresh({ accessExpiresAt }: Pick<TokenRow, "accessExpiresAt">, now: number) {
  return accessExpiresAt.getTime() - now > MIN_LIFE_MS;
}

/** `since`: the version of the row whose refresh by somebody else is waited for. */
export type Wait = { since: number | undefined; until: number };

/** Whether waiting is over: somebody has asked EVE in vain, whose answer is ours too, or it took too long. */
export function isInVain(
  { version, refreshLeaseUntil }: Pick<TokenRow, "version" | "refreshLeaseUntil">,
  { since, until }: Wait,
  now: number,
): boolean {
  const hasAsked = since !== undefined && version > since && refreshLeaseUntil === null;
  return hasAsked || now > until;
}

/** What a refresh that failed says of the grant: only EVE can say that it is gone. */
export function stateAfter(failure: unknown): Exclude<TokenState, "ok"> {
  return failure instanceof EveSsoError && failure.reason === "refused" ? "revoked" : "unknown";
}

/** Whom a refreshed token speaks for: `sold` when the character has another owner than when it was linked. */
export function compareIdentity(
  { characterId, ownerHash }: Pick<EveIdentity, "characterId" | "ownerHash">,
  held: { characterId: number; ownerHash: string | null },
): "same" | "sold" | "stranger" {
  if (characterId !== held.characterId) return "stranger";
  return ownerHash === held.ownerHash ? "same" : "sold";
}
