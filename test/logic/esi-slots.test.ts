import { expect, test } from "vitest";
import { fillPath } from "#worker/esi/endpoint.ts";
import { openSlots } from "#worker/esi/slots.ts";

test("never more tasks run at once than there are slots, and all of them run", async () => {
  const run = openSlots(6);
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

test("a path is filled with its numbers", () => {
  expect(fillPath("/characters/{character_id}/wallet", { character_id: 7 })).toBe(
    "/characters/7/wallet",
  );
  expect(fillPath("/killmails/{killmail_id}/{n}", { killmail_id: 1, n: 2 })).toBe("/killmails/1/2");
});
