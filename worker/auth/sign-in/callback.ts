import type { AccountEventKind, CallbackResult } from "#shared/session.ts";
import { recordEvent } from "#worker/audit/record.ts";
import {
  findHolder,
  releaseCharacter,
  takeCharacter,
} from "#worker/auth/accounts/character-ownership.ts";
import type { Holder } from "#worker/auth/accounts/character-ownership.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { authenticate, prepareSession } from "#worker/auth/sessions/sessions.ts";
import { upsertToken } from "#worker/auth/tokens/token-store.ts";
import { sha256 } from "#worker/crypto.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { upsertPendingClaim } from "./sign-in-store.ts";
import { takeSignIn } from "./sign-in.ts";
import type { StartedSignIn } from "./sign-in.ts";
import { verifyCallback } from "./verify-callback.ts";
import type { VerifiedIdentity } from "./verify-callback.ts";

const CLAIM_TTL_MS = 10 * 60 * 1000;

/** What the browser brings back from EVE. */
type Callback = {
  code: string;
  state: string;
  browserHash: string | undefined;
  sessionToken: string | undefined;
  userAgent: string | undefined;
};

type Outcome = Partial<CallbackResult>;

/**
 * Completes a login or a link, with one of the three outcomes of spec §7. `authorizedId` is the character to which an
 * account has got new access; undefined for a character that has yet to be claimed. `hasDirectorAccess`: the grant
 * includes director access.
 */
export async function completeSignIn(
  context: Context,
  callback: Callback,
): Promise<{
  result: CallbackResult;
  authorizedId: number | undefined;
  hasDirectorAccess: boolean;
}> {
  const started = await takeSignIn(context, callback.state, callback.browserHash);
  const verified = await verify(context, callback, started);
  const outcome =
    started.purpose === "link"
      ? await link(context, verified, started.userId)
      : await logIn(context, callback, verified);
  return {
    result: {
      characterLinked: false,
      requiresClaimMain: false,
      characterInfo: null,
      sessionToken: null,
      ...outcome,
    },
    authorizedId: outcome.requiresClaimMain ? undefined : verified.identity.characterId,
    hasDirectorAccess: coversDirectorAccess(verified.grant.scopes),
  };
}

/** A link needs the session that started it; the authorization code is exchanged only then. */
async function verify(
  context: Context,
  { code, sessionToken }: Callback,
  started: StartedSignIn,
): Promise<VerifiedIdentity> {
  if (started.purpose === "link") {
    const actor = sessionToken
      ? await authenticate(context, await sha256(sessionToken))
      : undefined;
    if (actor?.userId !== started.userId) {
      throw new ApiError(
        "unauthenticated",
        "You were signed out meanwhile. Log in, then link the character again.",
      );
    }
  }
  return verifyCallback(context, code, started.codeVerifier);
}

async function link(
  context: Context,
  verified: VerifiedIdentity,
  userId: string,
): Promise<Outcome> {
  const { holder } = await findHolder(context.db, verified.identity);
  const { name } = verified.identity;
  if (holder?.userId === userId) {
    // Also with another owner hash: the user has moved the character between EVE accounts and signed in to both.
    await write(context, name, attach(context, userId, verified));
    return { characterLinked: true };
  }
  if (holder !== undefined && !isSold(holder, verified)) throw heldElsewhere(name);
  const release = releaseIfSold(context, holder, verified);
  const kind = release.length > 0 ? "character_acquired" : "character_linked";
  await write(context, name, [...release, ...attach(context, userId, verified, kind)]);
  return { characterLinked: true };
}

async function logIn(
  context: Context,
  { browserHash, userAgent }: Callback,
  verified: VerifiedIdentity,
): Promise<Outcome> {
  const { characterId, name, ownerHash } = verified.identity;
  const { holder, formerUserId } = await findHolder(context.db, verified.identity);
  const release = releaseIfSold(context, holder, verified);
  const isKnown = holder !== undefined && release.length === 0;
  const userId = isKnown ? holder.userId : formerUserId;

  if (userId === undefined) {
    if (browserHash === undefined) throw new Error("A completed sign-in has a browser.");
    const claim = upsertPendingClaim({
      browserHash,
      characterId,
      characterName: name,
      ownerHash,
      ...verified.grant,
      expiresAt: new Date(Date.now() + CLAIM_TTL_MS),
    });
    await runBatch(context.db, [...release, claim]);
    return { requiresClaimMain: true, characterInfo: { characterId, characterName: name } };
  }

  const session = await prepareSession(userId, userAgent);
  await write(context, name, [
    ...release,
    ...attach(context, userId, verified, isKnown ? undefined : "character_returned"),
    insertSession(session.row),
  ]);
  return { sessionToken: session.token };
}

/** EVE changes a character's owner hash when it moves to another EVE account. */
function isSold(holder: Holder, { identity }: VerifiedIdentity): boolean {
  return holder.ownerHash !== identity.ownerHash;
}

function releaseIfSold(
  context: Context,
  holder: Holder | undefined,
  verified: VerifiedIdentity,
): Statement[] {
  if (holder === undefined || !isSold(holder, verified)) return [];
  const character = { id: verified.identity.characterId, ownerHash: holder.ownerHash };
  return releaseCharacter(context, "character_sold", holder.userId, character);
}

/** Statements that store the character with its new grant, and the event if it is new to the account. */
function attach(
  context: Context,
  userId: string,
  { identity, grant }: VerifiedIdentity,
  kind?: AccountEventKind,
): Statement[] {
  const now = new Date();
  const character = { id: identity.characterId, ownerHash: identity.ownerHash };
  const event = kind && { kind, actor: { userId }, userId, character };
  return [
    ...takeCharacter(userId, identity, now),
    upsertToken(identity.characterId, grant, now),
    ...(event === undefined ? [] : [recordEvent(context, event).statement]),
  ];
}

async function write({ db }: Context, name: string, statements: Statement[]) {
  try {
    await runBatch(db, statements);
  } catch (error) {
    throw error instanceof GuardFailed ? heldElsewhere(name) : error;
  }
}

function heldElsewhere(name: string): ApiError {
  return new ApiError(
    "conflict",
    `${name} belongs to another account here. Log out and log in as ${name} to use that account, or unlink ${name} there first.`,
  );
}
