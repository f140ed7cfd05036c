import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import type { CallbackResult } from "#shared/session.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import {
  findHolder,
  findHolderAndMain,
  isHeldBy,
} from "#worker/auth/accounts/character-ownership.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { hasFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { updateProof, insertSession } from "#worker/auth/sessions/session-store.ts";
import { authenticate, prepareSession } from "#worker/auth/sessions/sessions.ts";
import { recordRestored, upsertToken } from "#worker/auth/tokens/token-store.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { guard, run, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess, DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import {
  attach,
  isSold,
  needsDirectorAccess,
  releaseIfSold,
  runAttaching,
  verifyCallback,
} from "./attach-character.ts";
import { readSignIn, spendState } from "./sign-in.ts";
import type { StartedSignIn } from "./sign-in.ts";
import type { SignInOutcome, VerifiedIdentity } from "./attach-character.ts";
import { becomesMain, selectSuspects } from "#worker/auth/accounts/take-back-rights.ts";
import type { TakeBackRight } from "#worker/auth/accounts/take-back-rights.ts";
import type { SessionBrowser } from "#worker/auth/sessions/sessions.ts";
import { CLAIM_TTL_MS, insertPendingClaim } from "./sign-in-store.ts";

/** What the browser brings back from EVE. */
type Callback = {
  /** The origin of this site in the browser's address bar. */
  origin: string;
  code: string;
  stateHash: string;
  /** The cookie of the sign-in with this state. */
  encrypted: string | undefined;
  /** The hash of the token for a claim, should one be needed. */
  claimHash: string;
  /** The hash of the proof cookie that the browser gets if the sign-in succeeds. */
  proofHash: string;
  sessionToken: string | undefined;
  /** The hash of the proof cookie that the browser has. */
  presentProofHash: string | undefined;
  userAgent: string | undefined;
};

/**
 * Completes a login or a link, with one of the three outcomes of a sign-in, or a proof. `authorizedId` is the character that
 * an account now has a new grant for; undefined for a character that has yet to be claimed. `hasDirectorAccess`: the grant
 * includes director access; `needsDirectorAccess`: that, or an earlier grant did. `stepUp`: the scopes of the grant that only rules need.
 */
export async function completeSignIn(
  context: Context,
  callback: Callback,
): Promise<{
  result: CallbackResult;
  authorizedId: number | undefined;
  hasDirectorAccess: boolean;
  needsDirectorAccess: boolean;
  stepUp: StepUpScope[];
}> {
  const started = await readSignIn(context, callback.stateHash, callback.encrypted);
  const { outcome, verified } = await complete(context, callback, started);
  const { needsDirectorAccess = false, ...shown } = outcome;
  const { scopes } = verified.grant;
  const hasDirectorAccess = coversDirectorAccess(scopes);
  const isOfDirector = (scope: string) => hasDirectorAccess && DIRECTOR_SCOPES.includes(scope);
  return {
    result: {
      characterLinked: false,
      requiresClaimMain: false,
      characterInfo: null,
      sessionToken: null,
      ...shown,
      ...(started.returnTo !== undefined && { returnTo: started.returnTo }),
    },
    authorizedId: outcome.requiresClaimMain ? undefined : verified.identity.characterId,
    hasDirectorAccess,
    needsDirectorAccess: hasDirectorAccess || needsDirectorAccess,
    stepUp: STEP_UP_SCOPES.filter((scope) => scopes.includes(scope) && !isOfDirector(scope)),
  };
}

/** Exchanges the authorization code only if this browser may complete the sign-in. */
async function complete(context: Context, callback: Callback, started: StartedSignIn) {
  const { origin, code } = callback;
  const request = { origin, code, codeVerifier: started.codeVerifier };
  if (started.purpose === "login") {
    const verified = await verifyCallback(context, request);
    await spendState(context, callback.stateHash);
    return { verified, outcome: await logIn(context, callback, verified) };
  }
  const actor = await requireStarter(context, callback, started.userId);
  const verified = await verifyCallback(context, request);
  await spendState(context, callback.stateHash);
  const outcome: SignInOutcome =
    started.purpose === "link"
      ? await link(context, actor, verified)
      : await proveMain(context, { actor, proofHash: callback.proofHash }, verified);
  return { verified, outcome };
}

/** The actor of a link or a proof: its session must belong to the user who started it. */
async function requireStarter(
  context: Context,
  { sessionToken, presentProofHash }: Callback,
  userId: string,
): Promise<UserActor> {
  const found = sessionToken ? await authenticate(context, await sha256(sessionToken)) : undefined;
  const actor = found?.actor;
  if (actor?.userId === userId) {
    return presentProofHash === undefined ? actor : { ...actor, proofHash: presentProofHash };
  }
  throw new ApiError("session_ended_meanwhile");
}

/**
 * Links a character to the actor's account, or renews its authorization. Without a fresh proof of the main, a new one waits for
 * its confirmation: a stolen session must not be able to link a pilot that opens the account later.
 */
async function link(
  context: Context,
  actor: UserActor,
  verified: VerifiedIdentity,
): Promise<SignInOutcome> {
  const { userId } = actor;
  const isConfirmed = hasFreshProof(actor);
  const { holder } = await findHolder(context.db, verified.identity);
  const { name } = verified.identity;
  if (holder?.userId === userId) {
    // A different owner hash is accepted here: the user has moved the character to another EVE account of their own.
    const hasMoved = isSold(holder, verified);
    await runAttaching(context, name, attach(context, userId, verified, { isConfirmed, hasMoved }));
    return { characterLinked: true, needsDirectorAccess: needsDirectorAccess(holder) };
  }
  if (holder !== undefined && !isSold(holder, verified)) {
    const accounts = { intoId: userId, fromId: holder.userId };
    const mergeId = await offerMerge(context.db, accounts, verified.identity);
    throw mergeId === undefined
      ? new ApiError("linked_elsewhere", { name })
      : new ApiError("main_elsewhere", { name }, { mergeId });
  }
  const release = releaseIfSold(context, holder, verified);
  const kind = release.length > 0 ? "character_acquired" : "character_linked";
  await runAttaching(context, name, [
    ...release,
    ...attach(context, userId, verified, { kind, isConfirmed }),
  ]);
  return { characterLinked: true };
}

type Proof = { actor: UserActor; proofHash: string };

/** Stores in the session that its browser has just proven the main, or a former main that may become the main again. */
async function proveMain(
  context: Context,
  { actor: { userId, sessionId }, proofHash }: Proof,
  verified: VerifiedIdentity,
): Promise<SignInOutcome> {
  const { characterId, name } = verified.identity;
  const { holder, main, right } = await findHolderAndMain(context.db, userId, verified.identity);
  const isMain = main?.characterId === characterId;
  const isProof = isMain || right?.userId === userId;
  if (holder?.userId === userId && !isSold(holder, verified)) {
    const now = new Date();
    const proof: Statement[] = isProof
      ? [updateProof(sessionId, { characterId, proofHash, now })]
      : [];
    await runAttaching(context, name, [
      guard(isHeldBy(userId, characterId)),
      // For an alt as well: EVE may have ended the stored grant with this one (docs/decisions/0081).
      recordRestored(context, userId, characterId),
      upsertToken(characterId, verified.grant, now),
      ...proof,
      countAct(context, { userId }, "logins"),
    ]);
    if (isProof) return { mainProven: true, needsDirectorAccess: needsDirectorAccess(holder) };
  }
  if (isMain) throw new ApiError("on_another_eve_account", { name });
  throw new ApiError("not_your_main", { name, mainName: main?.name ?? "another character" });
}

type Visitor = SessionBrowser & { claimHash: string };

/** Opens a session of the account that holds the character. A character without an account waits to be claimed. */
async function logIn(
  context: Context,
  { claimHash, ...browser }: Visitor,
  verified: VerifiedIdentity,
): Promise<SignInOutcome> {
  const { characterId, name, ownerHash } = verified.identity;
  const { holder, formerUserId, right } = await findHolder(context.db, verified.identity);
  const release = releaseIfSold(context, holder, verified);
  const isKnown = holder !== undefined && release.length === 0;
  const userId = isKnown ? holder.userId : formerUserId;
  if (isKnown && holder.unconfirmedSince !== null) {
    throw new ApiError("link_not_confirmed", { name });
  }

  if (userId === undefined) {
    const claim = insertPendingClaim({
      browserHash: claimHash,
      characterId,
      characterName: name,
      ownerHash,
      ...verified.grant,
      expiresAt: new Date(Date.now() + CLAIM_TTL_MS),
    });
    await runBatch(context.db, [...release, claim]);
    return {
      requiresClaimMain: true,
      characterInfo: { characterId, characterName: name },
      ...(right && { formerAccount: await presentFormer(context, right) }),
    };
  }

  const session = await prepareSession(userId, characterId, browser);
  await runAttaching(context, name, [
    ...release,
    ...attach(context, userId, verified, isKnown ? {} : { kind: "character_returned" }),
    insertSession(session.row),
    countAct(context, { userId }, "logins"),
  ]);
  return {
    sessionToken: session.token,
    needsDirectorAccess: isKnown && needsDirectorAccess(holder),
  };
}

async function presentFormer(
  { db }: Context,
  right: TakeBackRight,
): Promise<CallbackResult["formerAccount"]> {
  const { userId, mainCharacterName } = right;
  const suspects = await run(db, selectSuspects(userId, right));
  return {
    mainCharacterName,
    becomesMain: becomesMain(right),
    linkedSince: suspects.map(({ linkedAt, ...character }) => ({
      ...character,
      linkedAt: (linkedAt ?? right.linkedAt).toISOString(),
    })),
  };
}
