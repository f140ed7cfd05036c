import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { openIsolate, openTab } from "#test/support/replicas/browser.ts";
import type { Isolate } from "#test/support/replicas/browser.ts";
import { replicatedDatabase } from "#test/support/replicas/replicated-database.ts";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { write } from "#test/support/answers/write.ts";
import { buildUser, buildUsers, prepareSignIn } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { MAX_LAG_SECONDS } from "#worker/db/replicas.ts";

const ADMIN_CHARACTER_ID = 2_113_920_001;
const PROMISED_MS = MAX_LAG_SECONDS * 1000;
/** How late replicas are, which is more than what is promised. */
const MOST_LAG_MS = 60_000;

const simulation = await replicatedDatabase();
const muster = await startMuster({
  DB: simulation.binding(),
  ADMIN_CHARACTER_IDS: String(ADMIN_CHARACTER_ID),
});
const { db } = muster.context;
const administrator = await buildUser(muster, { characterId: ADMIN_CHARACTER_ID });
/** Each request reaches one of them, and each has its own memory. */
const isolates = [0, 1, 2].map(() => openIsolate(muster, simulation.binding()));

/** `owner` edits; `home` and `away` are two sessions of a member; `thief` presents any bookmark with the session of `away`. */
const TABS = ["owner", "home", "away", "thief"] as const;
type TabName = (typeof TABS)[number];

const [tab, isolate] = [fc.constantFrom(...TABS), fc.nat(2)];
const act = <Name extends string>(name: Name) => fc.constant(name);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: act("read"), tab, isolate }) },
  { weight: 4, arbitrary: fc.record({ act: act("edit"), isolate }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: act("wait"), isolate, ms: fc.integer({ min: 0, max: 35_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: act("together"),
      tab,
      isolate,
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: act("replay"), isolate, at: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom("end session", "suspend", "remove", "withdraw"),
      isolate,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const story = fc.record({
  steps: fc.array(step, { minLength: 8, maxLength: 30 }),
  lags: fc.array(fc.integer({ min: 0, max: MOST_LAG_MS }), { minLength: 1, maxLength: 12 }),
});

const readGroup = z.object({ description: z.nullable(z.string()) });

async function follow({ steps, lags }: { steps: Step[]; lags: number[] }) {
  let asked = 0;
  simulation.lagMs = () => lags[(asked += 1) % lags.length] ?? 0;
  const [owner, member] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, members: [member], visibility: "hidden" });
  const path = `/api/groups/${group.id}`;
  const elsewhere = await prepareSignIn(member.userId, member.mainCharacterId);
  const program = await prepareProgram(muster, { groupIds: [group.id] });
  await write(muster, program, { statements: [db.insert(sessions).values(elsewhere.row)] });
  const admin = openTab(administrator.sessionToken);
  const tabs = {
    owner: openTab(owner.sessionToken),
    home: openTab(member.sessionToken),
    away: openTab(elsewhere.token),
    thief: openTab(elsewhere.token),
  };
  /** The description is the number of the edit. */
  let version = 0;
  const edits = [{ at: Date.now(), version }];
  const seen: Record<TabName, number> = { owner: 0, home: 0, away: 0, thief: 0 };
  const refused = new Set<TabName>();
  const lostAt: Partial<Record<"home" | "away", number>> = {};
  let isWithdrawn = false;
  const bookmarks: string[] = [];

  const lossOf = (tab: TabName) =>
    tab === "owner" ? undefined : lostAt[tab === "home" ? "home" : "away"];
  const lose = (...names: ("home" | "away")[]) => {
    for (const name of names) lostAt[name] ??= Date.now();
  };

  /** What a tab knows when it sends a request: answers that arrive together may differ. */
  const sending = (tab: TabName) => ({
    at: Date.now(),
    known: tab === "thief" ? 0 : seen[tab],
    wasRefused: tab !== "thief" && refused.has(tab),
  });

  async function judge(tab: TabName, sent: ReturnType<typeof sending>, response: Response) {
    const lost = lossOf(tab);
    if (response.status !== 200) {
      // What is not lost is never refused.
      expect({ tab, lost, status: response.status }).toEqual({
        tab,
        lost: expect.any(Number),
        status: lost === undefined ? 200 : response.status,
      });
      refused.add(tab);
      return sent.known;
    }
    if (lost !== undefined) expect(sent.at - lost).toBeLessThanOrEqual(PROMISED_MS);
    expect(sent.wasRefused).toBe(false);
    const read = Number(z.parse(readGroup, await response.json()).description ?? 0);
    expect(read).toBeGreaterThanOrEqual(sent.known);
    const due = edits.findLast(({ at }) => at < sent.at - PROMISED_MS)?.version ?? 0;
    expect(read).toBeGreaterThanOrEqual(due);
    return read;
  }

  async function edit(isolate: Isolate) {
    const next = version + 1;
    const body = { description: String(next) };
    const answer = await tabs.owner.send(isolate, path, { method: "PATCH", body });
    expect(answer.response.status).toBe(200);
    version = next;
    edits.push({ at: Date.now(), version });
    return answer;
  }

  async function readTogether(tab: TabName, isolate: Isolate, order: number[]) {
    const sent = sending(tab);
    const requests = [...isolates.map((each) => tabs[tab].send(each, path)), edit(isolate)];
    const answers = await Promise.all(requests);
    for (const index of order) answers[index]?.arrive();
    for (const { response } of answers.slice(0, isolates.length)) {
      seen[tab] = Math.max(seen[tab], await judge(tab, sent, response));
    }
    seen.owner = version;
  }

  async function replay(isolate: Isolate, at: number) {
    tabs.thief.present(bookmarks[at % bookmarks.length] ?? "");
    await judge("thief", sending("thief"), await tabs.thief.ask(isolate, path));
  }

  async function endSession(isolate: Isolate) {
    if (lostAt.home !== undefined) return;
    const ended = `/api/auth/sessions/${elsewhere.row.id}`;
    await tabs.home.ask(isolate, ended, { method: "DELETE" });
    lose("away");
  }

  async function suspend(isolate: Isolate) {
    const body = { reason: "Shot a friend", until: null };
    const suspension = `/api/admin/users/${member.userId}/suspension`;
    const answer = await admin.ask(isolate, suspension, { method: "PUT", body });
    expect(answer.status).toBe(204);
    lose("home", "away");
  }

  async function remove(isolate: Isolate) {
    await tabs.owner.ask(isolate, `${path}/members/${member.userId}`, { method: "DELETE" });
    lose("home", "away");
    const list = await tabs.owner.ask(isolate, `${path}/members`);
    expect(await list.text()).not.toContain(member.userId);
  }

  async function withdraw() {
    await db.delete(applicationGroups).where(eq(applicationGroups.groupId, group.id));
    isWithdrawn = true;
  }

  async function take(one: Step, isolate: Isolate) {
    switch (one.act) {
      case "read": {
        const sent = sending(one.tab);
        const response = await tabs[one.tab].ask(isolate, path);
        seen[one.tab] = await judge(one.tab, sent, response);
        bookmarks.push(tabs[one.tab].bookmark());
        return;
      }
      case "edit": {
        const { arrive } = await edit(isolate);
        arrive();
        seen.owner = version;
        return;
      }
      case "wait":
        vi.setSystemTime(Date.now() + one.ms);
        return;
      case "together":
        return readTogether(one.tab, isolate, one.order);
      case "replay":
        return replay(isolate, one.at);
      case "end session":
        return endSession(isolate);
      case "suspend":
        return suspend(isolate);
      case "remove":
        return remove(isolate);
      case "withdraw":
        return withdraw();
    }
  }

  for (const one of steps) {
    const isolate = isolates[one.isolate];
    if (isolate === undefined) throw new Error("There are three.");
    await take(one, isolate);
    // An application loses a permission at once.
    const headers = { authorization: `Bearer ${program.secret}` };
    const told = await (await isolate("/api/v1/groups", { headers })).text();
    expect(told.includes(group.id)).toBe(!isWithdrawn);
  }
}

test("whatever replicas do, a tab reads what it has written and seen, and what was lost is read for thirty seconds at most", async () => {
  // Isolates outlive a story, so the clock does not go back.
  let now = Date.now();
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      vi.useFakeTimers({ toFake: ["Date"], now });
      try {
        await follow(told);
      } finally {
        now = Date.now();
        vi.useRealTimers();
      }
    }),
    { numRuns: share(300, 10), endOnFailure: true },
  );
  expect(simulation.mistakes).toEqual([]);
  // Replicas did answer.
  expect(simulation.replica).toBeGreaterThan(0);
});
