import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { characterSections } from "#worker/db/schema/characters.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { hasRole, hasTitle } from "#test/support/requirements/condition-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readCharacterEvidence } from "#test/support/requirements/read-evidence.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";

const muster = await startMuster({ PLAN: "paid" });
const { db } = muster.context;
const group = await buildGroup(muster, { owner: await buildUser(muster) });

const [ROLES, TITLES] = STEP_UP_SCOPES;
const PLAIN = CHARACTER_SCOPES.toSorted();

const scopesOf = (authorizationUrl: string) =>
  new URL(authorizationUrl).searchParams.get("scope")?.split(" ").toSorted();
const withMore = (...scopes: string[]) => [...CHARACTER_SCOPES, ...scopes].toSorted();

async function signUp() {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot({
    corporationId: SABLE_MERIDIAN_ID,
    roles: ["Trader"],
  });
  await browser.newEden.setTitles(pilot.id, [4]);
  await browser.signUp(pilot.id);
  return { browser, pilot };
}

test("a normal sign-in requests no scope of a rule, and a step-up those that it names", async () => {
  await setRule(muster, group.id, { type: "all", of: [hasRole("Trader"), hasTitle(1, 1)] });
  const { browser, pilot } = await signUp();
  expect(scopesOf(await browser.start("login"))).toEqual(PLAIN);
  expect(scopesOf(await browser.start("character", {}))).toEqual(PLAIN);
  const asked = { characterId: pilot.id, scopes: [ROLES] };
  expect(scopesOf(await browser.start("character", asked))).toEqual(withMore(ROLES));
  const unknown = await browser.send("/auth/character/start", "POST", {
    scopes: ["esi-mail.read_mail.v1"],
  });
  expect(unknown.status).toBe(400);
});

test("what a pilot shows by a step-up is evidence at once, and on no sheet", async () => {
  const rules = [hasRole("Trader"), hasTitle(SABLE_MERIDIAN_ID, 4)];
  await setRule(muster, group.id, { type: "all", of: rules });
  const { browser, pilot } = await signUp();
  const { user } = await browser.session();
  const read = () => readCharacterEvidence(muster, { userId: user?.id ?? "" }, pilot.id, ...rules);
  expect(await read()).toMatchObject({
    roles: { reason: "missing_scope" },
    titles: { reason: "missing_scope" },
  });
  // EVE has been asked within the hour, but not for this.
  await browser.link(pilot.id, { characterId: pilot.id, scopes: [ROLES, TITLES] });
  expect(await read()).toMatchObject({
    roles: { isKnown: true, value: ["Trader"] },
    titles: { isKnown: true, value: { corporationId: SABLE_MERIDIAN_ID, titleIds: [4] } },
  });
  const sheet = await (await browser.send(`/characters/${pilot.id}`)).text();
  expect(sheet).not.toMatch(/Trader|titles/);
  expect((await browser.session()).user?.characters).toMatchObject([{ hasDirectorAccess: false }]);
});

test("the browser in which it was granted requests it again, as long as a rule needs it", async () => {
  await setRule(muster, group.id, { type: "all", of: [hasRole("Trader"), hasTitle(1, 1)] });
  const { browser, pilot } = await signUp();
  await browser.link(pilot.id, { characterId: pilot.id, scopes: [ROLES, TITLES] });
  expect(scopesOf(await browser.start("login"))).toEqual(withMore(ROLES, TITLES));
  expect(scopesOf(await browser.start("proof"))).toEqual(withMore(ROLES, TITLES));
  expect(scopesOf(await openBrowser(muster).start("login"))).toEqual(PLAIN);
  await setRule(muster, group.id, hasTitle(1, 1));
  expect(scopesOf(await browser.start("login"))).toEqual(withMore(TITLES));
  await db.delete(groupRequirements);
  expect(scopesOf(await browser.start("login"))).toEqual(PLAIN);
});

test("own roles and titles are read only while a rule needs them", async () => {
  await db.delete(groupRequirements);
  const { refresh, newEden, pilot, user } = await linkPilot(
    muster,
    { corporationId: SABLE_MERIDIAN_ID, roles: ["Auditor"] },
    { scopes: [...CHARACTER_SCOPES, ...STEP_UP_SCOPES] },
  );
  await refresh();
  expect(await newEden.requests({ path: /roles|titles/ })).toEqual([]);
  await setRule(muster, group.id, hasRole("Auditor"));
  await refresh();
  expect((await newEden.requests({ path: /roles|titles/ })).map(({ path }) => path)).toEqual([
    expect.stringMatching(/\/roles$/),
  ]);
  const evidence = await readCharacterEvidence(muster, user, pilot.id, hasRole("Auditor"));
  expect(evidence.roles).toMatchObject({ value: ["Auditor"] });
  // They go with the character.
  await db.$client
    .prepare("update users set main_character_id = null where id = ?")
    .bind(user.userId)
    .run();
  await db.$client
    .prepare("update characters set user_id = null where id = ?")
    .bind(pilot.id)
    .run();
  const left = await db
    .select({ section: characterSections.section })
    .from(characterSections)
    .where(eq(characterSections.characterId, pilot.id));
  expect(left.filter(({ section }) => section === "roles")).toEqual([]);
});

test("a pilot of an NPC corporation is not asked for roles, which EVE refuses", async () => {
  await setRule(muster, group.id, hasRole("Auditor"));
  const { refresh, newEden, pilot, user } = await linkPilot(
    muster,
    {},
    { scopes: [...CHARACTER_SCOPES, ...STEP_UP_SCOPES] },
  );
  await refresh();
  await newEden.clearRequests();
  await muster.later(2 * 3600, refresh);
  expect(await newEden.requests({ path: /roles/ })).toEqual([]);
  const evidence = await readCharacterEvidence(muster, user, pilot.id, hasRole("Auditor"));
  expect(evidence.roles).toMatchObject({ isKnown: true, value: [] });
});
