import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import type { JWTPayload } from "jose";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import {
  agree,
  authorizeUrl,
  CALLBACK,
  codeOf,
  exchangeCode,
  fetchOf,
  ISSUER,
  openInBrowser,
  publishedKeysOf,
  question,
  refresh,
  startProvider,
} from "#test/support/applications/relying-party.ts";
import type { Provider } from "#test/support/applications/relying-party.ts";

const DAY = 24 * 60 * 60;

test("a library refuses an answer of another issuer, without one, or with another state or nonce", async () => {
  const provider = await startProvider();
  const { muster, application, secret, user } = provider;
  const send: client.CustomFetch = (url, { body, ...options }) =>
    fetchOf(muster)(url, { ...options, body: body ?? null });
  const config = await client.discovery(new URL(ISSUER), application.id, secret, undefined, {
    [client.customFetch]: send,
  });
  config[client.customFetch] = send;
  const signIn = async (
    change: (back: URL) => void,
    expected: client.AuthorizationCodeGrantChecks = {},
  ) => {
    const verifier = client.randomPKCECodeVerifier();
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: "openid",
      state: "mine",
      nonce: "once",
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const back = await agree(muster, user, address);
    change(back);
    return client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: "mine",
      expectedNonce: "once",
      ...expected,
    });
  };
  await expect(signIn(() => {})).resolves.toHaveProperty("id_token");
  const refusal = (change: (back: URL) => void, expected = {}) =>
    signIn(change, expected).then(
      () => "signed in",
      (error: unknown) => (error instanceof Error ? String(error.cause) : ""),
    );
  const evil = await refusal((back) => back.searchParams.set("iss", "https://evil.test"));
  expect(evil).toContain('unexpected "iss"');
  expect(await refusal((back) => back.searchParams.delete("iss"))).toContain(
    '"iss" (issuer) missing',
  );
  const theirs = await refusal((back) => back.searchParams.set("state", "theirs"));
  expect(theirs).toContain('unexpected "state"');
  expect(await refusal(() => {}, { expectedNonce: "another" })).toContain('"nonce"');
});

/** Tokens that say what a real one says, and that Muster has not signed. */
async function forge({ muster }: Provider, real: string): Promise<Record<string, string>> {
  const [head = "", body = ""] = real.split(".");
  const decode = (part: string): JWTPayload =>
    JSON.parse(new TextDecoder().decode(base64url.decode(part)));
  const { kid } = decode(head);
  const header = { kid: String(kid) };
  const payload = decode(body);
  const { keys } = await publishedKeysOf(muster);
  const jwk = keys.find((key) => key.kid === kid) ?? { kty: "RSA" };
  const key = await importJWK({ ...jwk, alg: "RS256" }, "RS256", { extractable: true });
  const pem = key instanceof Uint8Array ? "" : await exportSPKI(key);
  const own = await generateKeyPair("RS256", { extractable: true });
  const curve = await generateKeyPair("ES256");
  const encode = (text: string) => new TextEncoder().encode(text);
  const sign = (alg: string, by: Parameters<SignJWT["sign"]>[0], more = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg, ...header, ...more }).sign(by);
  return {
    "without a signature": new UnsecuredJWT(payload).encode(),
    "with its algorithm changed to none": `${base64url.encode(JSON.stringify({ alg: "none", kid }))}.${real.split(".").slice(1).join(".")}`,
    "with HS256 and the public key as PEM": await sign("HS256", encode(pem)),
    "with HS256 and the public key as JWK": await sign("HS256", encode(JSON.stringify(jwk))),
    "with HS256 and the modulus": await sign("HS256", base64url.decode(jwk.n ?? "")),
    "with RS256 and another key": await sign("RS256", own.privateKey),
    "with a key that it brings along": await sign("RS256", own.privateKey, {
      jwk: await exportJWK(own.publicKey),
    }),
    "with an unknown key": await sign("RS256", own.privateKey, { kid: "unknown" }),
    "with ES256": await sign("ES256", curve.privateKey),
    "with another user in it": `${head}.${base64url.encode(JSON.stringify({ ...payload, sub: "another" }))}.${real.split(".")[2]}`,
    "with a fourth part": `${real}.AAAA`,
  };
}

test("a forged ID token is no hint: it ends no session, and no silent sign-in believes it", async () => {
  const provider = await startProvider({ postLogoutUris: ["https://wiki.example.com/bye"] });
  const { muster, application, user } = provider;
  const tokens = await exchangeCode(provider, await codeOf(provider));
  const real = String(tokens["id_token"]);
  const silent = async (hint: string) => {
    const address = authorizeUrl(application.id, { prompt: "none", id_token_hint: hint });
    const found = await question(user, await openInBrowser(muster, address));
    return found.state === "redirect" ? new URL(found.url).searchParams.get("error") : found.state;
  };
  const signOut = async (hint: string) => {
    const query = new URLSearchParams({
      id_token_hint: hint,
      post_logout_redirect_uri: "https://wiki.example.com/bye",
    });
    const ended = await muster.client()["sign-out"].$post({ json: { query: query.toString() } });
    return (await ended.json()).url;
  };
  for (const [name, token] of Object.entries(await forge(provider, real))) {
    expect([name, await silent(token), await signOut(token)]).toEqual([
      name,
      "login_required",
      null,
    ]);
  }
  expect(await refresh(provider, tokens["refresh_token"])).toMatchObject({ status: 200 });
  // The real one, which has expired, still says who the user is: OpenID Connect Core, section 3.1.2.1.
  expect(await muster.later(DAY, () => silent(real))).toBe("consented");
  expect(await signOut(real)).toBe("https://wiki.example.com/bye");
  expect(await refresh(provider, tokens["refresh_token"])).toMatchObject({ status: 400 });
});

test("a silent sign-in that names another user than the one who is here is refused", async () => {
  const provider = await startProvider();
  const { muster, application } = provider;
  const { id_token: hint } = await exchangeCode(provider, await codeOf(provider));
  const other = await buildUser(muster);
  await agree(muster, other, authorizeUrl(application.id));
  const address = authorizeUrl(application.id, { prompt: "none", id_token_hint: String(hint) });
  const found = await question(other, await openInBrowser(muster, address));
  expect(found).toMatchObject({
    state: "redirect",
    url: expect.stringContaining("error=login_required"),
  });
});

test("a session of Muster that has expired or was ended gets no code", async () => {
  const provider = await startProvider();
  const { muster, application, user } = provider;
  const page = await openInBrowser(muster, authorizeUrl(application.id));
  const json = { query: page.search.slice(1), decision: "allow" as const };
  const late = await muster.later(31 * DAY, () => user.api.consent.$post({ json }));
  expect(late.status).toBe(401);
  expect((await user.api.consent.$post({ json })).status).toBe(200);
  await user.api.auth.logout.$post();
  expect((await user.api.consent.$post({ json })).status).toBe(401);
});
