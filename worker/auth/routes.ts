import { Hono } from "hono";
import type { Context as HonoContext } from "hono";
import {
  callbackQuerySchema,
  characterChoiceSchema,
  characterParamSchema,
  linkRequestSchema,
  sessionParamSchema,
} from "#shared/session.ts";
import { refreshCharacter } from "#worker/characters/refresh.ts";
import type { App, Context } from "#worker/env.ts";
import { refuseCrossSite } from "#worker/http/cross-site.ts";
import { logError } from "#worker/http/log.ts";
import { addressAndPath, rateLimit } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { changeMain, readEvents, unlinkCharacter } from "./account.ts";
import { bindBrowser, findBrowser } from "./browser-cookie.ts";
import { completeSignIn } from "./callback.ts";
import { claimMain } from "./claim-main.ts";
import { rememberDirectorAccess, remembersDirectorAccess } from "./director-cookie.ts";
import { readBearer, requireUser } from "./require-user.ts";
import { endOtherSessions, endSession, listSessions, readSession, signOut } from "./sessions.ts";
import { startLink, startLogin } from "./sign-in.ts";

const limitSignIn = rateLimit<App>("SIGN_IN_LIMIT", addressAndPath);

export const authRoutes = new Hono<App>()
  .get("/session", async (c) => {
    const { session, afterwards } = await readSession(c.get("context"), sessionTokenOf(c));
    if (afterwards !== undefined) c.executionCtx.waitUntil(afterwards());
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
  .get(
    "/callback",
    refuseCrossSite,
    limitSignIn,
    validate("query", callbackQuerySchema),
    async (c) => {
      const browserHash = await findBrowser(c);
      const back = { browserHash, sessionToken: sessionTokenOf(c), userAgent: userAgentOf(c) };
      const context = c.get("context");
      const { result, authorized, hasDirectorAccess } = await completeSignIn(context, {
        ...c.req.valid("query"),
        ...back,
      });
      if (hasDirectorAccess) rememberDirectorAccess(c);
      if (authorized !== undefined) c.executionCtx.waitUntil(readSheet(context, authorized));
      return c.json(result);
    },
  )
  .post("/claim-main", limitSignIn, validate("json", characterChoiceSchema), async (c) => {
    const { characterId } = c.req.valid("json");
    const browser = { hash: await findBrowser(c), userAgent: userAgentOf(c) };
    const session = await claimMain(c.get("context"), browser, characterId);
    c.executionCtx.waitUntil(readSheet(c.get("context"), characterId));
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
    const afterwards = await unlinkCharacter(c.get("context"), c.get("actor"), id);
    c.executionCtx.waitUntil(afterwards());
    return c.body(null, 204);
  })
  .get("/events", requireUser, async (c) =>
    c.json({ events: await readEvents(c.get("context"), c.get("actor")) }),
  );

/** A pilot who has just signed in finds a character sheet; when EVE does not answer, the next refresh tries. */
async function readSheet(context: Context, characterId: number) {
  try {
    await refreshCharacter(context, characterId);
  } catch (error) {
    logError(context.requestId, error);
  }
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
