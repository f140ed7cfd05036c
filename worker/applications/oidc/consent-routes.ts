import { Hono } from "hono";
import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import { consentAnswerSchema, questionSchema } from "#shared/applications/consent.ts";
import { idParamSchema } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { readBearer, requireUser } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { answer, askUser, askVisitor } from "./consent.ts";
import { endConsent } from "#worker/applications/oidc/grants/grant-store.ts";
import { askSignOut, signOutOf } from "./sign-out.ts";

const originOf = (c: HonoContext) => new URL(c.req.url).origin;
const limitVisitors = rateLimit<SignedIn>("READ_LIMIT", subscriberOf);

/** Visitors get an answer too. */
const maybeUser = createMiddleware<SignedIn>((c, next) =>
  readBearer(c.req.header("authorization")) === undefined
    ? limitVisitors(c, next)
    : requireUser(c, next),
);

/** `/api/consent`: the page on which a user lets an application know who they are. */
export const consentRoutes = new Hono<SignedIn>()
  .get("/", maybeUser, validate("query", questionSchema), async (c) => {
    const { query } = c.req.valid("query");
    const actor: UserActor | undefined = c.get("actor");
    const [context, issuer] = [c.get("context"), originOf(c)];
    return c.json(
      await (actor === undefined
        ? askVisitor(context, query, issuer)
        : askUser(context, actor, query, issuer)),
    );
  })
  .post("/", requireUser, validate("json", consentAnswerSchema), async (c) =>
    c.json(await answer(c.get("context"), c.get("actor"), c.req.valid("json"), originOf(c))),
  )
  .delete("/:id", requireUser, validate("param", idParamSchema), async (c) => {
    await endConsent(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  });

/** `/api/sign-out`: the page to which an application sends a user who signs out there. */
export const signOutRoutes = new Hono<App>()
  .use(rateLimit<App>("READ_LIMIT", subscriberOf))
  .get("/", validate("query", questionSchema), async (c) =>
    c.json(await askSignOut(c.get("context"), c.req.valid("query").query, originOf(c))),
  )
  .post("/", validate("json", questionSchema), async (c) =>
    c.json(await signOutOf(c.get("context"), c.req.valid("json").query, originOf(c))),
  );
