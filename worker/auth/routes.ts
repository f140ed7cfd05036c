import { seenSchema } from "#shared/characters.ts";
import { Hono } from "hono";
import { limitSessionReads, readBearer, users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES, visitors } from "#worker/http/route-declaration.ts";
import { dismissNotices, listAccountEvents } from "#worker/audit/service.ts";
import type { Context as HonoContext } from "hono";
import { every } from "hono/combine";
import {
  callbackQuerySchema,
  cancelClaimSchema,
  characterChoiceSchema,
  characterParamSchema,
  loginRequestSchema,
  sessionParamSchema,
  takeBackSchema,
  linkRequestSchema,
} from "#shared/session.ts";
import type { Authorization } from "#shared/session.ts";
import { createHashedToken, sha256 } from "#worker/ground/crypto.ts";
import type { App, Context } from "#worker/env.ts";
import { refuseCrossSite } from "#worker/http/cross-site.ts";
import { addressAndPath, rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { validate } from "#worker/http/validate.ts";
import { changeMain, confirmCharacter, unlinkCharacter } from "#worker/auth/accounts/account.ts";
import {
  clearClaimCookie,
  clearSignInCookie,
  findClaimHash,
  listClaims,
  readSignInCookie,
  rememberDirectorAccess,
  rememberedStepUp,
  rememberStepUp,
  remembersDirectorAccess,
  setClaimCookie,
  setSignInCookie,
} from "#worker/auth/sign-in/cookies.ts";
import { completeSignIn } from "#worker/auth/sign-in/callback.ts";
import { cancelClaims, claimMain } from "#worker/auth/sign-in/claim-main.ts";
import { takeBack } from "#worker/auth/sign-in/take-back.ts";
import {
  clearProofCookie,
  findProofHash,
  setProofCookie,
} from "#worker/auth/sessions/fresh-proof.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  readSession,
  signOut,
} from "#worker/auth/sessions/sessions.ts";
import { revokeUnlinked } from "#worker/auth/tokens/access-tokens.ts";
import { startLink, startLogin, startProof } from "#worker/auth/sign-in/sign-in.ts";
import type { Started } from "#worker/auth/sign-in/sign-in.ts";

const limitSignIn = every(
  rateLimit<App>("SIGN_IN_LIMIT", addressAndPath),
  rateLimit<App>("READ_LIMIT", subscriberOf),
);

/** What other domains do behind the responses of these routes. They import auth, so `app.ts` passes their functions in. */
type AuthHooks = {
  /** EVE has granted new access to a character. */
  afterAuthorization: (context: Context, characterId: number) => Promise<unknown>;
  /** The new access of a character includes director access. */
  afterDirectorGrant: (context: Context, characterId: number) => Promise<unknown>;
  /** A session was read whose Discord profile has not been checked for a day. */
  afterDiscordCheckDue: (context: Context, userId: string) => Promise<unknown>;
};

export function authRoutes(hooks: AuthHooks) {
  const { afterAuthorization, afterDirectorGrant, afterDiscordCheckDue } = hooks;
  return new Hono<App>()
    .get("/session", visitors({ reads: PRIMARY.signIn }), limitSessionReads, async (c) => {
      const { session, isDiscordCheckDue } = await readSession(c.get("context"), sessionTokenOf(c));
      if (session.user && isDiscordCheckDue) {
        const { id } = session.user;
        runBehind(c, () => afterDiscordCheckDue(c.get("context"), id));
      }
      return c.json(session);
    })
    .post(
      "/logout",
      visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.endsAccess }),
      limitSignIn,
      async (c) => {
        await signOut(c.get("context"), sessionTokenOf(c));
        clearProofCookie(c);
        // https://www.w3.org/TR/clear-site-data/
        c.header("Clear-Site-Data", '"cache"');
        return c.body(null, 204);
      },
    )
    .post(
      "/login/start",
      visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
      limitSignIn,
      validate("json", loginRequestSchema),
      async (c) => {
        const started = await startLogin(c.get("context"), browserOf(c), c.req.valid("json"));
        return c.json(keepInCookie(c, started));
      },
    )
    .post(
      "/character/start",
      users({
        lasts: {
          stays: "Without a proof, the character that is linked waits until the main confirms it.",
        },
        takes: TAKES.own,
        cost: COSTS.reads,
      }),
      limitSignIn,
      validate("json", linkRequestSchema),
      async (c) => {
        const request = c.req.valid("json");
        const started = await startLink(c.get("context"), browserOf(c), c.get("actor"), request);
        return c.json(keepInCookie(c, started));
      },
    )
    .post(
      "/proof/start",
      users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.reads }),
      limitSignIn,
      async (c) =>
        c.json(keepInCookie(c, await startProof(c.get("context"), browserOf(c), c.get("actor")))),
    )
    .get(
      "/callback",
      visitors({ reads: PRIMARY.signIn }),
      refuseCrossSite,
      limitSignIn,
      validate("query", callbackQuerySchema),
      async (c) => {
        const { code, state } = c.req.valid("query");
        const stateHash = await sha256(state);
        const [claim, proof] = await Promise.all([createHashedToken(), createHashedToken()]);
        const context = c.get("context");
        const completed = await completeSignIn(context, {
          origin: new URL(c.req.url).origin,
          code,
          stateHash,
          encrypted: readSignInCookie(c, stateHash),
          claimHash: claim.hash,
          proofHash: proof.hash,
          sessionToken: sessionTokenOf(c),
          presentProofHash: await findProofHash(c),
          userAgent: userAgentOf(c),
        });
        const { result, authorizedId, hasDirectorAccess, stepUp } = completed;
        clearSignInCookie(c, stateHash);
        if (result.characterInfo) setClaimCookie(c, result.characterInfo.characterId, claim.token);
        if (result.sessionToken !== null || result.mainProven) setProofCookie(c, proof.token);
        if (completed.needsDirectorAccess) rememberDirectorAccess(c);
        if (stepUp.length > 0) rememberStepUp(c, stepUp);
        if (authorizedId !== undefined) {
          c.executionCtx.waitUntil(afterAuthorization(context, authorizedId));
          if (hasDirectorAccess) {
            c.executionCtx.waitUntil(afterDirectorGrant(context, authorizedId));
          }
        }
        return c.json(result);
      },
    )
    .post(
      "/claim-main",
      visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.signIn }),
      limitSignIn,
      validate("json", characterChoiceSchema),
      async (c) => {
        const { characterId } = c.req.valid("json");
        const { browser, proof } = await claimingBrowserOf(c, characterId);
        const session = await claimMain(c.get("context"), browser, characterId);
        clearClaimCookie(c, characterId);
        setProofCookie(c, proof);
        c.executionCtx.waitUntil(afterAuthorization(c.get("context"), characterId));
        return c.json(session, 201);
      },
    )
    .delete(
      "/claim-main",
      visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
      limitSignIn,
      validate("query", cancelClaimSchema),
      async (c) => {
        const { characterId } = c.req.valid("query");
        const characterIds = characterId === undefined ? listClaims(c) : [characterId];
        const hashes = await Promise.all(characterIds.map((id) => findClaimHash(c, id)));
        await cancelClaims(
          c.get("context"),
          hashes.filter((hash) => hash !== undefined),
        );
        for (const id of characterIds) clearClaimCookie(c, id);
        return c.body(null, 204);
      },
    )
    .post(
      "/take-back",
      visitors({
        lasts: STAYS.noSession,
        takes: TAKES.own,
        cost: { paidBy: "the change of the main that it takes back" },
      }),
      limitSignIn,
      validate("json", takeBackSchema),
      async (c) => {
        const request = c.req.valid("json");
        const { characterId } = request;
        const { browser, proof } = await claimingBrowserOf(c, characterId);
        const session = await takeBack(c.get("context"), browser, request);
        clearClaimCookie(c, characterId);
        setProofCookie(c, proof);
        c.executionCtx.waitUntil(afterAuthorization(c.get("context"), characterId));
        return c.json(session, 201);
      },
    )
    .get("/sessions", users({ reads: PRIMARY.signIn }), async (c) =>
      c.json(await listSessions(c.get("context"), c.get("actor"))),
    )
    .delete(
      "/sessions",
      users({ lasts: STAYS.takesAway, takes: TAKES.own, cost: COSTS.endsAccess }),
      async (c) => {
        await endOtherSessions(c.get("context"), c.get("actor"));
        return c.body(null, 204);
      },
    )
    .delete(
      "/sessions/:id",
      users({ lasts: STAYS.takesAway, takes: TAKES.own, cost: COSTS.endsAccess }),
      validate("param", sessionParamSchema),
      async (c) => {
        await endSession(c.get("context"), c.get("actor"), c.req.valid("param").id);
        return c.body(null, 204);
      },
    )
    .put(
      "/main",
      users({
        lasts: {
          proofWhen: "of the main, or of the former main that takes the account back",
        },
        takes: TAKES.own,
        cost: { act: "mains" },
      }),
      validate("json", characterChoiceSchema),
      async (c) => {
        await changeMain(c.get("context"), c.get("actor"), c.req.valid("json").characterId);
        return c.body(null, 204);
      },
    )
    .post(
      "/characters/:id/confirm",
      users({ lasts: "proof", takes: TAKES.own, cost: { paidBy: "linking the character" } }),
      validate("param", characterParamSchema),
      async (c) => {
        await confirmCharacter(c.get("context"), c.get("actor"), c.req.valid("param").id);
        return c.body(null, 204);
      },
    )
    .delete(
      "/characters/:id",
      users({ lasts: "proof", takes: TAKES.own, cost: { paidBy: "linking the character" } }),
      validate("param", characterParamSchema),
      async (c) => {
        const { id } = c.req.valid("param");
        const refreshTokens = await unlinkCharacter(c.get("context"), c.get("actor"), id);
        c.executionCtx.waitUntil(revokeUnlinked(c.get("context"), id, refreshTokens));
        return c.body(null, 204);
      },
    )
    .get("/events", users({ reads: PRIMARY.signIn }), async (c) =>
      c.json({ events: await listAccountEvents(c.get("context"), c.get("actor").userId) }),
    )
    .post(
      "/events/seen",
      users({
        lasts: STAYS.ownChoice,
        takes: TAKES.own,
        cost: { paidBy: "the events that it dismisses" },
      }),
      validate("json", seenSchema),
      async (c) => {
        const until = new Date(c.req.valid("json").until);
        await dismissNotices(c.get("context"), c.get("actor").userId, until);
        return c.body(null, 204);
      },
    );
}

function sessionTokenOf(c: HonoContext): string | undefined {
  return readBearer(c.req.header("authorization"));
}

function userAgentOf(c: HonoContext): string | undefined {
  return c.req.header("user-agent");
}

/** A browser that claims a character, and the token for its proof cookie. */
async function claimingBrowserOf(c: HonoContext, characterId: number) {
  const [hash, proof] = await Promise.all([findClaimHash(c, characterId), createHashedToken()]);
  const browser = { hash, userAgent: userAgentOf(c), proofHash: proof.hash };
  return { browser, proof: proof.token };
}

function browserOf(c: HonoContext) {
  return {
    origin: new URL(c.req.url).origin,
    hasDirectorAccess: remembersDirectorAccess(c),
    stepUp: rememberedStepUp(c),
  };
}

/** Stores the started sign-in in a cookie; only the URL is in the response. */
function keepInCookie(c: HonoContext, { cookie, authorizationUrl }: Started): Authorization {
  setSignInCookie(c, cookie);
  return { authorizationUrl };
}
