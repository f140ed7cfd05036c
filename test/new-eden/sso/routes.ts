import { Hono } from "hono";
import type { Context } from "hono";
import { signingKeys } from "#test/new-eden/keys.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { approve, cancel, readAuthorization } from "./authorize.ts";
import { authorizePage } from "./authorize-page.ts";
import { authenticateClient } from "./client-authentication.ts";
import { SsoError } from "./error.ts";
import { METADATA } from "./metadata.ts";
import { answerTokenRequest, unsupportedGrantType } from "./token.ts";

/** EVE SSO v2, as on login.eveonline.com. */
export const ssoRoutes = new Hono<NewEdenApp>()
  .get("/.well-known/oauth-authorization-server", (c) => c.json(METADATA))
  .get("/.well-known/openid-configuration", (c) => c.json(METADATA))
  .get("/oauth/jwks", async (c) =>
    c.json({ ...(await signingKeys()).jwks, SkipUnresolvedJsonWebKeys: true }),
  )
  .get("/v2/oauth/authorize", (c) => {
    const query = new URL(c.req.url).searchParams;
    readAuthorization(c.env.world, query);
    return c.html(authorizePage(c.env.world, query));
  })
  .post("/v2/oauth/authorize", async (c) => {
    const { world } = c.env;
    const query = new URL(c.req.url).searchParams;
    const choice = (await readForm(c)).get("character_id");
    const next = choice ? approve(world, query, Number(choice)) : cancel(world, query);
    return c.redirect(next.href);
  })
  .post("/v2/oauth/token", async (c) => {
    const request = { form: await readForm(c), authorization: c.req.header("authorization") };
    c.header("Cache-Control", "no-store");
    return c.json(await answerTokenRequest(c.env.world, request));
  })
  .post("/v2/oauth/revoke", async (c) => {
    const { world } = c.env;
    const form = await readForm(c);
    const { clientId } = await authenticateClient(world, {
      form,
      authorization: c.req.header("authorization"),
    });
    const grant = world.grants.get(form.get("token") ?? "");
    if (grant?.clientId === clientId) grant.death ??= "token_missing";
    return c.body(null, 200);
  });

ssoRoutes.onError((error, c) => {
  if (error instanceof SsoError) return error.toResponse(c);
  throw error;
});

async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) throw unsupportedGrantType();
  return new URLSearchParams(await c.req.text());
}
