import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { BOOKMARK_HEADER } from "#shared/error.ts";
import { openIsolate, openTab } from "#test/support/replicas/browser.ts";
import { replicatedDatabase } from "#test/support/replicas/replicated-database.ts";
import { altered } from "#test/support/people/altered.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { formatSeen, MAX_LAG_SECONDS, readSeen } from "#worker/db/replicas.ts";

const MOST_LAG_MS = 60_000;

const simulation = await replicatedDatabase();
simulation.lagMs = () => MOST_LAG_MS;
const muster = await startMuster({ DB: simulation.binding() });
const { db, config } = muster.context;
const owner = await buildUser(muster);
const group = await buildGroup(muster, { owner, name: "Scouts" });
const PATH = `/api/groups/${group.id}`;

/** A tab of the owner, in an isolate that knows nothing yet. */
function openOwner() {
  const isolate = openIsolate(muster, simulation.binding());
  return { isolate, tab: openTab(owner.sessionToken) };
}

async function costsOf(act: () => Promise<Response>) {
  simulation.primary = simulation.replica = 0;
  const { status } = await act();
  const { primary, replica } = simulation;
  return { status, primary, replica };
}

test("without the setting, no answer has a bookmark, and none uses a session", async () => {
  const DB = Object.assign(simulation.binding(), {});
  const off = await startMuster({ DB, READ_REPLICAS: "off" });
  const headers = { authorization: `Bearer ${owner.sessionToken}` };
  await off.send(PATH, { headers });
  simulation.primary = simulation.replica = 0;
  const answer = await off.send(PATH, { headers: { ...headers, [BOOKMARK_HEADER]: "any" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.has(BOOKMARK_HEADER)).toBe(false);
  expect([simulation.primary, simulation.replica]).toEqual([1, 0]);
});

test("a visitor is told no bookmark, which would count the writes of all", async () => {
  const isolate = openIsolate(muster, simulation.binding());
  const unknown = { authorization: `Bearer ${"x".repeat(43)}` };
  for (const path of ["/api/auth/session", "/api/community", PATH]) {
    for (const headers of [{}, unknown]) {
      const answer = await isolate(path, { headers });
      expect([path, answer.headers.has(BOOKMARK_HEADER)]).toEqual([path, false]);
    }
  }
  const told = await isolate(PATH, { headers: { authorization: `Bearer ${owner.sessionToken}` } });
  expect(told.headers.has(BOOKMARK_HEADER)).toBe(true);
});

test("the first read of a tab uses the primary, the second a replica", async () => {
  const { isolate, tab } = openOwner();
  await tab.ask(isolate, "/api/auth/session");
  const other = openTab(owner.sessionToken);
  await other.ask(isolate, PATH);
  expect(await costsOf(() => other.ask(isolate, PATH))).toEqual({
    status: 200,
    primary: 0,
    replica: 1,
  });
});

test("after thirty seconds without an answer, a tab's read uses the primary", async () => {
  const { isolate, tab } = openOwner();
  await tab.ask(isolate, PATH);
  const late = () => costsOf(() => tab.ask(isolate, PATH));
  expect(await muster.later(MAX_LAG_SECONDS + 1, late)).toMatchObject({ primary: 1, replica: 0 });
});

test("an isolate that is used asks the primary for its state behind a response, so that no tab waits for it", async () => {
  const { isolate, tab } = openOwner();
  await tab.ask(isolate, PATH);
  const start = Date.now();
  for (const seconds of [20, 40, 60, 80]) {
    const wanted = seconds - Math.round((Date.now() - start) / 1000);
    const costs = await muster.later(wanted, () => costsOf(() => tab.ask(isolate, PATH)));
    expect(costs).toEqual({ status: 200, primary: 1, replica: 1 });
  }
});

test("a forged, altered or foreign bookmark is worth nothing", async () => {
  const { isolate, tab } = openOwner();
  await tab.ask(isolate, PATH);
  const real = tab.bookmark();
  const [bookmark = "", asOf = "", hash = ""] = real.split("~");
  const later = String(Number(asOf) + 1);
  for (const forged of [
    "",
    bookmark,
    `${bookmark}~${later}~${hash}`,
    `f${bookmark.slice(1)}~${asOf}~${hash}`,
    `${bookmark}~${asOf}~${altered(hash)}`,
    `first-unconstrained~${asOf}~${hash}`,
    `${real}~${real}`,
    "~".repeat(5000),
  ]) {
    tab.present(forged);
    expect(await readSeen(config.keyring, forged)).toBeUndefined();
    expect(await costsOf(() => tab.ask(isolate, PATH))).toMatchObject({ primary: 1, replica: 0 });
  }
  expect(await readSeen(config.keyring, real)).toEqual({ bookmark, asOf: Number(asOf) });
});

test("a bookmark of another database is answered by the primary", async () => {
  const { isolate, tab } = openOwner();
  const bookmark = `ffffffff-00000000-00004e2f-${"0".repeat(32)}`;
  tab.present(await formatSeen(config.keyring, { bookmark, asOf: Date.now() }));
  expect(await costsOf(() => tab.ask(isolate, PATH))).toMatchObject({ status: 200, primary: 1 });
  simulation.mistakes = [];
});

test("a session that a replica does not know yet is looked for at the primary", async () => {
  const { isolate, tab } = openOwner();
  await tab.ask(isolate, PATH);
  // Another tab of the browser signs in.
  const user = await buildUser(muster);
  const newcomer = openTab(user.sessionToken);
  newcomer.present(tab.bookmark());
  expect(await costsOf(() => newcomer.ask(isolate, PATH))).toMatchObject({ status: 200 });
});

test("while replicas do not answer, reads use the primary", async () => {
  const { isolate, tab } = openOwner();
  await tab.ask(isolate, PATH);
  simulation.areReplicasDown = true;
  expect(await costsOf(() => tab.ask(isolate, PATH))).toEqual({
    status: 200,
    primary: 1,
    replica: 1,
  });
  simulation.areReplicasDown = false;
});

test("a tab reads what it has written, although the replicas are a minute behind", async () => {
  const { isolate, tab } = openOwner();
  const patch = { method: "PATCH", body: { description: "Now with scanners" } };
  const saved = await tab.ask(isolate, PATH, patch);
  expect([saved.status, saved.headers.has(BOOKMARK_HEADER)]).toEqual([200, true]);
  const answer = await tab.ask(isolate, PATH);
  expect(await answer.json()).toMatchObject({ description: "Now with scanners" });
});

test("an ended session reads at a replica for thirty seconds at most, and writes nothing", async () => {
  const { isolate, tab } = openOwner();
  const user = await buildUser(muster);
  const thief = openTab(user.sessionToken);
  await thief.ask(isolate, PATH);
  await tab.ask(isolate, PATH);
  await db.delete(sessions).where(eq(sessions.userId, user.userId));
  expect((await thief.ask(isolate, PATH)).status).toBe(200);
  expect((await thief.ask(isolate, `${PATH}/join`, { method: "POST", body: {} })).status).toBe(401);
  thief.present(tab.bookmark());
  const late = () => thief.ask(isolate, PATH);
  expect((await muster.later(MAX_LAG_SECONDS + 1, late)).status).toBe(401);
});

test("the self-diagnosis says which copy of the database answers, if the setting is on", async () => {
  const administrator = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
  const detailsOf = async (vars: Partial<Env>) => {
    const own = await startMuster({ DB: simulation.binding(), ...vars });
    const { checks } = await (
      await own.client(administrator.sessionToken).health.details.$get()
    ).json();
    return checks.find(({ id }) => id === "replicas");
  };
  expect(await detailsOf({ READ_REPLICAS: "off" })).toBeUndefined();
  expect(await detailsOf({ READ_REPLICAS: "on" })).toMatchObject({
    state: "ok",
    words: "A replica in WNAM answers. What pilots read from it is at most 30 seconds old.",
  });
  // D1 as it is in development has no replicas.
  expect(await detailsOf({ READ_REPLICAS: "on", DB: env.DB })).toMatchObject({ state: "unknown" });
});
