import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { community } from "#worker/db/schema/installation.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);

/** A request of the keeper in an environment of its own. */
async function sendIn(env: Env, method: string, path: string, body?: object) {
  const request = new Request(`https://muster.test/api/watchlist${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.sessionToken}`,
      "content-type": "application/json",
      // An export and a choice of keepers ask for a fresh proof.
      cookie: proofCookie(admin.proof),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return fetchIn(env, request);
}

const entryOf = (eveId: number) => watchEntry({ eveId, level: "refuse" });

type Write = { method: string; path: (id: string) => string; body?: (eveId: number) => object };

/** Each write, and the event that it records: one for each change that is written. */
const WRITES: Record<string, Write & { starts: boolean; event: string | null }> = {
  add: { method: "POST", path: () => "", body: entryOf, starts: false, event: "watch_entry_added" },
  import: {
    method: "POST",
    path: () => "/import",
    body: (eveId) => ({ entries: [entryOf(eveId)] }),
    starts: false,
    event: "watch_list_imported",
  },
  change: {
    method: "PATCH",
    path: (id) => `/${id}`,
    body: () => ({ level: "watch" }),
    starts: true,
    event: "watch_entry_changed",
  },
  seen: { method: "POST", path: (id) => `/${id}/seen`, starts: true, event: null },
  remove: { method: "DELETE", path: (id) => `/${id}`, starts: true, event: "watch_entry_removed" },
};

/** The entry about a pilot, its hits, and how often the event was recorded. */
async function stateOf(eveId: number, event: string | null) {
  const [entry] = await db
    .select()
    .from(watchEntries)
    .where(and(eq(watchEntries.eveId, eveId), eq(watchEntries.subject, "pilot")));
  const hits = entry
    ? await db.select().from(watchHits).where(eq(watchHits.entryId, entry.id))
    : [];
  const events = await db.$count(auditEvents, sql`${auditEvents.kind} = ${event}`);
  return { level: entry?.level, hits: hits.map(({ seenAt }) => seenAt !== null), events };
}

test.for(Object.entries(WRITES))(
  "a request to %s that dies between any two of its calls has done all of it or nothing, and is repeated",
  async ([, { method, path, body, starts, event }]) => {
    let [deaths, halves] = [0, 0];
    for (let after = 1; ; after += 1) {
      const { mainCharacterId: eveId } = await buildUser(muster);
      if (starts) await sendIn(muster.env, "POST", "", entryOf(eveId));
      const [entry] = await db.select().from(watchEntries).where(eq(watchEntries.eveId, eveId));
      const call = [method, path(entry?.id ?? ""), body?.(eveId)] as const;
      const before = await stateOf(eveId, event);
      const life = killAfter(muster.env, after);
      const end = await Promise.race([life.died, sendIn(life.env, ...call)]);
      life.restore();
      const between = await stateOf(eveId, event);
      await sendIn(muster.env, ...call);
      const done = await stateOf(eveId, event);
      const isDone =
        JSON.stringify(between) === JSON.stringify({ ...done, events: between.events });
      const isUndone = JSON.stringify(between) === JSON.stringify(before);
      expect(isDone || isUndone).toBe(true);
      expect(between.events - before.events).toBe(isUndone || event === null ? 0 : 1);
      if (isUndone) halves += 1;
      if (end !== "killed") break;
      deaths += 1;
    }
    expect([deaths >= 2, halves >= 1]).toEqual([true, true]);
  },
);

/** The group that keeps the list, and the one that the log named last. Edits that follow each other soon are one event. */
async function keepersNow() {
  const [row] = await db
    .select({ name: groups.name })
    .from(community)
    .leftJoin(groups, eq(groups.id, community.watchKeepersId));
  const told = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, "watch_keepers_changed"));
  return [row?.name ?? null, told.at(-1)?.detail.changes?.keepers?.to ?? null];
}

test("a choice of keepers that dies between any two of its calls is made and told, or neither, and is repeated", async () => {
  let [deaths, halves] = [0, 0];
  for (let after = 1; ; after += 1) {
    const name = `Keepers ${after}`;
    const { id: groupId } = await buildGroup(muster, { owner: admin, name });
    const before = await keepersNow();
    const life = killAfter(muster.env, after);
    const end = await Promise.race([life.died, sendIn(life.env, "PUT", "/keepers", { groupId })]);
    life.restore();
    const between = await keepersNow();
    expect([before, [name, name]]).toContainEqual(between);
    if (between[0] === before[0]) halves += 1;
    await sendIn(muster.env, "PUT", "/keepers", { groupId });
    expect(await keepersNow()).toEqual([name, name]);
    if (end !== "killed") break;
    deaths += 1;
  }
  expect([deaths >= 2, halves >= 1]).toEqual([true, true]);
});

test("an export that dies between any two of its calls gives no copy without an event", async () => {
  const countExports = () => db.$count(auditEvents, eq(auditEvents.kind, "watch_list_exported"));
  await sendIn(muster.env, "POST", "", entryOf((await buildUser(muster)).mainCharacterId));
  const copies: boolean[] = [];
  for (let after = 1; ; after += 1) {
    const told = await countExports();
    const life = killAfter(muster.env, after);
    const end = await Promise.race([life.died, sendIn(life.env, "POST", "/export")]);
    life.restore();
    const isCopied = end !== "killed" && (await end.text()).includes("Kesh Vantar");
    copies.push(isCopied);
    const events = (await countExports()) - told;
    // An event without a copy is no harm.
    expect(isCopied ? events === 1 : events <= 1).toBe(true);
    if (end !== "killed") break;
  }
  expect(copies.at(-1)).toBe(true);
  expect(copies.length).toBeGreaterThan(2);
});
