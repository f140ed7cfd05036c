import { afterEach, expect, test, vi } from "vitest";
import { eq, max } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { openWebhookScene } from "#test/support/applications/webhook-scene.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { webhooks } from "#worker/db/schema/application-interfaces.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import worker from "#worker/index.ts";

afterEach(() => vi.useRealTimers());

/** An event of an account, as the log has it. */
function linked(who: BuiltUser, kind: "character_linked" | "main_changed") {
  const now = Date.now();
  return {
    id: eventIdsFrom(now) + randomToken(9),
    log: "accounts" as const,
    kind,
    actorKind: "user" as const,
    actorId: who.userId,
    subjectId: who.userId,
    characterId: 42,
    characterName: "Alt",
    detail: {},
    requestId: "test",
    createdAt: new Date(now),
  };
}

test("an application is told who joined and left its groups, signed so that the library of receivers accepts it", async () => {
  const scene = await openWebhookScene();
  const mira = await scene.join();
  await scene.minutes();
  await mira.api.groups[":id"].leave.$post({ param: { id: scene.group.id } });
  await scene.minutes();
  const [joined, left, ...others] = await scene.messages();
  expect(others).toEqual([]);
  const data = {
    pilot: {
      id: mira.userId,
      main: { id: mira.mainCharacterId, name: mira.mainCharacterName },
    },
    group: { id: scene.group.id, name: scene.group.name },
  };
  expect(joined).toMatchObject({ type: "member.joined", data });
  expect(left).toMatchObject({ type: "member.left", data });
  const { items, counts } = await scene.deliveries();
  expect(counts).toEqual({ waiting: 0, delivered: 2, failed: 0 });
  expect(items[0]).toMatchObject({
    topic: "member.left",
    subject: `${mira.mainCharacterName}, ${scene.group.name}`,
    state: "delivered",
    status: 204,
    tries: 1,
    nextAt: null,
  });
});

test("a receiver's library accepts a message of now, and refuses one that was changed", async () => {
  const scene = await openWebhookScene();
  vi.useRealTimers();
  await scene.join();
  await scene.driver.cron("* * * * *");
  await scene.driver.drain();
  const [message] = await scene.receiver.received();
  const verifier = new Webhook(scene.secret);
  expect(() => verifier.verify(message?.body ?? "", message?.headers ?? {})).not.toThrow();
  expect(() => verifier.verify(`${message?.body} `, message?.headers ?? {})).toThrow(
    "No matching signature found",
  );
});

test("an outage loses nothing and repeats nothing, and waits longer after each try", async () => {
  const scene = await openWebhookScene();
  await scene.receiver.answer({ status: 503 });
  const mira = await scene.join();
  await scene.minutes(3);
  const oskar = await scene.join();
  await scene.minutes(20);
  const failed = await scene.messages();
  expect(new Set(failed.map(({ id }) => id)).size).toBe(2);
  const { items, counts } = await scene.deliveries();
  expect(counts).toEqual({ waiting: 2, delivered: 0, failed: 0 });
  expect(items[0]).toMatchObject({ state: "waiting", status: 503, error: "It answers 503" });
  const tries = items.map((one) => one.tries);
  expect(Math.max(...tries)).toBeGreaterThan(3);
  expect(Math.max(...tries)).toBeLessThan(7);

  await scene.receiver.answer({});
  await scene.minutes(25);
  const delivered = (await scene.messages()).filter(({ status }) => status === 204);
  expect(delivered.map(({ data }) => data.pilot?.id)).toEqual([mira.userId, oskar.userId]);
  expect((await scene.deliveries()).counts).toEqual({ waiting: 0, delivered: 2, failed: 0 });
});

test("a receiver that does what each message says ends with the groups of now", async () => {
  const scene = await openWebhookScene();
  const param = { id: scene.group.id };
  await scene.receiver.answer({ status: 404 });
  const mira = await scene.join();
  await scene.minutes(4);
  await scene.receiver.answer({});
  // Three more while the first one waits for its next try.
  const { leave, join } = mira.api.groups[":id"];
  for (const act of [leave, join, leave]) {
    await act.$post({ param });
    await scene.minutes();
  }
  const oskar = await scene.join();
  await scene.minutes(6);
  const members = new Set<string>();
  for (const { type, data, status } of await scene.messages()) {
    if (status !== 204) continue;
    const pilot = data.pilot?.id ?? "";
    if (type === "member.joined") members.add(pilot);
    else members.delete(pilot);
  }
  expect([...members]).toEqual([oskar.userId]);
  const arrived = (await scene.messages()).filter(({ status }) => status === 204);
  const ofMira = arrived.filter(({ data }) => data.pilot?.id === mira.userId);
  const [joined, left] = ["member.joined", "member.left"];
  expect(ofMira.map(({ type }) => type)).toEqual([joined, left, joined, left]);
});

test("a message that a person sends before its time does not overtake an earlier one about the same pilot", async () => {
  const scene = await openWebhookScene();
  await scene.receiver.answer({ status: 404 });
  const mira = await scene.join();
  await scene.minutes();
  await mira.api.groups[":id"].leave.$post({ param: { id: scene.group.id } });
  await scene.minutes();
  await scene.receiver.answer({});
  const [left] = (await scene.deliveries()).items;
  expect(left).toMatchObject({ topic: "member.left", state: "waiting" });
  const param = { id: scene.applicationId, deliveryId: left?.id ?? "" };
  await scene.routes.deliveries[":deliveryId"].replay.$post({ param });
  await scene.driver.drain();
  const delivered = (await scene.messages()).filter(({ status }) => status === 204);
  expect(delivered.map(({ type }) => type)).toEqual(["member.joined", "member.left"]);
});

test("when two accounts become one, the membership that goes on is not told as one that has ended", async () => {
  const scene = await openWebhookScene();
  const [mira, other] = [await scene.join(), await scene.join()];
  await scene.minutes();
  const id = await offerMerge(
    scene.muster.context.db,
    { intoId: mira.userId, fromId: other.userId },
    {
      characterId: other.mainCharacterId,
      name: other.mainCharacterName,
      ownerHash: `owner-of-${other.userId}`,
    },
  );
  const merge = mira.api.account.merges[":id"];
  const param = { id: id ?? "" };
  const { digest } = await (await merge.$get({ param })).json();
  const merged = await merge.confirm.$post({ param, json: { digest } });
  expect(await merged.json()).toEqual({ isMerged: true });
  await scene.minutes(2);
  const told = async () => (await scene.messages()).map(({ type, data }) => [type, data.pilot?.id]);
  const joined = [
    ["member.joined", mira.userId],
    ["member.joined", other.userId],
  ];
  expect(await told()).toEqual(joined);
  await mira.api.groups[":id"].leave.$post({ param: { id: scene.group.id } });
  await scene.minutes();
  expect(await told()).toEqual([...joined, ["member.left", mira.userId]]);
});

test("a message whose answer is lost is sent again with the same id", async () => {
  const scene = await openWebhookScene();
  await scene.receiver.answer({ resets: true });
  await scene.join();
  await scene.minutes();
  await scene.receiver.answer({});
  await scene.minutes(3);
  const [first, second, ...others] = await scene.messages();
  expect(others).toEqual([]);
  expect(second?.id).toBe(first?.id);
  expect([first?.status, second?.status]).toEqual([null, 204]);
});

test("a delivery is given up after twelve tries in a day, and a person can send it again", async () => {
  const scene = await openWebhookScene();
  await scene.receiver.answer({ status: 404 });
  await scene.join();
  await scene.minutes();
  let passed = 0;
  for (const wait of [1, 2, 5, 10, 20, 40, 60, 120, 240, 360, 480]) {
    await scene.driver.advance((wait - 1) * 60 + 5);
    await scene.minutes();
    passed += wait;
  }
  expect(passed / 60).toBeLessThan(24);
  const given = await scene.deliveries();
  expect(given.counts).toEqual({ waiting: 0, delivered: 0, failed: 1 });
  expect(given.items[0]).toMatchObject({ state: "failed", tries: 12, nextAt: null });
  expect(await scene.messages()).toHaveLength(12);

  await scene.receiver.answer({});
  const param = { id: scene.applicationId, deliveryId: given.items[0]?.id ?? "" };
  const replayed = await scene.routes.deliveries[":deliveryId"].replay.$post({ param });
  expect(await replayed.json()).toMatchObject({ state: "waiting", tries: 0 });
  await scene.driver.drain();
  expect((await scene.deliveries()).items[0]).toMatchObject({ state: "delivered", tries: 1 });
  const all = await scene.messages();
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const one = await scene.routes.deliveries[":deliveryId"].$get({ param });
  const { body } = await one.json();
  expect(JSON.parse(body)).toMatchObject({ type: "member.joined" });
});

test("a webhook that fails for three days is switched off with an event, and the log waits for it", async () => {
  const scene = await openWebhookScene();
  await scene.receiver.answer({ status: 500 });
  for (let day = 0; day < 4; day += 1) {
    await scene.join();
    await scene.minutes();
    await scene.driver.advance(24 * 3600);
  }
  await scene.minutes();
  const param = { id: scene.applicationId };
  const { items } = await (await scene.routes.webhooks.$get({ param })).json();
  expect(items[0]).toMatchObject({ isOn: false, failure: "It answers 500" });
  const log = await scene.admin.api.activity.$get({ query: { kind: "webhook_disabled" } });
  const [event] = (await log.json()).items;
  expect(event).toMatchObject({
    actor: null,
    detail: { label: "new-eden.test", reason: "It has failed for three days" },
  });

  const late = await scene.join();
  await scene.minutes();
  await scene.receiver.answer({});
  await scene.routes.webhooks[":webhookId"].$patch({
    param: { ...param, webhookId: scene.webhook.id },
    json: { isOn: true },
  });
  await scene.minutes(2);
  const delivered = (await scene.messages()).filter(({ status }) => status === 204);
  expect(delivered.map(({ data }) => data.pilot?.id)).toContain(late.userId);
});

test("a redirect is not followed", async () => {
  const scene = await openWebhookScene();
  const location = `${scene.muster.newEdenBase}/receiver/elsewhere`;
  await scene.receiver.answer({ status: 307, headers: { location } });
  await scene.join();
  await scene.minutes();
  expect((await scene.messages()).map(({ status }) => status)).toEqual([307]);
  expect((await scene.deliveries()).items[0]?.error).toContain("redirect");
});

test("an application is told nothing of groups that it was not granted, and of alts only with its claim", async () => {
  const topics = ["member.joined", "character.linked", "main.changed"] as const;
  const scene = await openWebhookScene({ topics: [...topics] });
  const other = await buildGroup(scene.muster, { owner: scene.owner, joinMode: "open" });
  const mira = await scene.join();
  const stranger = await buildUser(scene.muster, { alts: ["Another"] });
  await stranger.api.groups[":id"].join.$post({ param: { id: other.id } });
  await scene.muster.context.db.insert(auditEvents).values(linked(mira, "character_linked"));
  await scene.muster.context.db.insert(auditEvents).values(linked(mira, "main_changed"));
  await scene.muster.context.db.insert(auditEvents).values(linked(stranger, "main_changed"));
  await scene.minutes();
  const told = (await scene.messages()).map(({ type, data }) => [type, data.pilot?.id]);
  expect(told).toEqual([
    ["member.joined", mira.userId],
    ["main.changed", mira.userId],
  ]);
  const seeing = await openWebhookScene({ topics: [...topics], claims: ["characters"] });
  const edda = await seeing.join();
  await seeing.muster.context.db.insert(auditEvents).values(linked(edda, "character_linked"));
  await seeing.minutes();
  expect((await seeing.messages()).map(({ type }) => type)).toEqual([
    "member.joined",
    "character.linked",
  ]);
});

test("events that an application may not know are passed over once there are 26, and no look reads them again", async () => {
  const scene = await openWebhookScene();
  const { db } = scene.muster.context;
  const stranger = await buildUser(scene.muster);
  await scene.minutes();
  const behind = async () => {
    const [[last], [webhook]] = await Promise.all([
      db.select({ seq: max(auditEvents.seq) }).from(auditEvents),
      db.select({ seq: webhooks.afterSeq }).from(webhooks).where(eq(webhooks.id, scene.webhook.id)),
    ]);
    return (last?.seq ?? 0) - (webhook?.seq ?? 0);
  };
  const before = await behind();
  const happen = async (count: number) => {
    for (let event = 0; event < count; event += 1) {
      await db.insert(auditEvents).values(linked(stranger, "main_changed"));
    }
    await scene.minutes();
    return behind();
  };
  expect(await happen(25 - before)).toBe(25);
  expect(await happen(1)).toBe(0);
  await scene.join();
  await scene.minutes();
  expect(await scene.messages()).toHaveLength(1);
});

test("a test message arrives, and edits of a webhook hold for what is sent next", async () => {
  const scene = await openWebhookScene();
  const param = { id: scene.applicationId, webhookId: scene.webhook.id };
  const webhook = scene.routes.webhooks[":webhookId"];
  const tested = await (await webhook.test.$post({ param })).json();
  expect(tested).toMatchObject({ topic: "webhook.test", state: "waiting", subject: null });
  await scene.driver.drain();
  expect((await scene.messages()).map(({ type }) => type)).toEqual(["webhook.test"]);
  const url = `${scene.muster.newEdenBase}/receiver/second`;
  await webhook.$patch({ param, json: { url, topics: ["member.left"] } });
  const mira = await scene.join();
  await mira.api.groups[":id"].leave.$post({ param: { id: scene.group.id } });
  await scene.minutes();
  const received = await scene.receiver.received();
  expect(received.at(-1)?.path).toContain("/receiver/second");
  expect((await scene.messages()).map(({ type }) => type)).toEqual(["webhook.test", "member.left"]);
  expect((await webhook.$delete({ param })).status).toBe(204);
  await scene.join();
  await scene.minutes();
  expect(await scene.messages()).toHaveLength(2);
});

test("while its application is off, a webhook sends no test and nothing again", async () => {
  const scene = await openWebhookScene();
  const { applicationId: id } = scene;
  await scene.receiver.answer({ status: 503 });
  await scene.join();
  await scene.minutes();
  const { db } = scene.muster.context;
  await db.update(applications).set({ isOn: false }).where(eq(applications.id, id));
  const {
    items: [delivery],
  } = await scene.deliveries();
  expect(delivery).toMatchObject({ state: "waiting", nextAt: null });
  const refused = [
    await scene.routes.webhooks[":webhookId"].test.$post({
      param: { id, webhookId: scene.webhook.id },
    }),
    await scene.routes.deliveries[":deliveryId"].replay.$post({
      param: { id, deliveryId: delivery?.id ?? "" },
    }),
  ];
  for (const answer of refused) {
    expect((await readError(answer)).reason).toBe("application_off");
  }
  expect((await scene.deliveries()).items).toEqual([delivery]);
});

test("addresses that are not public are refused", async () => {
  const scene = await openWebhookScene();
  for (const url of [
    "http://wiki.example.com/hook",
    "https://localhost/hook",
    "https://127.0.0.1/hook",
    "https://10.1.2.3/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/hook",
    "https://[fd00::1]/hook",
    "https://0x7f000001/hook",
    "https://2130706433/hook",
    "https://metadata.google.internal/",
    "https://printer.local/hook",
    "https://user:password@wiki.example.com/hook",
    "https://wiki.example.com:22/hook",
  ]) {
    const answer = await scene.routes.webhooks.$post({
      param: { id: scene.applicationId },
      json: { url, topics: ["member.joined"] },
    });
    expect([url, answer.status]).toEqual([url, 400]);
  }
});

test.each([0, 1, 2, 3, 4, 5])(
  "a message that a person sends again before call %i of its second try has all its tries again",
  async (at) => {
    const scene = await openWebhookScene();
    const { muster, applicationId, routes } = scene;
    await scene.receiver.answer({ status: 500 });
    await scene.join();
    await scene.minutes();
    const [first] = (await scene.deliveries()).items;
    expect(first).toMatchObject({ state: "waiting", tries: 1 });
    // Until the second try is due.
    await scene.driver.advance(3600);
    const param = { id: applicationId, deliveryId: first?.id ?? "" };
    const slice = interleave(muster.env, at, async () => {
      const replayed = await routes.deliveries[":deliveryId"].replay.$post({ param });
      expect(replayed.status).toBe(200);
    });
    muster.queue.waiting.splice(0);
    muster.queue.push({ kind: "webhooks" });
    const message = muster.queue.take();
    if (message === undefined) throw new Error("A message waits.");
    await worker.queue(muster.queue.toBatch(message), slice.env);
    await slice.finish();
    const [again] = (await scene.deliveries()).items;
    expect(again).toMatchObject({ state: "waiting" });
    expect(again?.tries).toBeLessThanOrEqual(1);
  },
);

test("an application is told of operations that are for its groups, by these groups alone", async () => {
  const scene = await openWebhookScene({
    topics: ["operation.planned", "operation.changed", "operation.cancelled"],
  });
  const { owner, group, muster } = scene;
  const hidden = await buildGroup(muster, { owner, name: "Quiet Hours", visibility: "hidden" });
  const plan = async (title: string, ...groupIds: string[]) => {
    const json = {
      kind: "fleet" as const,
      title,
      startsAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
      minutes: 60,
      commanderId: null,
      groupIds,
    };
    const response = await owner.api.operations.$post({ json });
    return { ...(await response.json()), json };
  };
  // Planned by the hidden group, for the one that the application knows too.
  const { id, json } = await plan("Joint", hidden.id, group.id);
  await plan("Quiet", hidden.id);
  const param = { id };
  const changed = { ...json, title: "Joint again", version: 0 };
  await owner.api.operations[":id"].$put({ param, json: changed });
  for (const isCancelled of [true, false]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await owner.api.operations[":id"].cancelled.$put({ param, json: { isCancelled } });
  }
  await scene.minutes();
  const groups = [{ id: group.id, name: group.name }];
  expect((await scene.messages()).map(({ type, data }) => [type, data])).toEqual([
    ["operation.planned", { operation: { id, title: "Joint" }, groups }],
    ["operation.changed", { operation: { id, title: "Joint again" }, groups }],
    ["operation.cancelled", { operation: { id, title: "Joint again" }, groups }],
    ["operation.changed", { operation: { id, title: "Joint again" }, groups }],
  ]);
});
