import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { MIRA_TAL_ID } from "./ids.ts";
import { localVars } from "./local-vars.ts";

const BASE = "https://new-eden.test/sso";
const { EVE_CLIENT_ID, EVE_CLIENT_SECRET } = localVars(0);
/** Characters that form-encoding changes, and one that ends a user name in Basic credentials. */
const STRANGE_SECRET = "50% + a: secret & a =half=";

/** The ways to authenticate, of a client library that we did not write. */
const METHODS = {
  client_secret_basic: oauth.ClientSecretBasic,
  client_secret_post: oauth.ClientSecretPost,
  client_secret_jwt: oauth.ClientSecretJwt,
};

const server: oauth.AuthorizationServer = {
  issuer: "https://login.eveonline.com",
  token_endpoint: `${BASE}/v2/oauth/token`,
  revocation_endpoint: `${BASE}/v2/oauth/revoke`,
};
const client = { client_id: EVE_CLIENT_ID };

const through = ({ send }: Eden) => ({ [oauth.customFetch]: send });

async function refresh(eden: Eden, authentication: oauth.ClientAuth) {
  const { refreshToken } = await eden.control.grant(MIRA_TAL_ID, ["publicData"]);
  return oauth.refreshTokenGrantRequest(
    server,
    client,
    authentication,
    refreshToken,
    through(eden),
  );
}

const metadataSchema = z.object({
  response_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
});

test("the metadata names exactly what New Eden checks", async () => {
  const { send } = openEden();
  const metadata = await readJson(
    await send(`${BASE}/.well-known/oauth-authorization-server`),
    metadataSchema,
  );
  expect(metadata.response_types_supported).toEqual(["code"]);
  expect(metadata.token_endpoint_auth_methods_supported).toEqual(Object.keys(METHODS));
  expect(metadata.revocation_endpoint_auth_methods_supported).toEqual(Object.keys(METHODS));
});

test.each(Object.entries(METHODS))(
  "%s: the right secret is taken, every other refused",
  async (_, by) => {
    for (const secret of [EVE_CLIENT_SECRET, STRANGE_SECRET]) {
      const eden = openEden();
      eden.world.clients.set(EVE_CLIENT_ID, {
        id: EVE_CLIENT_ID,
        secret,
        redirectPath: "/auth/callback",
      });
      const response = await refresh(eden, by(secret));
      const tokens = await oauth.processRefreshTokenResponse(server, client, response);
      expect(tokens.access_token).toMatch(/^eyJ/);
      for (const wrong of [`${secret}!`, secret.slice(1), "another"]) {
        const refused = await refresh(eden, by(wrong));
        expect(refused.status).toBe(401);
        expect(refused.headers.get("www-authenticate")).toContain("Basic");
        const token = tokens.refresh_token ?? "";
        const revoked = await oauth.revocationRequest(
          server,
          client,
          by(wrong),
          token,
          through(eden),
        );
        expect(revoked.status).toBe(401);
      }
    }
  },
);

test("credentials that are not encoded are accepted too, as at EVE", async () => {
  const eden = openEden();
  eden.world.clients.set(EVE_CLIENT_ID, {
    id: EVE_CLIENT_ID,
    secret: "50% a+b",
    redirectPath: "/auth/callback",
  });
  const { refreshToken } = await eden.control.grant(MIRA_TAL_ID, ["publicData"]);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const basic = (secret: string) => `Basic ${btoa(`${EVE_CLIENT_ID}:${secret}`)}`;
  expect((await eden.token(form, basic("50% a+b"))).status).toBe(200);
  expect((await eden.token(form, basic("50% a b"))).status).toBe(401);
});

// RFC 6749 §2.3
test("a client that authenticates in two ways is refused", async () => {
  const eden = openEden();
  const { refreshToken } = await eden.control.grant(MIRA_TAL_ID, ["publicData"]);
  const twice = await eden.token({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: EVE_CLIENT_ID,
    client_secret: EVE_CLIENT_SECRET,
  });
  expect(twice.status).toBe(400);
});

test("an assertion that is old, of another client or for another server is refused", async () => {
  const eden = openEden();
  for (const change of [
    { exp: 1 },
    { iss: "somebody-elses-app" },
    { sub: "somebody-elses-app" },
    { aud: "https://elsewhere.test" },
  ]) {
    const by = oauth.ClientSecretJwt(EVE_CLIENT_SECRET, {
      [oauth.modifyAssertion]: (_, payload) => void Object.assign(payload, change),
    });
    expect((await refresh(eden, by)).status).toBe(401);
  }
});
