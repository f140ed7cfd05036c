import { override } from "#test/support/workerd/counting-database.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { env } from "cloudflare:workers";
import type { D1Database, D1Meta, D1PreparedStatement } from "@cloudflare/workers-types";
import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { CheckState } from "#shared/health.ts";
import type { NewFault } from "#test/new-eden/faults.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { fetchRuns } from "#worker/db/schema/corporations.ts";
import { deadLetters, healthSamples } from "#worker/db/schema/installation.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { JOB_MINUTES, scheduleNameSchema } from "#worker/work/crons.ts";
import { wordsIn } from "#worker/language/words.ts";
import { registerFromSetup } from "#worker/discord/commands/routes.ts";
import worker from "#worker/index.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";

const ADMIN_ID = 2_113_900_002;
const MINUTE_MS = 60_000;
const OTHER_KEY = btoa("x".repeat(32));

const start = (vars: Partial<Env> = {}) =>
  startMuster({ ADMIN_CHARACTER_IDS: String(ADMIN_ID), ...vars });

const muster = await start();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: ADMIN_ID });

/** As GitHub tells the latest release of a repository. */
const releases = (tag: string) => `https://new-eden.test/releases-of-muster/releases/${tag}`;

beforeEach(async () => {
  await db.batch([
    db.delete(jobRuns),
    db.delete(deadLetters),
    db.delete(healthSamples),
    db.delete(fetchRuns),
  ]);
});

async function diagnose(of: Muster = muster) {
  const response = await of.client(admin.sessionToken).health.details.$get();
  const details = await response.json();
  const line = (id: string) => {
    const found = details.checks.find((check) => check.id === id);
    if (found === undefined) throw new Error(`There is no line ${id}.`);
    return found;
  };
  return { ...details, line };
}

async function lineUnder(faults: NewFault[], id: string, vars?: Partial<Env>) {
  const broken = await start(vars);
  const newEden = newEdenControl(broken.newEdenBase);
  for (const fault of faults) await newEden.addFault(fault);
  return (await diagnose(broken)).line(id);
}

const run = (job: string, minutesAgo: number, more: { error?: string; isCut?: boolean } = {}) => {
  const startedAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const { error = null, isCut = false } = more;
  const finishedAt = isCut ? null : startedAt;
  return { id: crypto.randomUUID(), job, startedAt, finishedAt, rows: error ? null : 0, error };
};

test("the public health check reads the database at most every ten seconds", async () => {
  muster.costs.reset();
  for (let asked = 0; asked < 3; asked += 1) {
    const response = await muster.send("/api/health");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  }
  expect(muster.costs.roundTrips).toBe(1);
  await muster.later(11, () => muster.send("/api/health"));
  expect(muster.costs.roundTrips).toBe(2);
});

test("if the database fails, the health check answers 503 and the cause is logged", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const batch = () => Promise.reject(new Error("D1_ERROR: no such table: health_samples"));
  const broken = {
    ...muster.env,
    DB: override(muster.env.DB, { batch }),
  };
  const response = await worker.fetch(new Request("https://muster.test/api/health"), broken);
  expect(response.status).toBe(503);
  expect(await readError(response)).toMatchObject({
    code: "unavailable",
    message: "The database does not answer.",
  });
  expect(String(log.mock.calls[0]?.[0])).toContain("no such table");
  log.mockRestore();
});

test("every check of a healthy installation is ok, in two round trips", async () => {
  await runCron(muster, "hourly");
  await db.insert(jobRuns).values(Object.keys(JOB_MINUTES).map((job) => run(job, 1)));
  await registerFromSetup(muster.context, "https://muster.test", await wordsIn("en"));
  muster.costs.reset();
  const { state, checks, failures, version, line } = await diagnose();
  expect(muster.costs.roundTrips).toBe(2);
  expect(checks.filter((check) => check.state !== "ok")).toEqual([]);
  expect([state, failures]).toEqual(["ok", []]);
  expect(version).toMatchObject({ product: PRODUCT_VERSION, esiCompatibilityDate: "2026-08-18" });
  expect(line("eve-application").values).toContainEqual({
    label: "Callback URL",
    value: "https://muster.test/auth/callback",
  });
  expect(line("discord-application").values).toContainEqual({
    label: "Redirect URL",
    value: "https://muster.test/discord/callback",
  });
  expect(line("administrators").words).toBe("Aurelia Voss is an administrator.");
  expect(line("database").words).toMatch(/^\d+\.\d MB of 500 MB/);
});

test.for<[string, CheckState, string, NewFault[], Partial<Env>?]>([
  ["eve-application", "failed", "secret", [{ service: "sso", kind: "wrong_client_secret" }]],
  ["eve-application", "failed", "client id", [{ service: "sso", kind: "unknown_client" }]],
  ["eve-application", "failed", "does not answer", [{ service: "sso", kind: "bad_gateway" }]],
  ["esi", "failed", "unavailable", [{ service: "esi", kind: "connection_reset" }]],
  ["esi", "warning", "rate_limited", [{ service: "esi", kind: "rate_limited", path: "^/status" }]],
  ["compatibility-date", "failed", "no longer accepts", [{ service: "esi", kind: "date_refused" }]],
  ["compatibility-date", "unknown", "could not be", [{ service: "esi", kind: "unavailable" }]],
  ["discord-application", "warning", "not answer", [{ service: "discord", kind: "server_error" }]],
  ["discord-application", "failed", "not accept", [], { DISCORD_CLIENT_ID: "7" }],
  ["discord-application", "ok", "Not configured", [], { DISCORD_CLIENT_ID: "" }],
  ["discord-bot", "warning", "not answer", [{ service: "discord", kind: "server_error" }]],
  ["discord-bot", "failed", "not accept the bot token", [], { DISCORD_BOT_TOKEN: "wrong" }],
  ["discord-bot", "failed", "another application", [], { DISCORD_CLIENT_ID: "7" }],
  ["discord-bot", "failed", "DISCORD_PUBLIC_KEY", [], { DISCORD_PUBLIC_KEY: "wrong" }],
  ["discord-bot", "ok", "Not configured", [], { DISCORD_BOT_TOKEN: "" }],
  ["version", "unknown", "could not find out", [], { RELEASES_URL: releases("none") }],
  ["version", "unknown", "could not find out", [], { RELEASES_URL: releases("nightly") }],
  ["version", "ok", "no newer version", [], { RELEASES_URL: releases(`v${PRODUCT_VERSION}`) }],
  ["version", "ok", "no newer version", [], { RELEASES_URL: releases("v0.99.1") }],
  ["version", "warning", "Version 1.10.0 is out", [], { RELEASES_URL: releases("v1.10.0") }],
  ["contact", "warning", "cannot contact", [], { ESI_CONTACT: "" }],
  ["administrators", "warning", "1 other", [], { ADMIN_CHARACTER_IDS: `${ADMIN_ID},5` }],
])("%s is %s: %s", async ([id, state, words, faults, vars]) => {
  const line = await lineUnder(faults, id, vars);
  expect(line).toMatchObject({ state, words: expect.stringContaining(words) });
});

test("probes of EVE and Discord time out after three seconds and are cached for a minute", async () => {
  const slow = await start();
  const newEden = newEdenControl(slow.newEdenBase);
  for (const service of ["sso", "esi", "discord"] as const) await newEden.hold({ service });
  const began = Date.now();
  const { line } = await diagnose(slow);
  // Without the probes' own limit, a call gives up after ten.
  expect(Date.now() - began).toBeLessThan(9000);
  expect(line("eve-application").state).toBe("failed");
  expect(line("discord-application").state).toBe("warning");
  await newEden.clearFaults();
  expect((await diagnose(slow)).line("eve-application").state).toBe("failed");
  const { line: after } = await slow.later(61, () => diagnose(slow));
  expect(after("eve-application").state).toBe("ok");
});

test("whether there is a newer version is asked only where that is switched on, once an hour", async () => {
  const silent = await diagnose();
  expect(silent.checks.map(({ id }) => id)).not.toContain("version");
  const url = releases("v99.0.0");
  const asking = await start({ RELEASES_URL: url });
  const asked = vi.spyOn(globalThis, "fetch");
  const count = () => asked.mock.calls.filter(([called]) => called === url).length;
  await diagnose(asking);
  await diagnose(asking);
  await asking.later(59 * 60, () => diagnose(asking));
  expect(count()).toBe(1);
  await asking.later(61 * 60, () => diagnose(asking));
  expect(count()).toBe(2);
  asked.mockRestore();
});

test("an active cooldown is reported until it ends", async () => {
  const broken = await start();
  const newEden = newEdenControl(broken.newEdenBase);
  await newEden.addFault({ service: "esi", kind: "error_limited", path: "affiliation" });
  await buildUser(broken);
  await runCron(broken, "hourly");
  const { line, failures } = await diagnose(broken);
  expect(line("error-budget")).toMatchObject({
    state: "failed",
    words: expect.stringContaining("everything: exhausted"),
  });
  const failure = { what: "affiliations", words: expect.stringContaining("rate_limited") };
  expect(failures).toContainEqual(expect.objectContaining(failure));
});

test("every job of every schedule is monitored", async () => {
  await db.delete(jobRuns);
  for (const name of scheduleNameSchema.options) await runCron(muster, name);
  const ran = await db.selectDistinct({ job: jobRuns.job }).from(jobRuns);
  expect(ran.map(({ job }) => job).toSorted()).toEqual(Object.keys(JOB_MINUTES).toSorted());
});

test("crons are unknown before the first, and then late, failed or cut off", async () => {
  const crons = async () => (await diagnose()).line("crons");
  expect(await crons()).toMatchObject({ state: "unknown" });
  const others = Object.keys(JOB_MINUTES).filter((job) => job !== "corporation-fetches");
  await db.insert(jobRuns).values(others.map((job) => run(job, 1)));
  expect((await crons()).words).toContain("corporation-fetches has not run yet. The others");
  await db.insert(jobRuns).values(run("corporation-fetches", 50));
  expect(await crons()).toMatchObject({
    state: "failed",
    words: "corporation-fetches last ran 50 minutes ago and should run every 15 minutes.",
  });
  await db.insert(jobRuns).values(run("corporation-fetches", 20, { isCut: true }));
  expect(await crons()).toMatchObject({
    state: "warning",
    words: "corporation-fetches began 20 minutes ago and was cut off.",
    fix: expect.stringContaining("this needs the paid plan"),
  });
  const failure = run("corporation-fetches", 2, { error: "Error: no" });
  await db.insert(jobRuns).values(failure);
  const { line, failures } = await diagnose();
  expect(line("crons")).toMatchObject({
    state: "warning",
    words: "corporation-fetches failed 2 minutes ago.",
  });
  expect(failures).toMatchObject([{ id: failure.id, words: "Error: no" }]);
});

test("secrets under a previous key, a key that can go, and a key that is lost are told apart", async () => {
  await db.delete(eveTokens);
  await buildToken(muster, admin.mainCharacterId);
  await runCron(muster, "hourly");
  const keyLine = async (vars: Partial<Env>) =>
    (await diagnose(await start(vars))).line("encryption-key");
  const old = env.TOKEN_ENCRYPTION_KEY;
  expect(await keyLine({})).toMatchObject({
    state: "ok",
    words: expect.stringContaining("It encrypts 1 secret: tokens and invite codes."),
  });
  expect(
    await keyLine({ TOKEN_ENCRYPTION_KEY: OTHER_KEY, TOKEN_ENCRYPTION_KEY_PREVIOUS: old }),
  ).toMatchObject({ state: "warning", words: expect.stringContaining("1 secret of 1 secret") });
  expect(await keyLine({ TOKEN_ENCRYPTION_KEY_PREVIOUS: OTHER_KEY })).toMatchObject({
    state: "warning",
    fix: expect.stringContaining("secret delete"),
  });
  expect(await keyLine({ TOKEN_ENCRYPTION_KEY: OTHER_KEY })).toMatchObject({
    state: "failed",
    words: expect.stringContaining("1 secret cannot be decrypted"),
  });
});

test("secrets are counted once a day, and every hour while there is a previous key", async () => {
  await db.delete(eveTokens);
  await buildToken(muster, admin.mainCharacterId);
  const counted = async () => {
    const [sample] = await db
      .select()
      .from(healthSamples)
      .orderBy(desc(healthSamples.day))
      .limit(1);
    return Object.values(sample?.tokensByKey ?? {});
  };
  await runCron(muster, "hourly");
  expect(await counted()).toEqual([1]);
  await buildToken(muster, (await buildUser(muster)).mainCharacterId);
  await runCron(muster, "hourly");
  expect(await counted()).toEqual([1]);
  await runCron(await start({ TOKEN_ENCRYPTION_KEY_PREVIOUS: OTHER_KEY }), "hourly");
  expect(await counted()).toEqual([2]);
  await buildToken(muster, (await buildUser(muster)).mainCharacterId);
  await muster.later(24 * 3600, () => runCron(muster, "hourly"));
  expect(await counted()).toEqual([3]);
});

test("a fetch that is not continued is reported as a stuck queue", async () => {
  const { corporation } = await insertManaged(muster, admin.mainCharacterId);
  const corporationId = Number(corporation);
  const waitsFor = async (minutes: number) => {
    const then = new Date(Date.now() - minutes * MINUTE_MS);
    const open = { corporationId, category: "core" as const, startedAt: then, resumesAt: then };
    await db.delete(fetchRuns).where(eq(fetchRuns.corporationId, corporationId));
    await db.insert(fetchRuns).values({ id: crypto.randomUUID(), ...open });
    return (await diagnose()).line("queue");
  };
  expect(await waitsFor(10)).toMatchObject({
    state: "ok",
    words: expect.stringContaining("1 fetch"),
  });
  expect(await waitsFor(50)).toMatchObject({
    state: "failed",
    words: expect.stringContaining("50 minutes"),
  });
});

test("the database's daily growth is reported, and a warning when it is nearly full", async () => {
  const sample = (daysAgo: number, databaseBytes: number) => ({
    day: new Date(Date.now() - daysAgo * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10),
    takenAt: new Date(Date.now() - daysAgo * 24 * 60 * MINUTE_MS),
    databaseBytes,
    tokensByKey: {},
    revokedTokens: 0,
  });
  await db.insert(healthSamples).values([sample(0, 0), sample(4, 0)]);
  expect((await diagnose()).line("database").words).toMatch(/grew by \d+\.\d MB a day in 4 days/);
  const full = await start({ DB: withMeta(muster.env.DB, { size_after: 450e6 }) });
  expect((await diagnose(full)).line("database")).toMatchObject({
    state: "warning",
    words: expect.stringContaining("450.0 MB of 500 MB"),
  });
});

test("the database's region is told where D1 says it of the primary, and nowhere else", async () => {
  // As a local database.
  expect((await diagnose()).line("database").words).not.toContain("region");
  const wordsWith = async (isPrimary: boolean) => {
    const meta = { served_by_primary: isPrimary, served_by_region: "WEUR" };
    const there = await start({ DB: withMeta(muster.env.DB, meta) });
    return (await diagnose(there)).line("database").words;
  };
  expect(await wordsWith(true)).toContain(" Its region is WEUR. ");
  expect(await wordsWith(false)).not.toContain("WEUR");
});

test("a dead letter is stored once, reported, and deleted after a month", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const ackAll = vi.fn<() => void>();
  const body = { kind: "fetch", runId: "run-of-letter" };
  const batch = batchOf([{ id: "letter-1", body, attempts: 11 }], "muster-fetch-dead");
  await worker.queue({ ...batch, ackAll }, muster.env);
  await worker.queue({ ...batch, ackAll }, muster.env);
  expect(String(log.mock.calls[0]?.[0])).toContain('"event":"dead-letter"');
  log.mockRestore();
  expect(ackAll).toHaveBeenCalledTimes(2);
  const { line, failures } = await diagnose();
  expect(line("queue")).toMatchObject({
    state: "warning",
    words: expect.stringContaining("1 message"),
  });
  expect(failures).toMatchObject([
    { id: "letter-1", words: expect.stringContaining("run-of-letter") },
  ]);
  await muster.later(31 * 24 * 3600, () => runCron(muster, "hourly"));
  expect(await db.select().from(deadLetters)).toEqual([]);
});

/** The same database, whose results say so. */
function withMeta(real: D1Database, meta: Partial<D1Meta>): D1Database {
  const batch = async (statements: D1PreparedStatement[]) =>
    (await real.batch(statements)).map((result) => ({
      ...result,
      meta: { ...result.meta, ...meta },
    }));
  return override(real, { batch });
}
