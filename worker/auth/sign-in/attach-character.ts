import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { AccountEventKind } from "#shared/events/kinds.ts";
import { countEvent } from "#worker/audit/daily-limits.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { releaseCharacter, takeCharacter } from "#worker/auth/accounts/character-ownership.ts";
import type { Holder } from "#worker/auth/accounts/character-ownership.ts";
import { endGrants, recordRestored, upsertToken } from "#worker/auth/tokens/token-store.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { CallbackResult } from "#shared/session.ts";
import { logError } from "#worker/http/log.ts";
import { EveIdentityError, verifyAccessToken } from "#worker/auth/tokens/eve-identity.ts";
import type { EveIdentity } from "#worker/auth/tokens/eve-identity.ts";
import { EveSsoError, exchangeCode } from "#worker/auth/tokens/eve-sso.ts";
import { encryptGrant } from "#worker/auth/tokens/encrypted-tokens.ts";
import type { EncryptedGrant } from "#worker/auth/tokens/token-store.ts";

/** A character that EVE has just identified, and the grant that came with it. */
export type VerifiedIdentity = { identity: EveIdentity; grant: EncryptedGrant };

/** What a sign-in has led to. `needsDirectorAccess`: an earlier grant of the character included director access. */
export type SignInOutcome = Partial<CallbackResult> & { needsDirectorAccess?: boolean };

/** Exchanges an authorization code and verifies the access token that EVE returns; throws an `ApiError`. */
export async function verifyCallback(
  { config, requestId }: Context,
  request: Parameters<typeof exchangeCode>[1],
): Promise<VerifiedIdentity> {
  try {
    const grant = await exchangeCode(config, request);
    const identity = await verifyAccessToken(config, grant.accessToken);
    return { identity, grant: await encryptGrant(config, grant, identity) };
  } catch (error) {
    if (error instanceof EveSsoError || error instanceof EveIdentityError) {
      logError(requestId, error);
      throw explain(error);
    }
    throw error;
  }
}

function explain({ reason }: EveSsoError | EveIdentityError): ApiError {
  switch (reason) {
    case "refused":
      return new ApiError("sign_in_code_refused");
    case "forged":
      return new ApiError("sign_in_not_verified");
    case "misconfigured":
      return new ApiError("eve_refuses_muster");
    case "unavailable":
      return new ApiError("eve_sign_in_silent");
  }
}

/** EVE changes a character's owner hash when it moves to another EVE account. */
export function isSold(holder: Holder, { identity }: VerifiedIdentity): boolean {
  return holder.ownerHash !== identity.ownerHash;
}

/**
 * Whether the character has had director access, so that this browser should request it from now on. Only of one that stays on its
 * account: its buyer does not learn that it was a director.
 */
export function needsDirectorAccess({ scopes, lostScopes }: Holder): boolean {
  return coversDirectorAccess([...(scopes ?? []), ...(lostScopes ?? [])]);
}

export function releaseIfSold(
  context: Context,
  holder: Holder | undefined,
  verified: VerifiedIdentity,
): Statement[] {
  if (holder === undefined || !isSold(holder, verified)) return [];
  const character = { id: verified.identity.characterId, ownerHash: holder.ownerHash };
  return releaseCharacter(context, "character_sold", holder.userId, character);
}

/**
 * Statements that store the character with its new grant, and record an event of this kind if there is one. `isConfirmed`: as for
 * `takeCharacter`. `hasMoved`: it is on another EVE account of the same player, so that none of its earlier grants is kept.
 */
export function attach(
  context: Context,
  userId: string,
  { identity, grant }: VerifiedIdentity,
  {
    kind,
    hasMoved = false,
    isConfirmed = sql`true`,
  }: { kind?: AccountEventKind; hasMoved?: boolean; isConfirmed?: SQL } = {},
): Statement[] {
  const now = new Date();
  const character = { id: identity.characterId, ownerHash: identity.ownerHash };
  const statements = [
    ...takeCharacter(context, userId, identity, { now, isConfirmed }),
    ...(hasMoved ? [endGrants(identity.characterId)] : []),
    upsertToken(identity.characterId, grant, now),
  ];
  if (kind === undefined) {
    return [recordRestored(context, userId, identity.characterId), ...statements];
  }
  const detail = sql`case when ${isConfirmed} then '{}' else json_object('isUnconfirmed', json('true')) end`;
  const event = { kind, actor: { userId }, userId, character, detail };
  const { statement, applied } = recordEvent(context, event);
  return [...statements, statement, ...countEvent(context, event, applied)];
}

/** Runs a batch with the statements of `attach`. */
export async function runAttaching({ db }: Context, name: string, statements: Statement[]) {
  try {
    await runBatch(db, statements);
  } catch (error) {
    throw error instanceof GuardFailed ? new ApiError("linked_elsewhere", { name }) : error;
  }
}
