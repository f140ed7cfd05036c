import { afterEach, expect, test, vi } from "vitest";
import { openWebhookScene } from "#test/support/applications/webhook-scene.ts";

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
