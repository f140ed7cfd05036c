import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { FaultKind } from "./faults.ts";
import { MIRA_TAL_ID, TOVI_RENN_ID } from "./ids.ts";
import { signingKeys } from "./keys.ts";

const SCOPES = ["esi-skills.read_skills.v1"];

async function forge(kind: FaultKind) {
  const eden = openEden();
  await eden.control.addFault({ service: "sso", kind });
  return (await eden.control.grant(MIRA_TAL_ID, SCOPES)).accessToken;
}

async function verify(token: string) {
  const { jwks } = await signingKeys();
  return jwtVerify(token, createLocalJWKSet(jwks));
}

test("a token signed with another key names EVE's key", async () => {
  const token = await forge("token_wrong_key");
  expect(decodeProtectedHeader(token).kid).toBe("JWT-Signature-Key");
  await expect(verify(token)).rejects.toThrow("signature verification failed");
});

test("an unsigned token has the algorithm `none`", async () => {
  const token = await forge("token_alg_none");
  expect(decodeProtectedHeader(token).alg).toBe("none");
  expect(token.endsWith(".")).toBe(true);
});

test("an expired token has an expiry in the past", async () => {
  await expect(verify(await forge("token_expired"))).rejects.toThrow('"exp" claim timestamp');
});

test("a token may name a key that is not published", async () => {
  await expect(verify(await forge("token_unknown_kid"))).rejects.toThrow("no applicable key");
});

test.each([
  ["token_foreign_audience", "aud", ["somebody-elses-app", "EVE Online"]],
  ["token_wrong_issuer", "iss", "https://login.eveonline.com.example"],
  ["token_other_azp", "azp", "somebody-elses-app"],
] as const)("%s is correctly signed with one wrong claim", async (kind, claim, value) => {
  const token = await forge(kind);
  await verify(token);
  expect(decodeJwt(token)[claim]).toEqual(value);
});

test("a forgery strikes as often as configured, and only the configured pilot", async () => {
  const { control } = openEden();
  await control.addFault({
    service: "sso",
    kind: "token_alg_none",
    times: 1,
    characterId: MIRA_TAL_ID,
  });
  const algorithmFor = async (id: number) =>
    decodeProtectedHeader((await control.grant(id, SCOPES)).accessToken).alg;
  expect(await algorithmFor(TOVI_RENN_ID)).toBe("RS256");
  expect(await algorithmFor(MIRA_TAL_ID)).toBe("none");
  expect(await algorithmFor(MIRA_TAL_ID)).toBe("RS256");
});
