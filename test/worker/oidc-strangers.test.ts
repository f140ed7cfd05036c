import { expect, test } from "vitest";
import * as z from "zod/mini";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  agree,
  authorizeUrl,
  change,
  codeOf,
  exchangeCode,
  ISSUER,
  openInBrowser,
  post,
  publishedKeysOf,
  question,
  refresh,
  startProvider,
} from "#test/support/applications/relying-party.ts";
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
import type { Provider } from "#test/support/applications/relying-party.ts";

// What clients expect that others have written.

test("a revocation is answered with an empty object, which clients parse", async () => {
  const provider = await startProvider();
  const { muster, application, secret } = provider;
  const { access_token } = await exchangeCode(provider, await codeOf(provider));
  const response = await muster.send("/oauth/revoke", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      token: String(access_token),
      client_id: application.id,
      client_secret: secret,
    }).toString(),
  });
  expect(response.headers.get("content-type")).toContain("application/json");
  expect([response.status, await response.json()]).toEqual([200, {}]);
});

test("userinfo takes the token in the header or in a form, and not in both", async () => {
  const provider = await startProvider();
  const { access_token } = await exchangeCode(provider, await codeOf(provider));
  const token = String(access_token);
  const path = "/oauth/userinfo";
  const { user } = provider;
  expect(await post(provider, path, { access_token: token })).toMatchObject({
    status: 200,
    sub: user.userId,
  });
  expect(await post(provider, path, {}, `Bearer ${token}`)).toMatchObject({ sub: user.userId });
  expect(await post(provider, path, { access_token: token }, `Bearer ${token}`)).toMatchObject({
    status: 400,
    error: "invalid_request",
  });
  expect(await post(provider, path, { access_token: "nothing" })).toMatchObject({
    status: 401,
    error: "invalid_token",
  });
  expect(await post(provider, path, {})).toMatchObject({ status: 401 });
  const challengeOf = async (body: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await provider.muster.send(path, { method: "POST", headers, body });
    return response.headers.get("www-authenticate");
  };
  // RFC 6750 §3
  expect(await challengeOf("access_token=nothing")).toContain('error="invalid_token"');
  expect(await challengeOf("")).not.toContain("error");
});

test("a token of another user as a hint gives login_required, and one of this user does not", async () => {
  const provider = await startProvider();
  const { muster, application, user } = provider;
  const { id_token } = await exchangeCode(provider, await codeOf(provider));
  const address = authorizeUrl(application.id, { id_token_hint: String(id_token) });
  const page = await openInBrowser(muster, address);
  expect(await question(user, page)).toMatchObject({ state: "consented" });
  const other = await buildUser(muster);
  expect(await question(other, page)).toMatchObject({
    state: "redirect",
    url: expect.stringContaining("error=login_required"),
  });
});

test("a setting leaves the issuer out of error answers, and never out of the others", async () => {
  const { muster, application, user } = await startProvider({ errorsNameIssuer: false });
  const sound = authorizeUrl(application.id);
  const unsound = authorizeUrl(application.id, { response_type: "token" });
  const cancelled = await agree(muster, user, sound, "deny");
  const refused = await openInBrowser(muster, unsound);
  for (const back of [cancelled, refused]) {
    expect(back.searchParams.get("error")).not.toBeNull();
    expect(back.searchParams.get("state")).toBe("xyz");
    expect(back.searchParams.has("iss")).toBe(false);
  }
  expect((await agree(muster, user, sound)).searchParams.get("iss")).toBe(ISSUER);
});

test("an application can tell a player who cancelled from one who is not permitted", async () => {
  const { muster, application, user } = await startProvider();
  const address = authorizeUrl(application.id);
  const wordsOf = (url: URL | string) => new URL(url).searchParams.get("error_description");
  expect(wordsOf(await agree(muster, user, address, "deny"))).toBe("The user has cancelled.");
  const group = await buildGroup(muster, { owner: await buildUser(muster) });
  await change(muster, application.id, { requiredGroupId: group.id });
  const refused = await question(user, await openInBrowser(muster, address));
  const { backUrl } = z.object({ backUrl: z.string() }).parse(refused);
  expect(wordsOf(backUrl)).toBe("The user is not permitted to sign in here.");
});

const DAY = 24 * 60 * 60;

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

const EVIL = "evil.test";

const started = z.object({ authorizationUrl: z.string() });

/** What a client, or a proxy before Muster, could say about the host. */
const HEADERS: Record<string, string> = {
  host: EVIL,
  "x-forwarded-host": EVIL,
  "x-forwarded-proto": "http",
  "x-forwarded-server": EVIL,
  "x-original-host": EVIL,
  "x-host": EVIL,
  forwarded: `host=${EVIL};proto=http`,
  origin: `https://${EVIL}`,
  referer: `https://${EVIL}/`,
};

test.for(Object.entries(HEADERS))(
  "the issuer and all addresses stay those of Muster with “%s: %s”",
  async ([name, value]) => {
    const { muster, application } = await startProvider();
    const headers = { [name]: value };
    const discovery = await muster.send("/.well-known/openid-configuration", { headers });
    const document = await discovery.text();
    expect(z.parse(z.looseObject({ issuer: z.string() }), JSON.parse(document)).issuer).toBe(
      ISSUER,
    );
    expect(document).not.toContain(EVIL);
    expect(document).not.toContain("http://");

    const refused = authorizeUrl(application.id, { response_type: "token" });
    const back = await muster.send(refused.pathname + refused.search, { headers });
    const location = new URL(back.headers.get("location") ?? "");
    expect(location.searchParams.get("iss")).toBe(ISSUER);

    const login = await muster.send("/api/auth/login/start", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json", ...headers },
      body: "{}",
    });
    const { authorizationUrl } = started.parse(await login.json());
    expect(new URL(authorizationUrl).searchParams.get("redirect_uri")).toBe(
      `${ISSUER}/auth/callback`,
    );
  },
);
