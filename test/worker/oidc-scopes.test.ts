import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { CLAIM_SCOPES, SCOPES, scopesFor, CLAIMS } from "#shared/applications/claims.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  names,
  UNKNOWN_CORPORATION_ID,
} from "#worker/db/schema/characters.ts";
import {
  agree,
  authorizeUrl,
  change,
  codeOf,
  exchangeCode,
  openInBrowser,
  question,
  refresh,
  startProvider,
} from "#test/support/applications/relying-party.ts";
import type { Provider } from "#test/support/applications/relying-party.ts";

const PROTOCOL = new Set(["iss", "aud", "iat", "exp", "auth_time", "sid", "nonce"]);
const CORPORATION = 98_000_001;
const ALLIANCE = 99_000_001;

/** The user is in a corporation and an alliance, so that there is something to tell for every claim. */
async function startFull() {
  const provider = await startProvider();
  const { muster, user } = provider;
  await muster.context.db
    .insert(names)
    .values([
      { id: CORPORATION, name: "Sable Meridian" },
      { id: ALLIANCE, name: "Null Concord" },
    ])
    .onConflictDoNothing();
  const row = { corporationId: CORPORATION, allianceId: ALLIANCE };
  await muster.context.db
    .insert(characterAffiliations)
    .values({ characterId: user.mainCharacterId, asOf: new Date(), ...row })
    .onConflictDoUpdate({ target: characterAffiliations.characterId, set: row });
  return provider;
}

function claimsIn(idToken: unknown): string[] {
  const [, payload = ""] = String(idToken).split(".");
  const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const claims = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return Object.keys(claims).filter((name) => !PROTOCOL.has(name));
}

async function claimsAtUserInfo({ muster }: Provider, accessToken: unknown): Promise<string[]> {
  const response = await muster.send("/oauth/userinfo", {
    headers: { authorization: `Bearer ${String(accessToken)}` },
  });
  return Object.keys(z.record(z.string(), z.unknown()).parse(await response.json()));
}

/** What the definition says that these scopes ask for. */
function namesOf(scope: string): string[] {
  const asked = CLAIMS.filter((claim) => scope.split(" ").includes(CLAIM_SCOPES[claim].scope));
  return ["sub", ...asked.flatMap((claim): readonly string[] => CLAIM_SCOPES[claim].names)];
}

test.for([
  "openid",
  ...SCOPES.filter((scope) => scope !== "openid").map((scope) => `openid ${scope}`),
  scopesFor(CLAIMS).join(" "),
])(
  "with “%s”, the ID token and userinfo have the claims of these scopes and no other",
  async (scope) => {
    const provider = await startFull();
    const tokens = await exchangeCode(provider, await codeOf(provider, { scope }));
    const expected = namesOf(scope).toSorted();
    expect(claimsIn(tokens["id_token"]).toSorted()).toEqual(expected);
    const told = await claimsAtUserInfo(provider, tokens["access_token"]);
    expect(told.toSorted()).toEqual(expected);
  },
);

test("discovery lists every scope and every claim", async () => {
  const { muster } = await startProvider();
  const response = await muster.send("/.well-known/openid-configuration");
  const found = z
    .object({ scopes_supported: z.array(z.string()), claims_supported: z.array(z.string()) })
    .parse(await response.json());
  expect(found.scopes_supported).toEqual([...SCOPES]);
  expect(found.claims_supported).toEqual(expect.arrayContaining(namesOf(SCOPES.join(" "))));
});

test("a player reads what the application asks for, and is asked again when it asks for more", async () => {
  const { muster, application, user } = await startProvider();
  const asked = async (scope: string) =>
    question(user, await openInBrowser(muster, authorizeUrl(application.id, { scope })));
  expect(await asked("openid profile")).toMatchObject({
    state: "ask",
    will: {
      main: { name: "Aurelia Voss" },
      picture: true,
      groups: null,
      characters: null,
      email: false,
    },
  });
  await agree(muster, user, authorizeUrl(application.id, { scope: "openid profile" }));
  expect(await asked("openid profile")).toMatchObject({ state: "consented" });
  expect(await asked("openid characters")).toMatchObject({
    state: "ask",
    will: { main: null, characters: ["Aurelia Voss", "Renwick Pell"] },
  });
  await agree(muster, user, authorizeUrl(application.id, { scope: "openid characters" }));
  expect(await asked("openid profile characters")).toMatchObject({ state: "consented" });
});

test("between two corporations, a player reads none, and none is told", async () => {
  const provider = await startFull();
  const { muster, application, user } = provider;
  const row = { corporationId: UNKNOWN_CORPORATION_ID, allianceId: null };
  await muster.context.db
    .update(characterAffiliations)
    .set(row)
    .where(eq(characterAffiliations.characterId, user.mainCharacterId));
  const scope = "openid corporation";
  const page = await openInBrowser(muster, authorizeUrl(application.id, { scope }));
  expect(await question(user, page)).toMatchObject({
    will: { affiliation: { corporationName: null, allianceName: null } },
  });
  const tokens = await exchangeCode(provider, await codeOf(provider, { scope }));
  expect(claimsIn(tokens["id_token"])).toEqual(["sub"]);
});

test("a pilot that waits for a confirmation is told to no application", async () => {
  const provider = await startProvider();
  const { muster, user } = provider;
  const [main, alt] = user.characterIds;
  const told = async () => {
    const tokens = await exchangeCode(provider, await codeOf(provider));
    const headers = { authorization: `Bearer ${String(tokens["access_token"])}` };
    return (await muster.send("/oauth/userinfo", { headers })).json();
  };
  const withoutAlt = { characters: [expect.objectContaining({ id: main })] };
  expect(await told()).not.toMatchObject(withoutAlt);
  await muster.context.db
    .update(characters)
    .set({ unconfirmedSince: new Date() })
    .where(eq(characters.id, alt ?? 0));
  expect(await told()).toMatchObject(withoutAlt);
});

test("a token that was renewed with a narrower scope reads no more than that", async () => {
  const provider = await startProvider();
  const first = await exchangeCode(provider, await codeOf(provider));
  const narrow = await refresh(provider, first["refresh_token"], { scope: "openid groups" });
  expect(narrow).toMatchObject({ scope: "openid groups" });
  const told = ["sub", "groups", "group_ids"];
  expect(claimsIn(narrow["id_token"])).toEqual(told);
  expect(await claimsAtUserInfo(provider, narrow["access_token"])).toEqual(told);
  const widened = String(narrow["access_token"]).replace(".openid-groups.", ".openid-email.");
  const response = await provider.muster.send("/oauth/userinfo", {
    headers: { authorization: `Bearer ${widened}` },
  });
  expect(response.status).toBe(401);
  const wide = await refresh(provider, narrow["refresh_token"]);
  expect(wide).toMatchObject({ scope: first["scope"] });
  expect(await claimsAtUserInfo(provider, wide["access_token"])).toContain("email");
});

test("an application with fixed scopes gets all of its claims, if an administrator says so", async () => {
  const provider = await startProvider({ claims: ["name", "groups"], claimsByScope: false });
  const { muster, application, user } = provider;
  const scope = "openid profile email";
  const page = await openInBrowser(muster, authorizeUrl(application.id, { scope }));
  expect(await question(user, page)).toMatchObject({ will: { groups: [], email: false } });
  const tokens = await exchangeCode(provider, await codeOf(provider, { scope }));
  expect(claimsIn(tokens["id_token"])).toContain("groups");
  await change(muster, application.id, { claimsByScope: true });
  expect(await claimsAtUserInfo(provider, tokens["access_token"])).not.toContain("groups");
});
