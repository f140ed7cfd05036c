import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerIn, fetchIn } from "#test/support/workerd/fetch-in.ts";
import { characterChecks } from "#worker/db/schema/characters.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const DAY = 24 * 60 * 60;
/** The public sheet, the corporation history and the affiliation. */
const PUBLIC_CALLS = 3;
const LEASE_SECONDS = 60;

const isNotOfNames = ({ path }: { path: string }) => path !== "/universe/names";

/** A viewer, and characters that were seen before. */
async function seen(count: number) {
  const muster = await startMuster();
  const newEden = newEdenControl(muster.newEdenBase);
  const viewer = await buildUser(muster);
  const look = (id: number) => viewer.api.characters[":id"].$get({ param: { id: String(id) } });
  const pilots = await Promise.all(Array.from({ length: count }, () => newEden.createPilot()));
  for (const { id } of pilots) expect((await look(id)).status).toBe(200);
  await newEden.clearRequests();
  const calls = async () => (await newEden.requests({ service: "esi" })).filter(isNotOfNames);
  return { muster, newEden, viewer, look, pilots, calls };
}

const viewOf = (sessionToken: string, id: number) =>
  new Request(`https://muster.test/api/characters/${id}`, {
    headers: { authorization: `Bearer ${sessionToken}` },
  });

/** Views a character in an invocation that is stopped after this many calls. */
async function killedView(muster: Muster, sessionToken: string, id: number, after: number) {
  const dying = killAfter(muster.env, after);
  const end = await Promise.race([dying.died, fetchIn(dying.env, viewOf(sessionToken, id))]);
  dying.restore();
  expect(end).toBe("killed");
}

test("60 views of 5 outdated characters refresh each of them once", async () => {
  const { muster, viewer, look, pilots, calls } = await seen(5);
  await muster.later(2 * DAY, async () => {
    // Prolongs the session first, so that this write is not counted.
    await viewer.api.characters.$get();
    muster.costs.reset();
    const views = await Promise.all(
      Array.from({ length: 60 }, (_, n) => look(pilots[n % 5]?.id ?? 0)),
    );
    expect(new Set(views.map(({ status }) => status))).toEqual(new Set([200]));
  });
  expect(await calls()).toHaveLength(5 * PUBLIC_CALLS);
  // The lease and the record of each character; nothing else has changed.
  expect(muster.costs.rowsWritten).toBe(5 * 2);
});

test("a view of an outdated character does not wait for its refresh, and one that is being refreshed costs no call", async () => {
  const { muster, newEden, viewer, pilots, calls } = await seen(1);
  const id = pilots[0]?.id ?? 0;
  const release = await newEden.hold({ service: "esi" });
  await muster.later(2 * DAY, async () => {
    const view = () => answerIn(muster.env, viewOf(viewer.sessionToken, id));
    const [first, second] = await Promise.all([view(), view()]);
    expect([first.response.status, second.response.status]).toEqual([200, 200]);
    await release();
    await Promise.all([first.done(), second.done()]);
  });
  expect(await calls()).toHaveLength(PUBLIC_CALLS);
});

test("simultaneous first views of a character call ESI once, and all of them get the sheet", async () => {
  const { newEden, look, calls } = await seen(0);
  const { id, name } = await newEden.createPilot();
  await newEden.clearRequests();
  const views = await Promise.all(Array.from({ length: 8 }, () => look(id)));
  const names = await Promise.all(views.map(async (view) => (await view.json()).public.info.name));
  expect(names).toEqual(Array.from({ length: 8 }, () => name));
  expect(await calls()).toHaveLength(PUBLIC_CALLS);
});

test("simultaneous first views of a character that EVE does not know call ESI once", async () => {
  const { newEden, look, calls } = await seen(0);
  const { id } = await newEden.createPilot();
  await newEden.biomass(id);
  await newEden.clearRequests();
  const views = await Promise.all(Array.from({ length: 8 }, () => look(id)));
  expect(new Set(views.map(({ status }) => status))).toEqual(new Set([404]));
  expect(await calls()).toHaveLength(PUBLIC_CALLS);
});

test("simultaneous first views during an outage share one error, and the next view tries again", async () => {
  const { newEden, look, calls } = await seen(0);
  const { id } = await newEden.createPilot();
  await newEden.clearRequests();
  await newEden.addFault({ service: "esi", kind: "malformed_json" });
  const views = await Promise.all(Array.from({ length: 8 }, () => look(id)));
  expect(new Set(views.map(({ status }) => status))).toEqual(new Set([503]));
  expect(await calls()).toHaveLength(PUBLIC_CALLS);
  await newEden.clearFaults();
  expect((await look(id)).status).toBe(200);
});

test("two simultaneous refreshes fetch every section once, and both return its state", async () => {
  const muster = await startMuster();
  const { refresh, askedOfEsi } = await linkPilot(muster);
  const results = await Promise.all([refresh(), refresh()]);
  for (const { success, sections } of results) {
    expect(success).toBe(true);
    expect(sections.wallet?.state).toBe("fresh");
  }
  const asked = (await askedOfEsi()).filter((call) => !call.includes("/universe/"));
  expect(new Set(asked).size).toBe(asked.length);
});

test("an interrupted refresh is repeated only after its lease has expired", async () => {
  const { muster, newEden, viewer, look, pilots, calls } = await seen(1);
  const id = pilots[0]?.id ?? 0;
  await muster.later(2 * DAY, async () => {
    await viewer.api.characters.$get();
    // Session and sheet, the state, the lease, and the first answer of ESI.
    await killedView(muster, viewer.sessionToken, id, 4);
    await newEden.clearRequests();
    await look(id);
    expect(await calls()).toEqual([]);
  });
  await muster.later(2 * DAY + LEASE_SECONDS + 1, () => look(id));
  expect(await calls()).toHaveLength(PUBLIC_CALLS);
  const { db } = muster.context;
  const [row] = await db.select().from(characterChecks).where(eq(characterChecks.characterId, id));
  expect(row?.record.checks.info?.failure).toBeNull();
});
