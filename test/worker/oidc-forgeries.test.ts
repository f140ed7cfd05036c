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
import { expect, test } from "vitest";
import {
  authorizeUrl,
  codeOf,
  exchangeCode,
  openInBrowser,
  publishedKeysOf,
  question,
  refresh,
  startProvider,
} from "#test/support/applications/relying-party.ts";
import type { Provider } from "#test/support/applications/relying-party.ts";

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
