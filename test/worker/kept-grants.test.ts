import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { characterOverviewSchema, accountEventSchema } from "#shared/characters.ts";
import { callbackResultSchema } from "#shared/session.ts";
import { keepEveGrants, revokeDueGrants } from "#worker/account/revocations.ts";
import {
  getAccessToken,
  hasUntried,
  revokeUnlinked,
  trySpares,
} from "#worker/auth/tokens/access-tokens.ts";
import { grantsOf } from "#worker/auth/tokens/kept-grants.ts";
import type { TokenRequest } from "#worker/auth/tokens/access-tokens.ts";
import { readConfig } from "#worker/ground/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { countTokensByKey, rewriteEncrypted } from "#worker/health/encryption-keys.ts";
import { getNotifications, getWallet } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import { CHARACTER_SCOPES, scopesToRequest } from "#worker/esi/scopes.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { readJson } from "#test/support/answers/read-json.ts";

const HOUR = 3600;
const NOTICES = "esi-characters.read_notifications.v1";
const GRANT = { access: "director" as const };
const FOR_DIRECTORS = scopesToRequest([], { forDirector: true });

const world = await startAdministered();
const { muster } = world;
const { context } = muster;
const newEden = openBrowser(muster).newEden;

beforeEach(async () => {
  await newEden.clearFaults();
  await newEden.setSso({ endsEarlierGrants: false, rotatesRefreshTokens: false });
});

async function rowOf(characterId: number) {
  const [row] = await context.db
    .select()
    .from(eveTokens)
    .where(eq(eveTokens.characterId, characterId));
  if (row === undefined) throw new Error("The pilot has no token.");
  return row;
}

const sorted = (scopes: readonly string[]) => scopes.toSorted();
const requested = (url: string) => new URL(url).searchParams.get("scope")?.split(" ").toSorted();

/** A user with a main and an alt that has granted director access. */
async function signUpWithDirector() {
  const browser = openBrowser(muster);
  const [main, alt] = await newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  await browser.link(alt.id, { characterId: alt.id, ...GRANT });
  const { user } = await browser.session();
  return { browser, main, alt, userId: user?.id ?? "" };
}

/** The same, after a login of the director with another browser, which requests no director access. */
async function withSpare() {
  const signedUp = await signUpWithDirector();
  await openBrowser(muster).logIn(signedUp.alt.id);
  await newEden.clearRequests();
  return signedUp;
}

/** A verified director of a managed corporation. */
async function signUpDirector() {
  const corporation = await buildManaged(world, { directors: 0 });
  const browser = openBrowser(muster);
  const pilot = await newEden.createPilot({ corporationId: corporation.id, roles: ["Director"] });
  await browser.signUp(pilot.id);
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  await corporation.api.directors.$post({
    param: corporation.param,
    json: { characterId: pilot.id, characterName: pilot.name },
  });
  const attention = async () => {
    const answer = await readJson(await browser.send("/characters"), characterOverviewSchema);
    return answer.attention.map(({ kind }) => kind).filter((kind) => kind.includes("director"));
  };
  return { corporation, browser, pilot, attention };
}

test("a director who signs in normally stays a director as long as EVE keeps the earlier grant", async () => {
  const { corporation, browser, pilot, attention } = await signUpDirector();
  const elsewhere = openBrowser(muster);
  const result = await elsewhere.logIn(pilot.id);
  expect(result).toEqual({
    characterLinked: false,
    requiresClaimMain: false,
    characterInfo: null,
    sessionToken: expect.any(String),
  });
  expect((await elsewhere.session()).user?.characters).toMatchObject([{ hasDirectorAccess: true }]);
  expect(await attention()).toEqual([]);
  await muster.later(HOUR, async () => {
    await newEden.clearRequests();
    await corporation.api.verify.$post({ param: corporation.param });
  });
  expect(await corporation.directors()).toMatchObject([
    { health: "healthy", failureCount: 0, problem: null },
  ]);
  // One grant is enough for the calls of a director.
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(1);
  // The next grant that covers everything replaces both.
  await browser.link(pilot.id, { characterId: pilot.id });
  expect(await rowOf(pilot.id)).toMatchObject({ spares: null, ownScopes: null, lostScopes: null });
});

test("a narrower login, link or proof of a director goes on as usual, and what it left out is kept", async () => {
  const { pilot, browser } = await signUpDirector();
  const alt = await browser.newEden.createPilot();
  await browser.link(alt.id);
  for (const start of ["login", "character", "proof"] as const) {
    const elsewhere = openBrowser(muster);
    await elsewhere.logIn(alt.id);
    const url = new URL(await elsewhere.start(start, start === "proof" ? undefined : {}));
    url.searchParams.set("scope", "publicData");
    const answer = await elsewhere.callback(await elsewhere.approve(url.href, pilot.id));
    const { sessionToken, ...result } = await readJson(answer, callbackResultSchema);
    expect(sessionToken !== null).toBe(start === "login");
    expect(result).toEqual({
      characterLinked: start === "character",
      requiresClaimMain: false,
      characterInfo: null,
      ...(start === "proof" && { mainProven: true }),
    });
    const { user } = await browser.session();
    expect(user?.characters[0]).toMatchObject({ hasDirectorAccess: true, tokenState: "ok" });
  }
});

test("a director who grants access again is verified at once", async () => {
  await newEden.setSso({ endsEarlierGrants: true });
  const { corporation, browser, pilot } = await signUpDirector();
  await openBrowser(muster).logIn(pilot.id);
  const verified = await (await corporation.api.verify.$post({ param: corporation.param })).json();
  expect(verified).toMatchObject({
    hasAccess: false,
    problems: [
      {
        characterId: pilot.id,
        problem: "missing_scope",
        text: `${pilot.name} signed in without director access.`,
      },
    ],
  });
  expect(await corporation.directors()).toMatchObject([{ health: "unhealthy", failureCount: 1 }]);
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  expect(await corporation.directors()).toMatchObject([
    { health: "healthy", failureCount: 0, problem: null, problemText: null },
  ]);
});

test("until it is verified, a new grant is not reported as missing", async () => {
  await newEden.setSso({ endsEarlierGrants: true });
  const { corporation, browser, pilot } = await signUpDirector();
  await openBrowser(muster).logIn(pilot.id);
  await corporation.api.verify.$post({ param: corporation.param });
  await browser.newEden.addFault({ service: "esi", kind: "server_error" });
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  await browser.newEden.clearFaults();
  expect(await corporation.directors()).toMatchObject([
    {
      health: "unhealthy",
      failureCount: 1,
      isGrantUnchecked: true,
      problemText: `${pilot.name} has granted director access since the last check.`,
    },
  ]);
});

test("where EVE ends the earlier grant, the dashboard says so at once, and its button repairs it", async () => {
  await newEden.setSso({ endsEarlierGrants: true });
  const { browser, pilot, attention } = await signUpDirector();
  expect(await attention()).toEqual([]);
  await openBrowser(muster).logIn(pilot.id);
  expect(await rowOf(pilot.id)).toMatchObject({ state: "ok", spares: null, ownScopes: null });
  expect(sorted((await rowOf(pilot.id)).scopes)).toEqual(sorted(CHARACTER_SCOPES));
  expect(await attention()).toEqual(["director_access_lost"]);
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  expect(await attention()).toEqual([]);
  expect(sorted((await rowOf(pilot.id)).scopes)).toEqual(sorted(FOR_DIRECTORS));
});

test("the browser remembers that the pilot needs director access, and requests it in the next round", async () => {
  const { alt } = await signUpWithDirector();
  for (const endsEarlierGrants of [false, true]) {
    await newEden.setSso({ endsEarlierGrants });
    const elsewhere = openBrowser(muster);
    expect(requested(await elsewhere.start("login"))).toEqual(sorted(CHARACTER_SCOPES));
    await elsewhere.logIn(alt.id);
    expect(requested(await elsewhere.start("login"))).toEqual(sorted(FOR_DIRECTORS));
  }
});

test("a browser does not remember it for a buyer, or for a pilot who never granted it", async () => {
  const { main, alt } = await signUpWithDirector();
  const other = openBrowser(muster);
  await other.logIn(main.id);
  expect(requested(await other.start("login"))).toEqual(sorted(CHARACTER_SCOPES));
  await newEden.sell(alt.id);
  const buyer = openBrowser(muster);
  await buyer.logIn(alt.id);
  expect(requested(await buyer.start("login"))).toEqual(sorted(CHARACTER_SCOPES));
});

test("each call of ESI is made with the grant that covers it", async () => {
  const { alt } = await withSpare();
  const characterId = alt.id;
  const token = await getAccessToken(context, characterId);
  if (token.state !== "ok") throw new Error("The pilot has a token.");
  expect(sorted(token.covers)).toEqual(sorted(CHARACTER_SCOPES));
  expect(sorted(token.scopes)).toEqual(sorted(FOR_DIRECTORS));
  const asked: TokenRequest[] = [];
  const renew = (request: TokenRequest) => {
    asked.push(request);
    return getAccessToken(context, characterId, request);
  };
  const esi = openEsi(context.config, { priority: "interactive" });
  const request = {
    params: { character_id: characterId },
    grant: { characterId, ...token, renew },
  };
  expect(await esi.request(getWallet, request)).toMatchObject({ state: "changed" });
  expect(asked).toEqual([]);
  // New Eden refuses a token without the scope.
  for (const _ of ["first", "second"]) {
    expect(await esi.request(getNotifications, request)).toMatchObject({ state: "changed" });
  }
  expect(asked).toEqual([{ scopes: [NOTICES] }]);
});

test("a token that ESI refuses is replaced by its own grant, although that of another has not expired", async () => {
  const { alt } = await withSpare();
  const token = await getAccessToken(context, alt.id);
  if (token.state !== "ok") throw new Error("The pilot has a token.");
  const { covers, accessToken } = token;
  const wanted = { scopes: covers };
  const renewed = { state: "ok", isNew: true, covers };
  const second = await getAccessToken(context, alt.id, { ...wanted, refused: accessToken });
  expect(second).toMatchObject(renewed);
  await muster.later(HOUR, async () => {
    await getAccessToken(context, alt.id, { scopes: [NOTICES] });
    // The spare covers them too, and needs no refresh.
    expect(await getAccessToken(context, alt.id, wanted)).toMatchObject({ isNew: false });
    const third = await getAccessToken(context, alt.id, { ...wanted, refused: accessToken });
    expect(third).toMatchObject(renewed);
  });
});

test("EVE is asked once about a grant that a sign-in has set aside", async () => {
  const { main, alt } = await withSpare();
  expect(hasUntried((await rowOf(alt.id)).spares)).toBe(false);
  await muster.later(HOUR, async () => {
    for (const id of [alt.id, main.id, 1]) await trySpares(context, id);
  });
  expect(await newEden.requests({ path: /token$/ })).toEqual([]);
});

test("a call whose grant EVE has ended meanwhile lacks the scope; the authorization stays", async () => {
  const { alt } = await withSpare();
  const characterId = alt.id;
  await muster.later(HOUR, async () => {
    const token = await getAccessToken(context, characterId);
    if (token.state !== "ok") throw new Error("The pilot has a token.");
    await newEden.setSso({ endsEarlierGrants: true });
    await newEden.grant(characterId, ["publicData"]);
    const renew = (request: TokenRequest) => getAccessToken(context, characterId, request);
    const esi = openEsi(context.config, { priority: "interactive" });
    const request = {
      params: { character_id: characterId },
      grant: { characterId, ...token, renew },
    };
    await expect(esi.request(getNotifications, request)).rejects.toMatchObject({
      reason: "missing_scope",
    });
  });
  const row = await rowOf(characterId);
  expect(row).toMatchObject({ state: "ok", spares: null });
  expect(row.scopes).not.toContain(NOTICES);
  expect(row.lostScopes).toContain(NOTICES);
});

test("an outage of EVE takes no grant away, and the next attempt recovers", async () => {
  const { alt } = await withSpare();
  await muster.later(HOUR, async () => {
    await newEden.addFault({ service: "sso", kind: "unavailable" });
    const wanted = { scopes: [NOTICES] };
    expect(await getAccessToken(context, alt.id, wanted)).toEqual({ state: "unknown" });
    expect(sorted((await rowOf(alt.id)).scopes)).toEqual(sorted(FOR_DIRECTORS));
    await newEden.clearFaults();
    expect(await getAccessToken(context, alt.id, wanted)).toMatchObject({
      state: "ok",
      covers: expect.arrayContaining([NOTICES]),
    });
  });
  expect(await rowOf(alt.id)).toMatchObject({ state: "ok", lostScopes: null });
});

test("when EVE refuses the newest grant alone, the spare takes its place", async () => {
  const { alt } = await withSpare();
  const [newest] = grantsOf(await rowOf(alt.id));
  await revokeUnlinked(context, alt.id, [newest.refreshToken]);
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(context, alt.id)).toMatchObject({
      state: "ok",
      covers: expect.arrayContaining([NOTICES]),
    });
  });
  expect(await rowOf(alt.id)).toMatchObject({
    state: "ok",
    spares: null,
    ownScopes: null,
    lostScopes: null,
  });
});

test("a player who revokes access at EVE revokes every grant, and it is told once", async () => {
  const { browser, alt } = await withSpare();
  await newEden.revoke(alt.id);
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(context, alt.id)).toEqual({ state: "revoked" });
    expect(await getAccessToken(context, alt.id)).toEqual({ state: "revoked" });
  });
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(2);
  const schema = z.object({ events: z.array(accountEventSchema) });
  const { events } = await readJson(await browser.send("/auth/events"), schema);
  expect(events.filter(({ kind }) => kind === "token_lost")).toHaveLength(1);
  // One sign-in brings everything back.
  await browser.link(alt.id, { characterId: alt.id });
  expect(await rowOf(alt.id)).toMatchObject({ state: "ok", lostScopes: null, spares: null });
  expect(sorted((await rowOf(alt.id)).scopes)).toEqual(sorted(FOR_DIRECTORS));
});

test("unlinking a character revokes all of its grants", async () => {
  const { browser, alt } = await withSpare();
  expect((await browser.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(204);
  expect(await newEden.requests({ path: /oauth\/revoke$/ })).toHaveLength(2);
  await expect(rowOf(alt.id)).rejects.toThrow("no token");
});

test("the grants of a deleted account are all revoked", async () => {
  const { userId } = await withSpare();
  await runBatch(context.db, keepEveGrants(userId));
  await revokeDueGrants(context);
  // One of the main, two of the alt.
  expect(await newEden.requests({ path: /oauth\/revoke$/ })).toHaveLength(3);
});

test("a character that has moved to another EVE account keeps no grant from before", async () => {
  const { browser, alt } = await signUpWithDirector();
  await newEden.sell(alt.id, { keepsGrants: true });
  browser.cookies.clear();
  const url = new URL(await browser.start("character", { characterId: alt.id }));
  url.searchParams.set("scope", CHARACTER_SCOPES.join(" "));
  await browser.callback(await browser.approve(url.href, alt.id));
  const row = await rowOf(alt.id);
  expect(row).toMatchObject({ state: "ok", spares: null, ownScopes: null });
  expect(sorted(row.scopes)).toEqual(sorted(CHARACTER_SCOPES));
  expect((await browser.session()).user?.characters).toHaveLength(2);
});

test("after a key rotation a spare is counted, rewritten, and works", async () => {
  await context.db.delete(eveTokens);
  const { alt } = await withSpare();
  const env = {
    ...muster.env,
    TOKEN_ENCRYPTION_KEY: btoa("another-key-of-thirty-two-bytes!"),
    TOKEN_ENCRYPTION_KEY_PREVIOUS: muster.env.TOKEN_ENCRYPTION_KEY,
  };
  const during = { ...context, config: await readConfig(env) };
  const former = context.config.keyring.current.id;
  const before = await countTokensByKey(context.db);
  const { spares } = await rowOf(alt.id);
  expect(spares).toHaveLength(1);
  await rewriteEncrypted(during);
  const after = await countTokensByKey(context.db);
  expect(Object.keys(after)).toEqual([during.config.keyring.current.id]);
  expect(after[during.config.keyring.current.id]).toBe(before[former]);

  const { TOKEN_ENCRYPTION_KEY_PREVIOUS: _, ...without } = env;
  const afterwards = { ...context, config: await readConfig(without) };
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(afterwards, alt.id, { scopes: [NOTICES] })).toMatchObject({
      state: "ok",
      covers: expect.arrayContaining([NOTICES]),
    });
  });
  // Back to the key of the other tests.
  await context.db.delete(eveTokens);
});

/** A login that sets a grant aside while EVE has not answered its refresh; `meanwhile` happens before EVE does. */
async function setAsideInRefresh(id: number, meanwhile: () => Promise<unknown>) {
  await newEden.clearRequests();
  const requests = { service: "sso", path: "/token$", characterId: id, times: 1 } as const;
  const release = await newEden.hold(requests);
  const refreshed = getAccessToken(context, id);
  await expect.poll(async () => (await rowOf(id)).refreshLeaseUntil).not.toBeNull();
  // The work behind its answer asks EVE about the grant that it has set aside, and waits for the refresh.
  const login = openBrowser(muster).logIn(id);
  await expect.poll(async () => (await rowOf(id)).spares).toHaveLength(1);
  await meanwhile();
  await release();
  await login;
  return refreshed;
}

test("a grant that a sign-in sets aside during its refresh keeps the token that EVE has given it", async () => {
  await newEden.setSso({ rotatesRefreshTokens: true });
  const { alt } = await signUpWithDirector();
  await muster.later(HOUR, async () => {
    const refreshed = await setAsideInRefresh(alt.id, async () =>
      expect(hasUntried((await rowOf(alt.id)).spares)).toBe(true),
    );
    expect(refreshed).toMatchObject({ state: "ok" });
  });
  await muster.later(3 * HOUR, async () => {
    expect(await getAccessToken(context, alt.id, { scopes: [NOTICES] })).toMatchObject({
      state: "ok",
      covers: expect.arrayContaining([NOTICES]),
    });
  });
});

test("a character that moves between EVE accounts of its player stays if that is found while the player signs in", async () => {
  const browser = openBrowser(muster);
  const pilot = await newEden.createPilot();
  await browser.signUp(pilot.id);
  await muster.later(HOUR, async () => {
    await newEden.sell(pilot.id, { keepsGrants: true });
    await newEden.clearRequests();
    const requests = { service: "sso", path: "/token$", characterId: pilot.id, times: 1 } as const;
    const release = await newEden.hold(requests);
    const refreshed = getAccessToken(context, pilot.id);
    await expect.poll(async () => (await rowOf(pilot.id)).refreshLeaseUntil).not.toBeNull();
    expect((await browser.link(pilot.id)).status).toBe(200);
    await release();
    expect(await refreshed).toMatchObject({ state: "ok" });
    expect((await browser.session()).user?.mainCharacterId).toBe(pilot.id);
  });
});

test("a grant that a sign-in sets aside during its refresh is gone when EVE refuses it, and EVE is not asked again", async () => {
  const { alt } = await signUpWithDirector();
  const { refreshToken } = await rowOf(alt.id);
  await muster.later(HOUR, async () => {
    const refreshed = await setAsideInRefresh(alt.id, () =>
      revokeUnlinked(context, alt.id, [refreshToken]),
    );
    expect(refreshed).toMatchObject({ state: "ok", isNew: false });
  });
  // The refresh, and the sign-in.
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(2);
  const row = await rowOf(alt.id);
  expect(row).toMatchObject({ state: "ok", spares: null });
  expect(row.lostScopes).toContain(NOTICES);
});
