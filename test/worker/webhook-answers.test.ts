import { afterEach, expect, test, vi } from "vitest";
import { openWebhookScene } from "#test/support/applications/webhook-scene.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

test.for([429, 503])(
  "a receiver that answers %i with Retry-After gets nothing before that time",
  async (status) => {
    const scene = await openWebhookScene();
    await scene.receiver.answer({ status, headers: { "Retry-After": String(2 * HOUR) } });
    await scene.join();
    await scene.minutes();
    await scene.receiver.answer({});
    // A message that came later waits too.
    await scene.join();
    await scene.driver.advance(HOUR);
    await scene.minutes(2);
    expect((await scene.messages()).map((message) => message.status)).toEqual([status]);
    await scene.driver.advance(HOUR);
    await scene.minutes(2);
    expect((await scene.deliveries()).counts).toEqual({ waiting: 0, delivered: 2, failed: 0 });
  },
);

test("Retry-After may be a date, holds for a day at most, and is ignored if it says nothing", async () => {
  const scene = await openWebhookScene();
  await scene.join();
  const secondsAfter = async (retryAfter: string) => {
    await scene.receiver.answer({ status: 503, headers: { "Retry-After": retryAfter } });
    const before = (await scene.messages()).length;
    while ((await scene.messages()).length === before) {
      await scene.driver.advance(HOUR);
      await scene.minutes();
    }
    const [delivery] = (await scene.deliveries()).items;
    return Math.round((Date.parse(delivery?.nextAt ?? "") - Date.now()) / 1000);
  };
  expect(await secondsAfter("soon")).toBe(60);
  expect(await secondsAfter("-5")).toBe(120);
  const date = new Date(Date.now() + 5 * HOUR * 1000);
  const wait = await secondsAfter(date.toUTCString());
  expect(wait).toBeGreaterThan(3 * HOUR);
  expect(wait).toBeLessThan(5 * HOUR);
  expect(await secondsAfter("99999999")).toBe(DAY);
});

test("a receiver that does not answer is waited for ten seconds, and gets the message again", async () => {
  const scene = await openWebhookScene();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(20));
  await scene.receiver.answer({ isSilent: true });
  await scene.join();
  await scene.minutes();
  expect(asked.mock.calls).toEqual([[10_000]]);
  const [delivery] = (await scene.deliveries()).items;
  expect(delivery).toMatchObject({
    state: "waiting",
    status: null,
    error: "No answer within 10 s",
  });
  asked.mockRestore();
  await scene.receiver.answer({});
  await scene.minutes(2);
  expect((await scene.deliveries()).counts).toEqual({ waiting: 0, delivered: 1, failed: 0 });
});

test("a receiver that answers 410 is switched off at once, and the log says why", async () => {
  const scene = await openWebhookScene();
  await scene.receiver.answer({ status: 410 });
  await scene.join();
  await scene.minutes();
  const param = { id: scene.applicationId };
  const { items } = await (await scene.routes.webhooks.$get({ param })).json();
  expect(items[0]).toMatchObject({
    isOn: false,
    failure: "It answers 410, so it wants no more messages",
  });
  // It waits until an administrator switches the webhook on: there is no next try.
  const [delivery] = (await scene.deliveries()).items;
  expect(delivery).toMatchObject({ state: "waiting", status: 410, nextAt: null });
  const log = await scene.admin.api.activity.$get({ query: { kind: "webhook_disabled" } });
  expect((await log.json()).items).toMatchObject([
    { detail: { label: "new-eden.test", reason: "It answers 410, so it wants no more messages" } },
  ]);
  const csv = await scene.admin.api["activity.csv"].$get({ query: { kind: "webhook_disabled" } });
  expect(await csv.text()).toContain("new-eden.test: It answers 410, so it wants no more messages");
  await scene.join();
  await scene.minutes(5);
  expect(await scene.messages()).toHaveLength(1);
});

afterEach(() => vi.useRealTimers());

/** More calls than the work of these tests needs. */
const MOST_CALLS = 40;

test("an invocation that dies after any call loses no message, and repeats none under another id", async () => {
  let completed = false;
  for (let after = 1; !completed && after < MOST_CALLS; after += 1) {
    const scene = await openWebhookScene();
    const pilots = [await scene.join(), await scene.join(), await scene.join()];
    await scene.driver.advance(60);
    await scene.driver.cron("* * * * *");
    const message = scene.muster.queue.take();
    if (message === undefined) throw new Error("The cron has sent no message.");
    completed = await scene.driver.deliverAndKill(message, after);
    await scene.driver.drain(Date.now());
    await scene.minutes(3);
    const messages = await scene.messages();
    const byId = new Map(messages.map(({ id, data }) => [id, data.pilot?.id]));
    expect([after, byId.size, new Set(byId.values())]).toEqual([
      after,
      pilots.length,
      new Set(pilots.map(({ userId }) => userId)),
    ]);
    const { counts } = await scene.deliveries();
    expect([after, counts]).toEqual([after, { waiting: 0, delivered: 3, failed: 0 }]);
    scene.driver.stop();
  }
  expect(completed).toBe(true);
});

test("two messages of the queue at once send a delivery once", async () => {
  const scene = await openWebhookScene();
  await scene.join();
  await scene.driver.advance(60);
  await scene.driver.cron("* * * * *");
  const message = scene.muster.queue.take();
  if (message === undefined) throw new Error("The cron has sent no message.");
  await Promise.all([scene.driver.deliver(message), scene.driver.deliver(message)]);
  await scene.minutes(2);
  expect(await scene.messages()).toHaveLength(1);
});
