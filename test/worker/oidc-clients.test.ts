import { Auth, customFetch, skipCSRFCheck } from "@auth/core";
import type { AuthConfig } from "@auth/core";
import * as client from "openid-client";
import Strategy from "passport-openidconnect";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  agree,
  CALLBACK,
  fetchOf,
  ISSUER,
  openInBrowser,
  question,
  startProvider,
} from "#test/support/applications/relying-party.ts";
import type { Provider } from "#test/support/applications/relying-party.ts";

const SCOPE = "openid profile email groups offline_access";

async function configure({ muster, application, secret }: Provider) {
  const send: client.CustomFetch = (url, { body, ...options }) =>
    fetchOf(muster)(url, { ...options, body: body ?? null });
  const config = await client.discovery(new URL(ISSUER), application.id, secret, undefined, {
    [client.customFetch]: send,
  });
  config[client.customFetch] = send;
  return config;
}

test("openid-client signs a user in, renews, asks who it is, and signs out", async () => {
  const provider = await startProvider();
  const { muster, user } = provider;
  const config = await configure(provider);
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  expect(await question(user, await openInBrowser(muster, address))).toMatchObject({
    state: "ask",
  });

  const tokens = await client.authorizationCodeGrant(config, await agree(muster, user, address), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  expect(tokens.claims()).toMatchObject({ sub: user.userId, name: "Aurelia Voss" });
  const info = await client.fetchUserInfo(config, tokens.access_token, user.userId);
  expect(info).toMatchObject({
    preferred_username: "Aurelia Voss",
    eve_character_id: user.mainCharacterId,
    email: expect.stringContaining("@muster.test.invalid"),
    email_verified: false,
    groups: [],
  });

  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  await client.tokenRevocation(config, renewed.refresh_token ?? "");
  await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toThrow(
    "server responded with an error",
  );
});

test("Auth.js signs a user in", async () => {
  const { muster, application, secret, user } = await startProvider({
    redirectUris: ["https://wiki.example.com/auth/callback/muster"],
  });
  const config: AuthConfig = {
    trustHost: true,
    secret: "a secret of the tests",
    basePath: "/auth",
    skipCSRFCheck,
    providers: [
      {
        id: "muster",
        name: "Muster",
        type: "oidc",
        issuer: ISSUER,
        clientId: application.id,
        clientSecret: secret,
        [customFetch]: fetchOf(muster),
      },
    ],
  };
  const jar = new Map<string, string>();
  async function ask(address: string | URL, method = "GET") {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const headers = { cookie, ...(method === "POST" && form) };
    const response = await Auth(
      new Request(address, { method, headers, ...(method === "POST" && { body: "" }) }),
      config,
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  }
  const start = await ask("https://wiki.example.com/auth/signin/muster", "POST");
  const back = await agree(muster, user, start.headers.get("location") ?? "");
  await ask(back);
  const session = await ask("https://wiki.example.com/auth/session");
  expect(await session.json()).toMatchObject({ user: { name: "Aurelia Voss" } });
});

test("passport-openidconnect signs a user in", async () => {
  const { muster, application, secret, user } = await startProvider();
  const options = {
    issuer: ISSUER,
    authorizationURL: `${ISSUER}/oauth/authorize`,
    tokenURL: `${ISSUER}/oauth/token`,
    userInfoURL: `${ISSUER}/oauth/userinfo`,
    clientID: application.id,
    clientSecret: secret,
    callbackURL: CALLBACK,
    scope: ["profile"],
    skipUserProfile: false,
  };
  const session: Record<string, unknown> = {};
  /** What passport would do next. */
  function run(query: Record<string, string>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const strategy = new Strategy(options, (issuer, profile, done) =>
        done(null, { issuer, ...profile }),
      );
      Object.assign(strategy, { success: resolve, redirect: resolve, error: reject, fail: reject });
      // Only the network: node:http does not reach a Worker in the same process.
      strategy._oauth2._request = (method, address, headers, body, accessToken, callback) => {
        const bearer = accessToken === null ? {} : { authorization: `Bearer ${accessToken}` };
        const init = { method, headers: { ...headers, ...bearer } };
        void (async () => {
          const response = await fetchOf(muster)(
            address,
            method === "POST" ? { ...init, body } : init,
          );
          callback(null, await response.text(), {});
        })();
      };
      strategy.authenticate({ query, session }, {});
    });
  }
  const address = z.string().parse(await run({}));
  const back = await agree(muster, user, address);
  const profile = await run(Object.fromEntries(back.searchParams));
  expect(profile).toMatchObject({ issuer: ISSUER, id: user.userId, displayName: "Aurelia Voss" });
});
