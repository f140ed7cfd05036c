import { Hono } from "hono";
import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import { originOf } from "#worker/http/cross-site.ts";
import { COSTS, PRIMARY, STAYS, TAKES, visitors } from "#worker/http/route-declaration.ts";
import { run } from "#worker/db/batch.ts";
import type { App } from "#worker/env.ts";
import { rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import { ASKED_AT, clientIdOf, readRequest } from "./authorization-request.ts";
import { discoveryOf, OAuthError, onOAuthError, selectClient } from "./client.ts";
import { publishedKeys, selectKeys } from "./signing-keys.ts";
import { exchange, revoke, userInfo } from "./exchange.ts";

const MINUTES_5 = "public, max-age=300";

const limit = rateLimit<App>("READ_LIMIT", subscriberOf);

const DISCOVERY = ["/openid-configuration", "/oauth-authorization-server"];

/** What applications in a browser may read: no cookie counts there. */
export const PUBLIC_PATHS = [
  ...["jwks", "token", "userinfo", "revoke"].map((name) => `/oauth/${name}`),
  ...DISCOVERY.map((name) => `/.well-known${name}`),
];

export const allowAllOrigins = createMiddleware<App>(async (c, next) => {
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Access-Control-Allow-Headers", "Authorization, Content-Type");
  await next();
});

function isForm(c: HonoContext): boolean {
  const type = c.req.header("content-type") ?? "";
  return c.req.method === "POST" && /^application\/x-www-form-urlencoded *(?:;|$)/i.test(type);
}

async function formOf(c: HonoContext): Promise<string> {
  if (!isForm(c)) {
    throw new OAuthError("invalid_request", "Send a form: application/x-www-form-urlencoded.");
  }
  return new TextDecoder().decode(await c.req.arrayBuffer());
}

const requestOf = async (c: HonoContext) => ({
  authorization: c.req.header("authorization"),
  form: await formOf(c),
});

/** What an application asks at `/oauth/authorize`, as a query or a form. */
async function authorize(c: HonoContext<App>, query: string) {
  const issuer = originOf(c);
  const [client] = await run(c.get("context").db, selectClient(clientIdOf(query) ?? ""));
  const read = readRequest(query, client, issuer);
  if (read.state === "refused") return c.redirect(read.url, 303);
  const asked = new URLSearchParams(query);
  asked.set(ASKED_AT, String(Date.now()));
  return c.redirect(`/consent?${asked.toString()}`, 303);
}

/** OpenID Connect has it answer both methods: https://openid.net/specs/openid-connect-core-1_0.html#UserInfo */
async function tellWho(c: HonoContext<App>) {
  const { authorization, form } = {
    authorization: c.req.header("authorization"),
    form: isForm(c) ? await formOf(c) : "",
  };
  return c.json(await userInfo(c.get("context"), { authorization, form }));
}

/** `/oauth`: outside of the API, without sessions. The SPA's pages `/consent` and `/sign-out` ask the user. */
export const oauthRoutes = new Hono<App>()
  .onError(onOAuthError)
  .use(limit)
  .get("/authorize", visitors({ reads: PRIMARY.signIn }), (c) =>
    authorize(c, new URL(c.req.url).search.slice(1)),
  )
  .post(
    "/authorize",
    visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
    async (c) => authorize(c, await formOf(c)),
  )
  .get("/logout", visitors({ reads: PRIMARY.signIn }), (c) =>
    c.redirect(`/sign-out${new URL(c.req.url).search}`, 303),
  )
  .post(
    "/logout",
    visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
    async (c) => {
      // Written again: a header has no room for the control characters that a form may contain.
      const query = new URLSearchParams(await formOf(c)).toString();
      return c.redirect(`/sign-out?${query}`, 303);
    },
  )
  .get("/jwks", visitors({ reads: PRIMARY.signIn }), async (c) => {
    const keys = await run(c.get("context").db, selectKeys());
    return c.json(publishedKeys(keys), 200, { "Cache-Control": MINUTES_5 });
  })
  .post(
    "/token",
    visitors({
      lasts: STAYS.noSession,
      takes: TAKES.own,
      cost: { none: "A code is of one consent, and renewals have a limit of their own." },
    }),
    async (c) => c.json(await exchange(c.get("context"), await requestOf(c))),
  )
  .post(
    "/revoke",
    visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: { none: "Once for a sign-in." } }),
    async (c) => {
      await revoke(c.get("context"), await requestOf(c));
      // RFC 7009 asks for nothing, but some clients parse every answer as JSON.
      return c.json({});
    },
  )
  .get("/userinfo", visitors({ reads: PRIMARY.programs }), (c) => tellWho(c))
  .post(
    "/userinfo",
    visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
    (c) => tellWho(c),
  );

/** `/.well-known/openid-configuration`, and the same under the name of RFC 8414. */
export const discoveryRoutes = new Hono<App>().on(
  "GET",
  DISCOVERY,
  visitors({ reads: PRIMARY.programs }),
  limit,
  (c) => c.json(discoveryOf(originOf(c)), 200, { "Cache-Control": MINUTES_5 }),
);
