import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { readConfig } from "#worker/ground/config.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { openDatabase } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { runBatch } from "#worker/db/batch.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { inviteCodes } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import { checkProfile } from "#worker/discord/link/service.ts";
import { countTokensByKey, rewriteEncrypted } from "#worker/health/encryption-keys.ts";
import type { Context } from "#worker/env.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildCode, buildGroup } from "#test/support/people/group-builders.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readError } from "#test/support/answers/read-error.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const NEW_KEY = btoa("another-key-of-thirty-two-bytes!");

const muster = await startMuster();
const OLD_KEY = muster.env.TOKEN_ENCRYPTION_KEY;
const { db } = muster.context;

/** Muster after its administrator changed the key. */
function withKeys(current: string, previous = ""): Env {
  return { ...muster.env, TOKEN_ENCRYPTION_KEY: current, TOKEN_ENCRYPTION_KEY_PREVIOUS: previous };
}
const contextOf = async (env: Env): Promise<Context> => ({
  ...muster.context,
  config: await readConfig(env),
});
const rotated = withKeys(NEW_KEY, OLD_KEY);
const during = await contextOf(rotated);
const afterwards = await contextOf(withKeys(NEW_KEY));

/** The tests share a database: each begins with its own tokens alone. */
async function forgetOthers() {
  await db.batch([db.delete(eveTokens), db.delete(discordAccounts), db.delete(inviteCodes)]);
}

async function buildPlayer() {
  await forgetOthers();
  const linked = await linkPilot(muster);
  const person = await linked.newEden.discord.createUser({ username: "before" });
  await linkDiscord(muster, linked.user, person);
  await linked.newEden.clearRequests();
  return { ...linked, id: linked.pilot.id, person };
}

/** How many tokens are under which key, as the configuration knows it. */
async function states({ config: { keyring } }: Context) {
  const nameOf = (keyId: string) =>
    keyId === keyring.current.id ? "current" : keyring.all.has(keyId) ? "previous" : "unknown";
  const counts = Object.entries(await countTokensByKey(db));
  return Object.fromEntries(counts.map(([keyId, tokens]) => [nameOf(keyId), tokens]));
}

test("after a key rotation old tokens work, are rewritten within the hour, and the old key can be removed", async () => {
  const { id, newEden, user, person } = await buildPlayer();
  expect(await states(muster.context)).toEqual({ current: 2 });
  expect(await getAccessToken(during, id)).toMatchObject({ state: "ok" });
  expect(await states(during)).toEqual({ previous: 2 });

  await runCron(muster, "hourly", rotated);
  const [run] = await db
    .select()
    .from(jobRuns)
    .where(eq(jobRuns.job, "encryption-keys"))
    .orderBy(desc(jobRuns.startedAt))
    .limit(1);
  expect(run).toMatchObject({ rows: 2, error: null });
  expect(await states(during)).toEqual({ current: 2 });
  expect(await rewriteEncrypted(during)).toBe(0);

  expect(await getAccessToken(afterwards, id)).toMatchObject({ state: "ok" });
  expect(await newEden.requests({ service: "sso" })).toEqual([]);
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(afterwards, id)).toMatchObject({ state: "ok" });
  });
  await newEden.discord.changeUser(person.id, { username: "after" });
  await muster.later(DAY + 1, () => checkProfile(afterwards, user.userId));
  const [account] = await db.select().from(discordAccounts);
  expect(account).toMatchObject({ username: "after", isAuthorized: true });
});

test("without a previous key neither tokens nor codes are read", async () => {
  const { user } = await buildPlayer();
  const group = await buildGroup(muster, { owner: user });
  for (let n = 0; n < 5; n++) await buildCode(muster, group, user);
  muster.costs.reset();
  expect(await rewriteEncrypted(muster.context)).toBe(0);
  // The index seek counts as one row.
  expect(muster.costs).toMatchObject({ roundTrips: 1, rowsRead: 1 });
});

test("a hundred tokens are rewritten per hour; damaged ones do not stop the others and are reported", async () => {
  await forgetOthers();
  for (let user = 0; user < 13; user++) {
    const alts = Array.from({ length: 9 }, (_, index) => `Alt ${index}`);
    const { characterIds } = await buildUser(muster, { alts });
    for (const id of characterIds) await buildToken(muster, id);
  }
  const cut = sql`substr(refresh_token, 1, length(refresh_token) - 4)`;
  await db
    .update(eveTokens)
    .set({ refreshToken: cut })
    .where(sql`character_id in (select character_id from eve_tokens order by 1 limit 5)`);
  const run = () => rewriteEncrypted(during).catch((error: unknown) => String(error));
  await run();
  const { current = 0 } = await states(during);
  expect(current).toBeGreaterThanOrEqual(95);
  expect(current).toBeLessThanOrEqual(100);
  await run();
  expect(await run()).toMatch(
    /^Error: 0 tokens and codes were rewritten. 5 of a previous .* damaged/,
  );
  expect(await states(during)).toEqual({ current: 125, previous: 5 });
});

test("after a run dies at any point, the next one finishes the work", async () => {
  const { id } = await buildPlayer();
  for (let after = 1; after <= 4; after++) {
    const life = killAfter(rotated, after);
    try {
      const context = { ...during, db: openDatabase(life.env.DB) };
      await Promise.race([rewriteEncrypted(context), life.died]);
    } finally {
      life.restore();
    }
  }
  await rewriteEncrypted(during);
  expect(await states(during)).toEqual({ current: 2 });
  expect(await getAccessToken(afterwards, id)).toMatchObject({ state: "ok" });
});

test("a token that is refreshed meanwhile is not overwritten", async () => {
  const { id, newEden } = await buildPlayer();
  await newEden.setSso({ rotatesRefreshTokens: true });
  await newEden.addFault({ service: "sso", kind: "slow", path: "/token$", delayMs: 150, times: 1 });
  await muster.later(HOUR, async () => {
    const refreshed = getAccessToken(during, id);
    // The refresh ends between what the run reads and what it writes, or the other way round.
    for (let run = 0; run < 8; run++) await rewriteEncrypted(during);
    expect(await refreshed).toMatchObject({ state: "ok" });
    await rewriteEncrypted(during);
  });
  await muster.later(2 * HOUR, async () => {
    expect(await getAccessToken(afterwards, id)).toMatchObject({ state: "ok" });
  });
});

test("a row that changes between reading and writing is left alone", async () => {
  const { id } = await buildPlayer();
  const meanwhile: Database = {
    ...during.db,
    async send(queries) {
      await runBatch(db, [
        orm.update(eveTokens).set({ version: sql`${eveTokens.version} + 1` }),
        orm.update(discordAccounts).set({ checkDueAt: sql`${discordAccounts.checkDueAt} + 1` }),
      ]);
      return during.db.send(queries);
    },
  };
  expect(await rewriteEncrypted({ ...during, db: meanwhile })).toBe(0);
  expect(await states(during)).toEqual({ previous: 2 });
  expect(await getAccessToken(during, id)).toMatchObject({ state: "ok" });
});

test("a Discord account that is being checked is left alone", async () => {
  await buildPlayer();
  const soon = new Date(Date.now() + HOUR * 500);
  await db.update(discordAccounts).set({ checkDueAt: soon });
  await rewriteEncrypted(during);
  expect(await states(during)).toEqual({ current: 1, previous: 1 });
});

test("tokens of a missing key are reported and kept, and work again when the key is back", async () => {
  const { id, user, refresh, pilot } = await buildPlayer();
  await refresh();
  expect(await states(afterwards)).toEqual({ unknown: 2 });
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(afterwards, id)).toEqual({ state: "unknown" });
    const api = (await startMuster(withKeys(NEW_KEY))).client(user.sessionToken);
    const answer = await api.characters[":id"].refresh.$post({ param: { id: String(id) } });
    expect(answer.status).toBe(200);
    expect((await answer.json()).sections.wallet).toMatchObject({ state: "failed" });
    const session = await (await api.auth.session.$get()).json();
    expect(session.user?.characters[0]).toMatchObject({
      characterName: pilot.name,
      tokenState: "unknown",
    });
    expect(session.user?.discord).toMatchObject({ isAuthorized: true });
    expect((await api.discord.link.$delete()).status).toBe(204);
  });
  await muster.later(2 * HOUR, async () => {
    expect(await getAccessToken(muster.context, id)).toMatchObject({ state: "ok" });
  });
});

test("a damaged access token is replaced; a damaged or foreign grant does not count as revoked", async () => {
  const { id } = await buildPlayer();
  const other = await linkPilot(muster);
  const token = async (characterId: number) =>
    (await db.select().from(eveTokens).where(eq(eveTokens.characterId, characterId)))[0];
  const isIts = eq(eveTokens.characterId, id);
  const whole = await token(id);
  const foreign = await token(other.pilot.id);
  if (whole === undefined || foreign === undefined) throw new Error("Both have tokens.");

  for (const accessToken of [foreign.accessToken, "nonsense", "", `${whole.accessToken}A`]) {
    await db.update(eveTokens).set({ accessToken }).where(isIts);
    expect(await getAccessToken(muster.context, id)).toMatchObject({ state: "ok" });
  }
  const healthy = await token(id);
  for (const refreshToken of [
    foreign.refreshToken,
    "nonsense",
    "",
    "....",
    `x${whole.refreshToken}`,
  ]) {
    await db.update(eveTokens).set({ accessToken: "", refreshToken }).where(isIts);
    expect(await getAccessToken(muster.context, id)).toEqual({ state: "unknown" });
    expect(await token(id)).toMatchObject({ state: "unknown", refreshToken });
  }
  await db
    .update(eveTokens)
    .set({ refreshToken: healthy?.refreshToken ?? "" })
    .where(isIts);
  expect(await getAccessToken(muster.context, id)).toMatchObject({ state: "ok" });
});

test("a sign-in started before a key rotation completes, or fails with a message if the key is gone", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  const approve = async () => browser.approve(await browser.start("login"), pilot.id);
  const answers = { first: await approve(), second: await approve() };
  const send = async (env: Env, answer: { code: string; state: string }) => {
    const other = await startMuster(env);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return other.send(`/api/auth/callback?${new URLSearchParams(answer).toString()}`, {
      headers: { cookie },
    });
  };
  expect((await send(rotated, answers.first)).status).toBe(200);
  const refused = await send(withKeys(NEW_KEY), answers.second);
  expect(refused.status).toBe(400);
  expect(await readError(refused)).toMatchObject({
    code: "sign_in_failed",
    message:
      "This sign-in was used already or has expired, it was started in another browser, or cookies are blocked. Log in again from here.",
  });
});
