import { expect, test } from "vitest";
import { fuzz } from "#test/support/fuzz/run.ts";

const SEED = 8;
const REQUESTS = 10_500;

/** For these, EVE or Discord must have vouched for somebody; their own tests walk that way. */
const NEED_A_VOUCHER = [
  "GET /api/auth/callback",
  "POST /api/auth/claim-main",
  "POST /api/discord/callback/tokens",
];

test("whatever is sent to all other routes, every answer has its shape and the database stays whole", async () => {
  const { problems, sent, neverWell } = await fuzz({
    seed: SEED,
    requests: REQUESTS,
    isMine: (route) => !route.includes("/api/groups"),
  });
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(neverWell.toSorted()).toEqual(NEED_A_VOUCHER);
}, 600_000);
