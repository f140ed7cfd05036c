import type { TokenState } from "#shared/account/character.ts";
import type { SpareGrant } from "#worker/db/schema/accounts.ts";
import type { EveIdentity } from "./eve-identity.ts";
import { EveSsoError } from "./eve-sso.ts";
import type { EncryptedGrant, TokenRow } from "./token-store.ts";

type Grants = [EncryptedGrant, ...EncryptedGrant[]];

/** The grants of a character that EVE has not refused, the newest first. */
export function grantsOf(row: EncryptedGrant & Pick<TokenRow, "ownScopes" | "spares">): Grants {
  const { refreshToken, accessToken, accessExpiresAt, scopes, ownScopes, spares } = row;
  const others = (spares ?? []).map((spare) => ({
    ...spare,
    accessExpiresAt: new Date(spare.accessExpiresAt),
  }));
  return [{ refreshToken, accessToken, accessExpiresAt, scopes: ownScopes ?? scopes }, ...others];
}

/** The spares that a sign-in has set aside, and that EVE was not asked about since. */
export function untriedOf(spares: SpareGrant[] | null | undefined): SpareGrant[] {
  return (spares ?? []).filter(({ accessExpiresAt }) => accessExpiresAt === 0);
}

/** The grant to use for these scopes: the one that covers most of them, of equal ones one that needs no refresh. */
export function chooseGrant(
  [newest, ...others]: Grants,
  scopes: readonly string[],
  now: number,
): EncryptedGrant {
  const rank = (grant: EncryptedGrant) =>
    2 * scopes.filter((scope) => grant.scopes.includes(scope)).length + Number(isFresh(grant, now));
  return others.reduce((best, grant) => (rank(grant) > rank(best) ? grant : best), newest);
}

type Stored = Pick<EncryptedGrant, "refreshToken">;

const isSame = (a: Stored) => (b: Stored) => a.refreshToken === b.refreshToken;

/** The same list if it does not contain the grant. */
export function replaceGrant(
  grants: EncryptedGrant[],
  former: Stored,
  grant: EncryptedGrant,
): EncryptedGrant[] {
  const at = grants.findIndex(isSame(former));
  return at === -1 ? grants : grants.with(at, grant);
}

/**
 * What is left when EVE has refused a grant. If it was the newest, the one with the most scopes takes its place. The same list if
 * it does not contain the grant.
 */
export function withoutGrant(grants: EncryptedGrant[], refused: Stored): EncryptedGrant[] {
  const at = grants.findIndex(isSame(refused));
  if (at === -1) return grants;
  const rest = grants.toSpliced(at, 1);
  return at === 0 ? rest.toSorted((a, b) => b.scopes.length - a.scopes.length) : rest;
}

/** The columns of a row with these grants. What none of them covers any more is lost. */
export function columnsOf(
  before: Pick<TokenRow, "scopes" | "lostScopes">,
  newest: EncryptedGrant,
  others: EncryptedGrant[],
) {
  const spares = others.filter(({ scopes }) =>
    scopes.some((scope) => !newest.scopes.includes(scope)),
  );
  const covered = new Set([newest, ...spares].flatMap((grant) => grant.scopes));
  const known = new Set([...before.scopes, ...(before.lostScopes ?? [])]);
  const lost = [...known].filter((scope) => !covered.has(scope));
  return {
    ...newest,
    // In the order of the row, so that the same scopes are no change.
    scopes: [...new Set([...before.scopes, ...covered])].filter((scope) => covered.has(scope)),
    ownScopes: spares.length === 0 ? null : newest.scopes,
    spares:
      spares.length === 0
        ? null
        : spares.map((spare) => ({ ...spare, accessExpiresAt: spare.accessExpiresAt.getTime() })),
    lostScopes: lost.length === 0 ? null : lost,
  };
}

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
