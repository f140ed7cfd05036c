import type { CallbackResult } from "#shared/session.ts";
import { STEP_UP_SCOPES } from "#shared/requirements/step-up-scopes.ts";
import type { StepUpScope } from "#shared/requirements/step-up-scopes.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { authenticate } from "#worker/auth/sessions/sessions.ts";
import { sha256 } from "#worker/crypto.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess, DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { link } from "./link.ts";
import { logIn } from "./log-in.ts";
import { proveMain } from "./prove-main.ts";
import { readSignIn, spendState } from "./sign-in.ts";
import type { StartedSignIn } from "./sign-in.ts";
import { verifyCallback } from "./verify-callback.ts";
import type { Outcome } from "./verify-callback.ts";

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
 * Completes a login or a link, with one of the three outcomes of spec §7, or a proof. `authorizedId` is the character that
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
  const outcome: Outcome =
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
