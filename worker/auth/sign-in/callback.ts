import type { AccountEventKind, CallbackResult } from "#shared/session.ts";
import { sha256 } from "#worker/crypto.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import {
  findHolder,
  releaseCharacter,
  takeCharacter,
} from "#worker/auth/accounts/character-ownership.ts";
import type { Holder } from "#worker/auth/accounts/character-ownership.ts";
import { insertEvent } from "#worker/auth/history.ts";
import { verifyCallback } from "./verify-callback.ts";
import type { VerifiedIdentity } from "./verify-callback.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { authenticate, prepareSession } from "#worker/auth/sessions/sessions.ts";
import { finishStart } from "./sign-in.ts";
import type { Started } from "./sign-in.ts";
import { upsertPendingClaim } from "./sign-in-store.ts";
import { upsertToken } from "#worker/auth/tokens/token-store.ts";

const CLAIM_TTL_MS = 10 * 60 * 1000;

/** How the browser comes back from EVE. */
export type Return = {
  code: string;
  state: string;
  browserHash: string | undefined;
  sessionToken: string | undefined;
  userAgent: string | undefined;
};

type Outcome = Partial<CallbackResult>;

/**
 * Ends a sign-in or link: exactly one of the three outcomes of spec §7. `authorized` is the character whose
 * new grant an account holds now; a character that waits to be claimed is not. `hasDirectorAccess`: the grant covers
 * what a director reads.
 */
export async function completeSignIn(
  context: Context,
  back: Return,
): Promise<{
  result: CallbackResult;
  authorized: number | undefined;
  hasDirectorAccess: boolean;
}> {
  const started = await finishStart(context, back.state, back.browserHash);
  const verified = await verify(context, back, started);
  const outcome =
    started.purpose === "link"
      ? await link(context, verified, started.userId)
      : await logIn(context, back, verified);
  return {
    result: {
      characterLinked: false,
      requiresClaimMain: false,
      characterInfo: null,
      sessionToken: null,
      ...outcome,
    },
    authorized: outcome.requiresClaimMain ? undefined : verified.identity.characterId,
    hasDirectorAccess: coversDirectorAccess(verified.grant.scopes),
  };
}

/** A link needs the session that started it; the authorization code is exchanged only then. */
async function verify(context: Context, back: Return, started: Started): Promise<VerifiedIdentity> {
  if (started.purpose === "link") {
    const token = back.sessionToken;
    const actor = token ? await authenticate(context, await sha256(token)) : undefined;
    if (actor?.userId !== started.userId) {
      throw new ApiError(
        "unauthenticated",
        "You were signed out meanwhile. Log in, then link the character again.",
      );
    }
  }
  return verifyCallback(context, back.code, started.codeVerifier);
}

async function link(
  context: Context,
  verified: VerifiedIdentity,
  userId: string,
): Promise<Outcome> {
  const { holder } = await findHolder(context.db, verified.identity);
  const { name } = verified.identity;
  if (holder?.userId === userId) {
    // Also when the pilot moved it between EVE accounts of their own: this session vouches for both.
    await write(context, name, attach(context, userId, verified));
    return { characterLinked: true };
  }
  if (holder !== undefined && !isSold(holder, verified)) throw heldElsewhere(name);
  const release = releaseIfSold(context, holder, verified);
  const kind = release.length > 0 ? "character_acquired" : "character_linked";
  await write(context, name, [...release, ...attach(context, userId, verified, kind)]);
  return { characterLinked: true };
}

async function logIn(context: Context, back: Return, verified: VerifiedIdentity): Promise<Outcome> {
  const { db } = context;
  const { holder, formerUserId } = await findHolder(db, verified.identity);
  const { characterId, name } = verified.identity;
  const release = releaseIfSold(context, holder, verified);
  const isKnown = holder !== undefined && release.length === 0;
  const userId = isKnown ? holder.userId : formerUserId;

  if (userId === undefined) {
    if (back.browserHash === undefined) throw new Error("A finished sign-in has a browser.");
    const claim = upsertPendingClaim(db, {
      browserHash: back.browserHash,
      characterId,
      characterName: name,
      ownerHash: verified.identity.ownerHash,
      ...verified.grant,
      expiresAt: new Date(Date.now() + CLAIM_TTL_MS),
    });
    await runBatch(db, [...release, claim]);
    return {
      requiresClaimMain: true,
      characterInfo: { characterId, characterName: name },
    };
  }

  const session = await prepareSession(userId, back.userAgent);
  await write(context, name, [
    ...release,
    ...attach(context, userId, verified, isKnown ? undefined : "character_returned"),
    insertSession(session.row),
  ]);
  return { sessionToken: session.token };
}

/** A holder whose owner hash EVE no longer confirms: the character was sold. */
function isSold(holder: Holder, { identity }: VerifiedIdentity): boolean {
  return holder.ownerHash !== identity.ownerHash;
}

function releaseIfSold(
  { db, requestId }: Context,
  holder: Holder | undefined,
  verified: VerifiedIdentity,
): Statement[] {
  if (holder === undefined || !isSold(holder, verified)) return [];
  const character = { id: verified.identity.characterId, ownerHash: holder.ownerHash };
  return releaseCharacter(db, {
    kind: "character_sold",
    userId: holder.userId,
    requestId,
    character,
  });
}

/** The character with its new grant, and the event that says how it came, if it was not there before. */
function attach(
  { db, requestId }: Context,
  userId: string,
  { identity, grant }: VerifiedIdentity,
  kind?: AccountEventKind,
): Statement[] {
  const now = new Date();
  const character = { id: identity.characterId, ownerHash: identity.ownerHash };
  return [
    ...takeCharacter(db, userId, identity, now),
    upsertToken(db, identity.characterId, grant, now),
    ...(kind === undefined ? [] : [insertEvent({ userId, kind, requestId, character })]),
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
