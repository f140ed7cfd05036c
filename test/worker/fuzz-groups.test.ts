import { expect, test } from "vitest";
import { fuzz } from "#test/support/fuzz/run.ts";

const SEED = 8;
const REQUESTS = 10_500;

test("whatever is sent to the routes of groups, every answer has its shape and the database stays whole", async () => {
  const { problems, sent, neverWell } = await fuzz({
    seed: SEED,
    requests: REQUESTS,
    isMine: (route) => route.includes("/api/groups"),
  });
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(neverWell).toEqual([]);
}, 600_000);
