import { expect, test } from "vitest";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkMember } from "#test/support/corporations/corporation-builders.ts";
import { QUIET_ENGINES_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { CHARACTER_SCOPES, scopesToRequest } from "#worker/esi/scopes.ts";

const muster = await startMuster();

const scopesOf = (authorizationUrl: string) =>
  new URL(authorizationUrl).searchParams.get("scope")?.split(" ").toSorted();
const FOR_CHARACTERS = CHARACTER_SCOPES.toSorted();
const FOR_DIRECTORS = scopesToRequest([], { forDirector: true }).toSorted();

/** A signed-in user with a main and an alt, in a browser. */
async function signUp() {
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  const directorAccess = async () =>
    (await browser.session()).user?.characters.map((one) => one.hasDirectorAccess);
  return { browser, main, alt, directorAccess };
}

test("director scopes are requested only for a grant of director access", async () => {
  const { browser, main, directorAccess } = await signUp();
  expect(scopesOf(await browser.start("login"))).toEqual(FOR_CHARACTERS);
  expect(scopesOf(await browser.start("character", {}))).toEqual(FOR_CHARACTERS);
  expect(await directorAccess()).toEqual([false, false]);

  const grant = await browser.start("character", { characterId: main.id, access: "director" });
  expect(scopesOf(grant)).toEqual(FOR_DIRECTORS);
  await browser.callback(await browser.approve(grant, main.id));
  expect(await directorAccess()).toEqual([true, false]);
});

test("an unknown kind of access is refused", async () => {
  const { browser } = await signUp();
  const response = await browser.send("/auth/character/start", "POST", { access: "everything" });
  expect(response.status).toBe(400);
});

test("authorizing a character again requests the scopes that it granted before", async () => {
  const { browser, main } = await signUp();
  await browser.link(main.id, { characterId: main.id, access: "director" });
  browser.cookies.clear();
  const again = await browser.start("character", { characterId: main.id });
  expect(scopesOf(again)).toEqual(FOR_DIRECTORS);
});

test("a browser in which director access was granted keeps it at the next login, by a cookie that scripts cannot read, and no other browser does", async () => {
  const { browser, main, directorAccess } = await signUp();
  const linked = await browser.link(main.id, { characterId: main.id, access: "director" });
  expect(linked.headers.getSetCookie().find((one) => one.includes("director"))).toMatch(
    /^__Host-.*HttpOnly; Secure; SameSite=Lax/,
  );

  expect(scopesOf(await browser.start("login"))).toEqual(FOR_DIRECTORS);
  expect(scopesOf(await browser.start("character", {}))).toEqual(FOR_DIRECTORS);
  await browser.logIn(main.id);
  expect(await directorAccess()).toEqual([true, false]);
  expect(scopesOf(await openBrowser(muster).start("login"))).toEqual(FOR_CHARACTERS);
});

test("director access is offered to characters of corporations that are managed here", async () => {
  const { db } = muster.context;
  const { api, pilot } = await linkMember(muster, SABLE_MERIDIAN_ID);
  const stranger = await linkMember(muster, QUIET_ENGINES_ID);
  const isOffered = async (session: typeof api.auth.session) =>
    (await (await session.$get()).json()).user?.characters[0]?.isInManagedCorporation;
  await Promise.all([
    muster.context.db
      .insert(corporations)
      .values(corporationRow(SABLE_MERIDIAN_ID, "Sable Meridian", "SBLM")),
    muster.context.db.insert(characterAffiliations).values([
      {
        characterId: pilot.id,
        corporationId: SABLE_MERIDIAN_ID,
        allianceId: null,
        asOf: new Date(1),
      },
      {
        characterId: stranger.pilot.id,
        corporationId: QUIET_ENGINES_ID,
        allianceId: null,
        asOf: new Date(1),
      },
    ]),
  ]);
  expect(await isOffered(api.auth.session)).toBe(true);
  expect(await isOffered(stranger.api.auth.session)).toBe(false);
  await db.update(corporations).set({ isActive: false });
  expect(await isOffered(api.auth.session)).toBe(false);
});
