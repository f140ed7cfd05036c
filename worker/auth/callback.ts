import type { AccountEventKind, CallbackResult } from "#shared/session.ts";
import { isGuardFailure, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { findHolder, releaseCharacter, takeCharacter } from "./account-store.ts";
import type { Holder } from "./account-store.ts";
import { insertEvent } from "./history.ts";
import { proveIdentity } from "./prove-identity.ts";
import type { Proof } from "./prove-identity.ts";
import { coversDirectorAccess } from "./scopes.ts";
import { insertSession } from "./session-store.ts";
import { authenticate, prepareSession } from "./sessions.ts";
import { finishStart } from "./sign-in.ts";
import type { Started } from "./sign-in.ts";
import { upsertPendingClaim } from "./sign-in-store.ts";
import { upsertToken } from "./token-store.ts";

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
  const proof = await prove(context, back, started);
  const outcome =
    started.purpose === "link"
      ? await link(context, proof, started.userId)
      : await logIn(context, back, proof);
  return {
    result: {
      characterLinked: false,
      requiresClaimMain: false,
      characterInfo: null,
      sessionToken: null,
      ...outcome,
    },
    authorized: outcome.requiresClaimMain ? undefined : proof.identity.characterId,
    hasDirectorAccess: coversDirectorAccess(proof.grant.scopes),
  };
}

/** Whoever links must still be signed in: EVE is asked only then. */
async function prove(context: Context, back: Return, started: Started): Promise<Proof> {
  if (started.purpose === "link") {
    const actor = await authenticate(context, back.sessionToken);
    if (actor === undefined || actor.userId !== started.userId) {
      throw new ApiError(
        "unauthenticated",
        "You were signed out meanwhile. Log in, then link the character again.",
      );
    }
  }
  return proveIdentity(context, back.code, started.codeVerifier);
}

async function link(context: Context, proof: Proof, userId: string): Promise<Outcome> {
  const { holder } = await findHolder(context.db, proof.identity);
  const { name } = proof.identity;
  if (holder?.userId === userId) {
    // Also when the pilot moved it between EVE accounts of their own: this session vouches for both.
    await write(context, name, attach(context, userId, proof));
    return { characterLinked: true };
  }
  if (holder !== undefined && !isSold(holder, proof)) throw heldElsewhere(name);
  const release = releaseIfSold(context, holder, proof);
  const kind = release.length > 0 ? "character_acquired" : "character_linked";
  await write(context, name, [...release, ...attach(context, userId, proof, kind)]);
  return { characterLinked: true };
}

async function logIn(context: Context, back: Return, proof: Proof): Promise<Outcome> {
  const { db } = context;
  const { holder, formerUserId } = await findHolder(db, proof.identity);
  const { characterId, name } = proof.identity;
  const release = releaseIfSold(context, holder, proof);
  const isKnown = holder !== undefined && release.length === 0;
  const userId = isKnown ? holder.userId : formerUserId;

  if (userId === undefined) {
    if (back.browserHash === undefined) throw new Error("A finished sign-in has a browser.");
    const claim = upsertPendingClaim(db, {
      browserHash: back.browserHash,
      characterId,
      characterName: name,
      ownerHash: proof.identity.ownerHash,
      ...proof.grant,
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
    ...attach(context, userId, proof, isKnown ? undefined : "character_returned"),
    insertSession(db, session.row),
  ]);
  return { sessionToken: session.token };
}

/** A holder whose owner hash EVE no longer confirms: the character was sold. */
function isSold(holder: Holder, { identity }: Proof): boolean {
  return holder.ownerHash !== identity.ownerHash;
}

function releaseIfSold(
  { db, requestId }: Context,
  holder: Holder | undefined,
  proof: Proof,
): Statement[] {
  if (holder === undefined || !isSold(holder, proof)) return [];
  const character = { id: proof.identity.characterId, ownerHash: holder.ownerHash };
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
  { identity, grant }: Proof,
  kind?: AccountEventKind,
): Statement[] {
  const now = new Date();
  const character = { id: identity.characterId, ownerHash: identity.ownerHash };
  return [
    ...takeCharacter(db, userId, identity, now),
    upsertToken(db, identity.characterId, grant, now),
    ...(kind === undefined ? [] : [insertEvent(db, { userId, kind, requestId, character })]),
  ];
}

async function write({ db }: Context, name: string, statements: Statement[]) {
  try {
    await runBatch(db, statements);
  } catch (error) {
    throw isGuardFailure(error) ? heldElsewhere(name) : error;
  }
}

function heldElsewhere(name: string): ApiError {
  return new ApiError(
    "conflict",
    `${name} belongs to another account here. Log out and log in as ${name} to use that account, or unlink ${name} there first.`,
  );
}
