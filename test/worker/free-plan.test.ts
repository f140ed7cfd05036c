import { expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildManaged, linkMember } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { heldData } from "#test/support/corporations/held-data.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { BUDGETS, readConfig } from "#worker/ground/config.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { unknownCharacters } from "#worker/db/schema/characters.ts";
import { rewriteEncrypted } from "#worker/health/encryption-keys.ts";

// The free plan ends an invocation after 10 ms of processor time, so each does a little of the work.

const { world, muster, drive } = await startDriven({ PLAN: "free" });

test("a refresh reads a few sections at a time, then a few pages of assets", async () => {
  const { pilot, newEden, refresh } = await linkPilot(muster);
  await newEden.setSheet(pilot.id, { assetCount: 5_500 });
  const rounds: { calls: number; pages: number; updated: number; assets: unknown }[] = [];
  for (let hasMore = true; hasMore;) {
    await newEden.clearRequests();
    const result = await refresh();
    ({ hasMore } = result);
    rounds.push({
      calls: (await newEden.requests({ service: "esi", path: /characters/ })).length,
      pages: (await newEden.requests({ path: /assets/ })).length,
      updated: result.updated.length,
      assets: result.sections.assets?.state,
    });
  }
  expect(rounds[0]).toMatchObject({ pages: 0, assets: "in_progress" });
  expect(rounds.map(({ pages }) => pages).reduce((sum, pages) => sum + pages, 0)).toBe(6);
  expect(rounds.map(({ updated }) => updated).reduce((sum, n) => sum + n, 0)).toBe(10);
  for (const { calls, pages } of rounds) {
    expect(calls).toBeLessThanOrEqual(7);
    expect(pages).toBeLessThanOrEqual(3);
  }
  const { sections } = await refresh();
  expect(Object.values(sections).map((section) => section?.state)).not.toContain("due");
});

test("a refresh that has to get a new access token reads fewer sections with it", async () => {
  const { newEden, refresh } = await linkPilot(muster);
  const countSections = async () => {
    await newEden.clearRequests();
    await refresh();
    return (await newEden.requests({ service: "esi", path: /characters/ })).length;
  };
  const withToken = await countSections();
  await drive.advance(2 * 60 * 60);
  expect(await countSections()).toBeLessThan(withToken);
});

test("all tokens of a previous key are rewritten, in as many invocations as it takes", async () => {
  const key = "YW5vdGhlci1rZXktb2YtdGhpcnR5LXR3by1ieXRlcyE=";
  const previous = await readConfig({ ...muster.env, TOKEN_ENCRYPTION_KEY: key });
  const rows = await Promise.all(
    Array.from({ length: 50 }, async (_, nth) => {
      const id = 2_116_000_000 + nth;
      return { id, token: await encrypt(previous.keyring, "token", String(id)) };
    }),
  );
  const json = JSON.stringify(rows);
  await muster.env.DB.prepare(
    `insert into characters (id, name, name_folded)
      select value ->> 'id', 'Old ' || key, 'old ' || key from json_each(?)`,
  )
    .bind(json)
    .run();
  await muster.env.DB.prepare(
    `insert into eve_tokens (character_id, refresh_token, access_token, access_expires_at, scopes, state, state_since)
      select value ->> 'id', value ->> 'token', value ->> 'token', 0, '[]', 'ok', 0 from json_each(?)`,
  )
    .bind(json)
    .run();
  const config = await readConfig({ ...muster.env, TOKEN_ENCRYPTION_KEY_PREVIOUS: key });
  const runs: number[] = [];
  do {
    muster.queue.waiting.splice(0);
    runs.push(await rewriteEncrypted({ ...muster.context, config }));
  } while (muster.queue.waiting.length > 0);
  expect(runs).toEqual([20, 20, 10]);
});

test("a sign-in leaves the character's sheet to the queue", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  expect(muster.queue.waiting).toMatchObject([
    { body: { kind: "refresh", characterId: pilot.id } },
  ]);
  await drive.drain();
  const { results } = await muster.env.DB.prepare(
    "select section from character_sections where character_id = ?",
  )
    .bind(pilot.id)
    .all();
  expect(results).toContainEqual({ section: "skills" });
});

test("the queue asks EVE about a grant that a sign-in has set aside", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  await browser.link(pilot.id, { characterId: pilot.id, access: "director" });
  await drive.drain();
  const elsewhere = openBrowser(muster);
  const hasAccess = async () =>
    (await elsewhere.session()).user?.characters.map((one) => one.hasDirectorAccess);
  await elsewhere.logIn(pilot.id);
  expect(await hasAccess()).toEqual([true]);
  await drive.drain();
  expect(await hasAccess()).toEqual([false]);
});

test("a fetch takes more invocations of fewer pages, and the next one as few from its first page on", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 9_500 } });
  const { id, newEden } = corporation;
  for (let round = 0; round < 2; round += 1) {
    await drive.advance(2 * 60 * 60);
    await newEden.setHoldings(id, { touch: ["assets"] });
    await corporation.fetch("assets");
    const perInvocation: number[] = [];
    for (let next = muster.queue.take(); next !== undefined; next = muster.queue.take()) {
      await newEden.clearRequests();
      await drive.deliver(next);
      perInvocation.push((await newEden.requests({ path: /\/assets/ })).length);
    }
    expect(perInvocation.reduce((sum, pages) => sum + pages, 0)).toBe(10);
    expect(Math.max(...perInvocation)).toBeLessThanOrEqual(3);
    const expected = (await newEden.fingerprints(id))["assets"];
    expect((await heldData(muster, id))["assets"]).toEqual(expected);
  }
});

test("affiliations of more characters than one run may ask for are continued by the queue", async () => {
  const { user, newEden } = await linkPilot(muster);
  const ids = Array.from({ length: 1010 }, (_, nth) => 2_115_000_000 + nth);
  for (const id of ids) await newEden.createPilot({ id });
  await muster.env.DB.prepare(
    `insert into characters (id, name, name_folded, user_id, linked_at)
      select value, 'Alt ' || value, 'alt ' || value, ?, 0 from json_each(?)`,
  )
    .bind(user.userId, JSON.stringify(ids))
    .run();
  muster.queue.push({ kind: "job", name: "affiliations" });
  await drive.drain();
  const { results } = await muster.env.DB.prepare(
    "select count(*) as known from character_affiliations where character_id >= 2115000000",
  ).all();
  expect(results).toEqual([{ known: 1010 }]);
  const runs = await muster.env.DB.prepare(
    "select error from job_runs where job = 'affiliations'",
  ).all();
  expect(runs.results.length).toBeGreaterThanOrEqual(3);
  expect(new Set(runs.results.map(({ error }) => error))).toEqual(new Set([null]));
});

test("characters that EVE does not know are found in slices of a few calls, in one pass", async () => {
  const { affiliationCalls } = BUDGETS.free;
  const { pilot } = await linkPilot(muster);
  const unknown: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    unknown.push((await buildUser(muster)).mainCharacterId);
  }
  const before = drive.invocations.length;
  muster.queue.push({ kind: "job", name: "affiliations" });
  await drive.drain();
  const slices = drive.invocations.slice(before).map(({ subrequests }) => subrequests);
  expect(Math.max(...slices)).toBeGreaterThan(affiliationCalls);
  expect(Math.max(...slices)).toBeLessThanOrEqual(affiliationCalls + 6);
  const rows = await muster.context.db.select().from(unknownCharacters);
  const found = rows.map(({ characterId }) => characterId);
  expect(found).toEqual(expect.arrayContaining(unknown));
  expect(found).not.toContain(pilot.id);
  // The refusals no longer count against ESI's limit.
  await drive.advance(120);
});

test("the queue verifies a director who is added", async () => {
  const corporation = await buildManaged(world);
  const { pilot } = await linkMember(muster, corporation.id);
  await corporation.api.directors.$post({
    param: corporation.param,
    json: { characterId: pilot.id, characterName: pilot.name },
  });
  const healthOf = async () =>
    (await corporation.directors()).find(({ characterId }) => characterId === pilot.id)?.health;
  expect(await healthOf()).toBe("needs_verification");
  await drive.drain();
  expect(await healthOf()).toBe("healthy");
});

test("the self-diagnosis says of a fetch that was cut off again and again that it needs the paid plan", async () => {
  const { id } = await buildManaged(world);
  const now = Date.now();
  await muster.env.DB.prepare(
    `insert into corporation_runs (id, corporation_id, category, started_at, finished_at, error)
      values ('cut', ?, 'core', ?, ?, 'cut_off')`,
  )
    .bind(id, now, now)
    .run();
  const details = await world.admin.api.health.details.$get();
  const { failures } = await details.json();
  expect(failures.find((failure) => failure.id === "cut")?.words).toMatch(
    /10 ms .* needs the paid plan/,
  );
});
