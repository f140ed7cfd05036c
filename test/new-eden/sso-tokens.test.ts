import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { openEden, pkcePair, readRefusal } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { MIRA_TAL_ID } from "./ids.ts";

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});

/** Signs Mira Tal in with these scopes. */
async function signIn({ control, authorizationUrl, token }: Eden, scope = "publicData") {
  const { code } = await control.authorize(authorizationUrl({ scope }), MIRA_TAL_ID);
  const response = await token({ grant_type: "authorization_code", code: code ?? "" });
  return readJson(response, tokensSchema);
}

const refresh = (eden: Eden, refreshToken: string, more: Record<string, string> = {}) =>
  eden.token({ grant_type: "refresh_token", refresh_token: refreshToken, ...more });

test("an access token is signed with a published key and has the claims of its pilot", async () => {
  const eden = openEden();
  const { access_token, expires_in } = await signIn(eden, "publicData esi-skills.read_skills.v1");
  const jwks = createRemoteJWKSet(new URL("https://new-eden.test/sso/oauth/jwks"), {
    [customFetch]: (url: string | URL, init?: RequestInit) => eden.send(url, init),
  });
  const { payload, protectedHeader } = await jwtVerify(access_token, jwks, {
    issuer: "https://login.eveonline.com",
    audience: ["muster-local"],
  });
  expect(protectedHeader).toEqual({ alg: "RS256", kid: "JWT-Signature-Key", typ: "JWT" });
  expect(payload).toMatchObject({
    scp: ["publicData", "esi-skills.read_skills.v1"],
    kid: "JWT-Signature-Key",
    sub: `CHARACTER:EVE:${MIRA_TAL_ID}`,
    azp: "muster-local",
    aud: ["muster-local", "EVE Online"],
    name: "Mira Tal",
    tenant: "tranquility",
    tier: "live",
    region: "world",
  });
  expect(payload["owner"]).toMatch(/^[A-Za-z0-9+/]{27}=$/);
  expect(Number(payload.exp) - Number(payload.iat)).toBe(1200);
  expect(expires_in).toBe(1199);
});

test("one scope is a string, and without scopes the claim is absent", async () => {
  const eden = openEden();
  expect(decodeJwt((await signIn(eden)).access_token)["scp"]).toBe("publicData");
  expect(decodeJwt((await signIn(eden, "")).access_token)).not.toHaveProperty("scp");
});

test("the issuer's spelling and the algorithm can be switched", async () => {
  const eden = openEden();
  await eden.control.setSso({ issuer: "login.eveonline.com", algorithm: "ES256" });
  const { access_token } = await signIn(eden);
  expect(decodeJwt(access_token).iss).toBe("login.eveonline.com");
  const { alg, kid } = decodeProtectedHeader(access_token);
  expect({ alg, kid }).toEqual({ alg: "ES256", kid: "8878a23f-2489-4045-989e-4d2f3ec1ae1a" });
});

test("a code can be used once", async () => {
  const eden = openEden();
  const { code } = await eden.control.authorize(eden.authorizationUrl(), MIRA_TAL_ID);
  const form = { grant_type: "authorization_code", code: code ?? "" };
  expect((await eden.token(form)).status).toBe(200);
  expect(await readRefusal(await eden.token(form))).toEqual([
    400,
    "invalid_grant",
    "Authorization code is invalid",
  ]);
});

test("a code is valid for five minutes", async () => {
  const eden = openEden();
  const exchangeAfter = async (seconds: number) => {
    const { code } = await eden.control.authorize(eden.authorizationUrl(), MIRA_TAL_ID);
    await eden.control.advanceClock(seconds);
    return (await eden.token({ grant_type: "authorization_code", code: code ?? "" })).status;
  };
  expect(await exchangeAfter(295)).toBe(200);
  expect(await exchangeAfter(301)).toBe(400);
});

test("a code can be used only by the client that requested it", async () => {
  const eden = openEden();
  const { code } = await eden.control.authorize(eden.authorizationUrl(), MIRA_TAL_ID);
  const stranger = `Basic ${btoa("somebody-elses-app:another-secret")}`;
  const response = await eden.token(
    { grant_type: "authorization_code", code: code ?? "" },
    stranger,
  );
  expect(await readRefusal(response)).toEqual([
    400,
    "invalid_grant",
    "Authorization code is invalid",
  ]);
});

test("PKCE requires the verifier, with the secret and without", async () => {
  const eden = openEden();
  const exchange = async (verifier: string | undefined, authorization?: null) => {
    const { verifier: right, challenge } = pkcePair();
    const url = eden.authorizationUrl({ code_challenge: challenge, code_challenge_method: "S256" });
    const { code } = await eden.control.authorize(url, MIRA_TAL_ID);
    const form = {
      grant_type: "authorization_code",
      code: code ?? "",
      client_id: "muster-local",
      ...(verifier !== undefined && { code_verifier: verifier === "right" ? right : verifier }),
    };
    return (await eden.token(form, authorization)).status;
  };
  expect(await exchange("right")).toBe(200);
  expect(await exchange("right", null)).toBe(200);
  expect(await exchange(pkcePair().verifier)).toBe(400);
  expect(await exchange(undefined)).toBe(400);
});

test("without a secret a code needs PKCE", async () => {
  const eden = openEden();
  const { code } = await eden.control.authorize(eden.authorizationUrl(), MIRA_TAL_ID);
  const form = { grant_type: "authorization_code", code: code ?? "", client_id: "muster-local" };
  expect((await eden.token(form, null)).status).toBe(400);
});

test("a wrong secret is reported as invalid_client", async () => {
  const eden = openEden();
  const form = { grant_type: "refresh_token", refresh_token: "x" };
  const words = "The client credentials are invalid.";
  for (const authorization of [`Basic ${btoa("muster-local:wrong")}`, "Bearer x", null]) {
    const response = await eden.token(form, authorization);
    expect(response.headers.get("www-authenticate")).toBe('Basic realm="login.eveonline.com"');
    expect(await readRefusal(response)).toEqual([401, "invalid_client", words]);
  }
  await eden.control.addFault({ service: "sso", kind: "wrong_client_secret" });
  expect(await readRefusal(await eden.token(form))).toEqual([401, "invalid_client", words]);
});

test("a missing parameter, or a body that is not a form, is reported", async () => {
  const eden = openEden();
  expect(await readRefusal(await eden.token({ grant_type: "refresh_token" }))).toEqual([
    400,
    "invalid_request",
    "Refresh token is missing.",
  ]);
  expect(await readRefusal(await eden.token({ grant_type: "authorization_code" }))).toEqual([
    400,
    "invalid_request",
    "Authorization code is missing.",
  ]);
  const notSupported = "Grant type is not supported.";
  expect(await readRefusal(await eden.token({ grant_type: "magic" }))).toEqual([
    400,
    "invalid_grant",
    notSupported,
  ]);
  const json = await eden.send("https://new-eden.test/sso/v2/oauth/token", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ grant_type: "refresh_token" }),
  });
  expect(await readRefusal(json)).toEqual([400, "invalid_grant", notSupported]);
});

test("a refresh usually returns the same refresh token", async () => {
  const eden = openEden();
  const { refresh_token } = await signIn(eden);
  expect(refresh_token).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  const again = await readJson(await refresh(eden, refresh_token), tokensSchema);
  expect(again.refresh_token).toBe(refresh_token);
});

test("with rotation every refresh returns a new token and invalidates the old one", async () => {
  const eden = openEden();
  await eden.control.setSso({ rotatesRefreshTokens: true });
  const { refresh_token } = await signIn(eden);
  const next = await readJson(await refresh(eden, refresh_token), tokensSchema);
  expect(next.refresh_token).not.toBe(refresh_token);
  expect(await readRefusal(await refresh(eden, refresh_token))).toEqual([
    400,
    "invalid_grant",
    "Invalid refresh token. Token missing/expired.",
  ]);
  expect((await refresh(eden, next.refresh_token)).status).toBe(200);
});

test("a refresh may ask for fewer scopes, not for more", async () => {
  const eden = openEden();
  const { refresh_token } = await signIn(eden, "publicData esi-skills.read_skills.v1");
  const fewer = await readJson(
    await refresh(eden, refresh_token, { scope: "publicData" }),
    tokensSchema,
  );
  expect(decodeJwt(fewer.access_token)["scp"]).toBe("publicData");
  expect(
    await readRefusal(
      await refresh(eden, refresh_token, { scope: "esi-wallet.read_character_wallet.v1" }),
    ),
  ).toEqual([
    400,
    "invalid_scope",
    "The requested 'esi-wallet.read_character_wallet.v1' scope is not valid.",
  ]);
});

test("a grant with other scopes ends the earlier ones; with the same scopes they coexist", async () => {
  const eden = openEden();
  const first = await signIn(eden);
  const second = await signIn(eden);
  expect((await refresh(eden, first.refresh_token)).status).toBe(200);
  await signIn(eden, "publicData esi-skills.read_skills.v1");
  for (const { refresh_token } of [first, second]) {
    expect(await readRefusal(await refresh(eden, refresh_token))).toEqual([
      400,
      "invalid_grant",
      "Invalid refresh token. Character grant missing/expired.",
    ]);
  }
});

test("earlier grants of other scopes stay when that is switched off", async () => {
  const eden = openEden();
  await eden.control.setSso({ endsEarlierGrants: false });
  const { refresh_token } = await signIn(eden);
  await signIn(eden, "publicData esi-skills.read_skills.v1");
  expect((await refresh(eden, refresh_token)).status).toBe(200);
});

test.each([
  ["grant_missing", "Invalid refresh token. Character grant missing/expired."],
  ["token_missing", "Invalid refresh token. Token missing/expired."],
  ["unable_to_migrate", "Invalid refresh token. Unable to migrate grant."],
] as const)("a player who revokes access ends the grant: %s", async (death, words) => {
  const eden = openEden();
  const { refresh_token } = await signIn(eden);
  await eden.control.revoke(MIRA_TAL_ID, death);
  expect(await readRefusal(await refresh(eden, refresh_token))).toEqual([
    400,
    "invalid_grant",
    words,
  ]);
});

test("revoking has an empty response, for valid and invalid tokens", async () => {
  const eden = openEden();
  const { refresh_token } = await signIn(eden);
  const form = { token_type_hint: "refresh_token", token: refresh_token };
  for (const _ of [1, 2]) {
    const response = await eden.send("https://new-eden.test/sso/v2/oauth/revoke", {
      method: "POST",
      body: new URLSearchParams({ ...form, client_id: "muster-local" }),
    });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
  expect((await refresh(eden, refresh_token)).status).toBe(400);
});

test("a sold pilot has another owner hash and no grants", async () => {
  const eden = openEden();
  const before = await signIn(eden);
  await eden.control.sell(MIRA_TAL_ID);
  expect((await refresh(eden, before.refresh_token)).status).toBe(400);
  const after = await signIn(eden);
  expect(decodeJwt(after.access_token)["owner"]).not.toBe(decodeJwt(before.access_token)["owner"]);
});
