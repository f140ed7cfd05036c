import * as client from "openid-client";
import { expect, test } from "vitest";
import {
  agree,
  CALLBACK,
  fetchOf,
  ISSUER,
  openInBrowser,
  question,
  startProvider,
} from "#test/support/relying-party.ts";
import type { Provider } from "#test/support/relying-party.ts";

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
