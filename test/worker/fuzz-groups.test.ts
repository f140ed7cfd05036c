import { expect, test } from "vitest";
import { fuzz } from "#test/support/fuzz/run.ts";

const SEED = 8;
const REQUESTS = 12_000;

test("random requests to the routes of groups get valid responses and leave the database intact", async () => {
  const { problems, sent, neverWell } = await fuzz({
    seed: SEED,
    requests: REQUESTS,
    isMine: (route) => route.includes("/api/groups"),
  });
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(neverWell).toEqual([]);
}, 600_000);
