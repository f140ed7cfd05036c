import { Hono } from "hono";
import { listAccountEvents } from "#worker/audit/service.ts";
import type { Context as HonoContext } from "hono";
import { every } from "hono/combine";
import {
  callbackQuerySchema,
  characterChoiceSchema,
  characterParamSchema,
  linkRequestSchema,
  sessionParamSchema,
} from "#shared/session.ts";
import type { App, Context } from "#worker/env.ts";
import { refuseCrossSite } from "#worker/http/cross-site.ts";
import { addressAndPath, rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { validate } from "#worker/http/validate.ts";
import { changeMain, unlinkCharacter } from "#worker/auth/accounts/account.ts";
import {
  bindBrowser,
  findBrowser,
  rememberDirectorAccess,
  remembersDirectorAccess,
} from "#worker/auth/sign-in/cookies.ts";
import { completeSignIn } from "#worker/auth/sign-in/callback.ts";
import { claimMain } from "#worker/auth/sign-in/claim-main.ts";
import { takeBack } from "#worker/auth/sign-in/take-back.ts";
import { readBearer, limitSessionReads, requireUser } from "#worker/auth/sessions/require-user.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  readSession,
  signOut,
} from "#worker/auth/sessions/sessions.ts";
import { revokeUnlinked } from "#worker/auth/tokens/access-tokens.ts";
import { startLink, startLogin, startProof } from "#worker/auth/sign-in/sign-in.ts";

const limitSignIn = every(
  rateLimit<App>("SIGN_IN_LIMIT", addressAndPath),
  rateLimit<App>("READ_LIMIT", subscriberOf),
);

/** What other domains do behind the responses of these routes. They import auth, so `app.ts` passes their functions in. */
export type AuthHooks = {
  /** EVE has granted new access to a character. */
  afterAuthorization: (context: Context, characterId: number) => Promise<unknown>;
  /** A session was read whose Discord profile has not been checked for a day. */
  afterDiscordCheckDue: (context: Context, userId: string) => Promise<unknown>;
};

export function authRoutes({ afterAuthorization, afterDiscordCheckDue }: AuthHooks) {
  return new Hono<App>()
    .get("/session", limitSessionReads, async (c) => {
      const { session, isDiscordCheckDue } = await readSession(c.get("context"), sessionTokenOf(c));
      if (session.user && isDiscordCheckDue) {
        runBehind(c, afterDiscordCheckDue(c.get("context"), session.user.id));
      }
      return c.json(session);
    })
    .post("/logout", limitSignIn, async (c) => {
      await signOut(c.get("context"), sessionTokenOf(c));
      return c.body(null, 204);
    })
    .post("/login/start", limitSignIn, async (c) =>
      c.json(await startLogin(c.get("context"), await browserOf(c))),
    )
    .post(
      "/character/start",
      limitSignIn,
      requireUser,
      validate("json", linkRequestSchema),
      async (c) => {
        const browser = await browserOf(c);
        const request = c.req.valid("json");
        return c.json(await startLink(c.get("context"), browser, c.get("actor"), request));
      },
    )
    .post("/proof/start", limitSignIn, requireUser, async (c) =>
      c.json(await startProof(c.get("context"), await browserOf(c), c.get("actor"))),
    )
    .get(
      "/callback",
      refuseCrossSite,
      limitSignIn,
      validate("query", callbackQuerySchema),
      async (c) => {
        const browserHash = await findBrowser(c);
        const back = {
          origin: new URL(c.req.url).origin,
          browserHash,
          sessionToken: sessionTokenOf(c),
          userAgent: userAgentOf(c),
        };
        const context = c.get("context");
        const { result, authorizedId, hasDirectorAccess } = await completeSignIn(context, {
          ...c.req.valid("query"),
          ...back,
        });
        if (hasDirectorAccess) rememberDirectorAccess(c);
        if (authorizedId !== undefined) {
          c.executionCtx.waitUntil(afterAuthorization(context, authorizedId));
        }
        return c.json(result);
      },
    )
    .post("/claim-main", limitSignIn, validate("json", characterChoiceSchema), async (c) => {
      const { characterId } = c.req.valid("json");
      const browser = { hash: await findBrowser(c), userAgent: userAgentOf(c) };
      const session = await claimMain(c.get("context"), browser, characterId);
      c.executionCtx.waitUntil(afterAuthorization(c.get("context"), characterId));
      return c.json(session, 201);
    })
    .post("/take-back", limitSignIn, validate("json", characterChoiceSchema), async (c) => {
      const { characterId } = c.req.valid("json");
      const browser = { hash: await findBrowser(c), userAgent: userAgentOf(c) };
      const session = await takeBack(c.get("context"), browser, characterId);
      c.executionCtx.waitUntil(afterAuthorization(c.get("context"), characterId));
      return c.json(session, 201);
    })
    .get("/sessions", requireUser, async (c) =>
      c.json({ sessions: await listSessions(c.get("context"), c.get("actor")) }),
    )
    .delete("/sessions", requireUser, async (c) => {
      await endOtherSessions(c.get("context"), c.get("actor"));
      return c.body(null, 204);
    })
    .delete("/sessions/:id", requireUser, validate("param", sessionParamSchema), async (c) => {
      await endSession(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    })
    .put("/main", requireUser, validate("json", characterChoiceSchema), async (c) => {
      await changeMain(c.get("context"), c.get("actor"), c.req.valid("json").characterId);
      return c.body(null, 204);
    })
    .delete("/characters/:id", requireUser, validate("param", characterParamSchema), async (c) => {
      const { id } = c.req.valid("param");
      const refreshToken = await unlinkCharacter(c.get("context"), c.get("actor"), id);
      if (refreshToken !== null) {
        c.executionCtx.waitUntil(revokeUnlinked(c.get("context"), id, refreshToken));
      }
      return c.body(null, 204);
    })
    .get("/events", requireUser, async (c) =>
      c.json({ events: await listAccountEvents(c.get("context"), c.get("actor").userId) }),
    );
}

function sessionTokenOf(c: HonoContext): string | undefined {
  return readBearer(c.req.header("authorization"));
}

function userAgentOf(c: HonoContext): string | undefined {
  return c.req.header("user-agent");
}

async function browserOf(c: HonoContext) {
  return {
    origin: new URL(c.req.url).origin,
    hash: await bindBrowser(c),
    hasDirectorAccess: remembersDirectorAccess(c),
  };
}
