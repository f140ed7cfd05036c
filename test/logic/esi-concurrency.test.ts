import { expect, test } from "vitest";
import { fillPath } from "#worker/esi/endpoint.ts";
import { limitConcurrency } from "#worker/esi/cooldowns.ts";

test("at most `size` tasks run at once, and all of them run", async () => {
  const run = limitConcurrency(6);
  let running = 0;
  let most = 0;
  const task = async (number: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, number % 3));
    running -= 1;
    if (number % 5 === 0) throw new Error("A task that fails gives its slot back.");
    return number;
  };
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, number) => run(() => task(number))),
  );
  expect(most).toBe(6);
  expect(running).toBe(0);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(32);
});

test("waiting tasks start in the order of the calls", async () => {
  const run = limitConcurrency(1);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const results = [1, 2, 3].map((number) =>
    run(async () => {
      started.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    }),
  );
  for (const running of [[1], [1, 2], [1, 2, 3]]) {
    await expect.poll(() => started, { interval: 1 }).toEqual(running);
    ends.shift()?.();
  }
  expect(await Promise.all(results)).toEqual([1, 2, 3]);
  // All slots are free again.
  expect(await run(() => Promise.resolve("next"))).toBe("next");
});

test("a path is filled with its numbers", () => {
  expect(fillPath("/characters/{character_id}/wallet", { character_id: 7 })).toBe(
    "/characters/7/wallet",
  );
  expect(fillPath("/killmails/{killmail_id}/{n}", { killmail_id: 1, n: 2 })).toBe("/killmails/1/2");
});
