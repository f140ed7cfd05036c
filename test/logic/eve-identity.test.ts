import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EveIdentityError, verifyAccessToken } from "#worker/auth/tokens/eve-identity.ts";
import { readConfig } from "#worker/ground/config.ts";
import { MIRA_TAL_ID } from "#test/new-eden/ids.ts";
import { RSA_KEY_ID, signingKeys } from "#test/new-eden/keys.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { ownerHash } from "#test/new-eden/people/pilot.ts";
import { openEden } from "#test/support/new-eden/open-eden.ts";

const BASE = "https://new-eden.test";
const ISSUER = "https://login.eveonline.com";
const CLIENT = localVars(0).EVE_CLIENT_ID;
const NOON = Date.parse("2026-11-20T12:00:00Z");
const SCOPES = ["publicData", "esi-skills.read_skills.v1"];
const config = await readConfig({ ...localVars(0), ...newEdenUrls(BASE) });

let eden: ReturnType<typeof openEden>;

/** It is so many seconds after noon, for EVE and for us. */
function setClock(seconds: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON + seconds * 1000 });
}

beforeEach(() => {
  setClock(0);
  eden = openEden();
  vi.stubGlobal("fetch", eden.send);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function tokenOf(scopes = SCOPES) {
  return (await eden.control.grant(MIRA_TAL_ID, scopes)).accessToken;
}

/** A token of EVE's with other claims than EVE would write. */
async function signed(claims: Record<string, unknown>) {
  const usual = {
    sub: "CHARACTER:EVE:90000001",
    name: "Tovi Lark",
    owner: "hash",
    azp: CLIENT,
    aud: [CLIENT, "EVE Online"],
    iss: ISSUER,
    exp: NOON / 1000 + 60,
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: RSA_KEY_ID })
    .sign((await signingKeys()).rsa);
}

const forged = expect.objectContaining({ name: "EveIdentityError", reason: "forged" });

test("an access token has a character, scopes and an expiry", async () => {
  const mira = eden.world.pilots.get(MIRA_TAL_ID);
  expect(await verifyAccessToken(config, await tokenOf())).toEqual({
    characterId: MIRA_TAL_ID,
    name: "Mira Tal",
    ownerHash: mira && ownerHash(mira),
    scopes: SCOPES,
    expiresAt: new Date("2026-11-20T12:20:00Z"),
  });
});

test("scopes may be a string, an array, or absent", async () => {
  for (const scopes of [[], ["publicData"], SCOPES]) {
    expect((await verifyAccessToken(config, await tokenOf(scopes))).scopes).toEqual(scopes);
  }
});

test.each([ISSUER, "login.eveonline.com", `${ISSUER}/`] as const)(
  "EVE may spell itself %s, and sign in either way",
  async (issuer) => {
    for (const algorithm of ["RS256", "ES256"] as const) {
      await eden.control.setSso({ issuer, algorithm });
      const { characterId } = await verifyAccessToken(config, await tokenOf());
      expect(characterId).toBe(MIRA_TAL_ID);
    }
  },
);

test.each([
  "token_wrong_key",
  "token_alg_none",
  "token_expired",
  "token_foreign_audience",
  "token_wrong_issuer",
  "token_other_azp",
  "token_unknown_kid",
] as const)("a forgery is called one: %s", async (kind) => {
  await eden.control.addFault({ service: "sso", kind });
  await expect(verifyAccessToken(config, await tokenOf())).rejects.toThrow(forged);
});

test.each([
  ["", "nothing"],
  ["not.a.token", "no token"],
  [new UnsecuredJWT({ sub: "CHARACTER:EVE:1" }).encode(), "a token without signature"],
])("%s is a forgery: %s", async (token) => {
  await expect(verifyAccessToken(config, token)).rejects.toThrow(forged);
});

test("a clock difference of half a minute is tolerated", async () => {
  const token = await signed({});
  setClock(89);
  expect((await verifyAccessToken(config, token)).characterId).toBe(90_000_001);
  setClock(90);
  await expect(verifyAccessToken(config, token)).rejects.toThrow(forged);
});

test.each<[string, Record<string, unknown>]>([
  ["who is no character", { sub: "CORPORATION:EVE:98000001" }],
  ["whose id has something before it", { sub: "xCHARACTER:EVE:1" }],
  ["whose id has something behind it", { sub: "CHARACTER:EVE:1x" }],
  ["whose id is missing", { sub: "CHARACTER:EVE:" }],
  ["without a name", { name: "" }],
  ["without an owner", { owner: "" }],
  ["with scopes that are none", { scp: 7 }],
  ["asked for by another application", { azp: "another" }],
  ["for an audience that is not a list of texts", { aud: [7] }],
  ["for us, but not from EVE Online", { aud: [CLIENT] }],
  ["for EVE Online, but not for us", { aud: ["EVE Online"] }],
  ["for us alone, as one text", { aud: CLIENT }],
])("a well signed token %s is not accepted", async (_, claims) => {
  await expect(verifyAccessToken(config, await signed(claims))).rejects.toThrow(forged);
});

test("an audience may be a string, with the application in `azp`", async () => {
  const { name, scopes } = await verifyAccessToken(config, await signed({ aud: "EVE Online" }));
  expect({ name, scopes }).toEqual({ name: "Tovi Lark", scopes: [] });
});

test("a token of another application or without expiry is refused", async () => {
  await expect(verifyAccessToken(config, await signed({ azp: "another" }))).rejects.toMatchObject({
    message: "EVE's access token: forged",
    cause: new Error("The token was made for another application."),
  });
  const endless = await signed({ exp: undefined });
  await expect(verifyAccessToken(config, endless)).rejects.toThrow(forged);
});

test("if EVE's keys cannot be fetched, the token is not called forged", async () => {
  const token = await tokenOf();
  const elsewhere = { ...config, EVE_SSO_URL: `${BASE}/closed` };
  const answers = [
    () => Promise.reject(new TypeError("reset")),
    () => Promise.resolve(new Response("<html>", { status: 502 })),
    () => Promise.resolve(new Response("<html>")),
  ];
  for (const answer of answers) {
    const asked = vi.fn<(url: string) => Promise<Response>>(answer);
    vi.stubGlobal("fetch", asked);
    const error: unknown = await verifyAccessToken(elsewhere, token).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(EveIdentityError);
    expect(error).toMatchObject({
      reason: "unavailable",
      message: "EVE's access token: unavailable",
    });
    expect(String(asked.mock.calls[0]?.[0])).toBe(`${BASE}/closed/oauth/jwks`);
  }
});

test("a token with a new key is not called forged while EVE's keys cannot be read", async () => {
  const known = await tokenOf();
  await eden.control.addFault({ service: "sso", kind: "token_unknown_kid" });
  const unknown = await tokenOf();
  const ours = { ...config, EVE_SSO_URL: `${BASE}/sso/./.` };
  for (const seconds of [0, 1, 29, 31, 299]) {
    setClock(seconds);
    vi.stubGlobal("fetch", eden.send);
    await verifyAccessToken(ours, known);
    await expect(verifyAccessToken(ours, unknown)).rejects.toThrow(forged);
    for (const answer of [
      () => Promise.reject(new TypeError("reset")),
      () => Promise.resolve(new Response("<html>", { status: 502 })),
      () => Promise.resolve(new Response("<html>")),
      () => Promise.resolve(Response.json({})),
      () => Promise.resolve(Response.json({ keys: "none" })),
      () => Promise.resolve(Response.redirect("https://elsewhere.test")),
    ]) {
      vi.stubGlobal("fetch", answer);
      await expect(verifyAccessToken(ours, unknown)).rejects.toMatchObject({
        reason: "unavailable",
      });
    }
  }
});

test("EVE's keys are cached for five minutes", async () => {
  const asked = vi.fn<typeof eden.send>(eden.send);
  vi.stubGlobal("fetch", asked);
  // Another spelling of the same address, whose keys nobody has asked for yet.
  const ours = { ...config, EVE_SSO_URL: `${BASE}/sso/.` };
  for (const seconds of [0, 299, 301]) {
    setClock(seconds);
    await verifyAccessToken(ours, await tokenOf());
    expect(asked).toHaveBeenCalledTimes(seconds < 300 ? 1 : 2);
  }
});
