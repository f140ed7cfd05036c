import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { readError } from "#test/support/read-error.ts";

const { SIGN_IN_LIMIT, REDEEM_LIMIT, SEARCH_LIMIT, REFRESH_LIMIT } = env;
const limits = { SIGN_IN_LIMIT, REDEEM_LIMIT, SEARCH_LIMIT, REFRESH_LIMIT };

/**
 * Sends until refused; returns how many went through, and the refusal. The limiter counts by the minute of the
 * clock: when one ends meanwhile, up to twice as many pass.
 */
async function sendUntilRefused(send: () => Promise<Response>) {
  for (let passed = 0; passed <= 500; passed += 1) {
    const response = await send();
    if (response.status === 429) return { passed, refusal: response };
  }
  throw new Error("Nobody was ever refused.");
}

test("an address that starts sign-ins without end is told to wait, another is not", async () => {
  const muster = await startMuster(limits);
  const from = (address: string) => () =>
    muster.send("/api/auth/login/start", {
      method: "POST",
      headers: { "cf-connecting-ip": address },
    });
  const { passed, refusal } = await sendUntilRefused(from("192.0.2.1"));
  expect(passed).toBeGreaterThanOrEqual(120);
  expect(passed).toBeLessThan(240);
  expect(refusal.headers.get("retry-after")).toBe("60");
  expect(await readError(refusal)).toMatchObject({
    code: "rate_limited",
    message: "That was a lot at once. Wait a minute, then try again.",
  });
  expect((await from("192.0.2.2")()).status).toBe(200);
});

test.for([
  ["redeeming codes", "/api/groups/invite-codes/redeem", "POST", { code: "0000000000" }, 10],
  ["searching pilots", "/api/characters/search?q=nobody", "GET", undefined, 120],
  ["refreshing", "/api/characters/1/refresh", "POST", undefined, 200],
] as const)(
  "a user is limited in %s, another user is not",
  async ([, path, method, body, limit]) => {
    const muster = await startMuster(limits);
    const as = (sessionToken: string) => () =>
      muster.send(path, {
        method,
        headers: { authorization: `Bearer ${sessionToken}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
    const { passed } = await sendUntilRefused(as(mira.sessionToken));
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThan(2 * limit);
    expect((await as(oskar.sessionToken)()).status).not.toBe(429);
  },
);

test("the callback and the claim are limited by address, whatever they carry", async () => {
  const muster = await startMuster(limits);
  const headers = { "cf-connecting-ip": "192.0.2.9", "content-type": "application/json" };
  const callback = () => muster.send("/api/auth/callback?code=x&state=y", { headers });
  const claim = () =>
    muster.send("/api/auth/claim-main", { method: "POST", headers, body: '{"characterId":1}' });
  for (const send of [callback, claim]) {
    expect((await sendUntilRefused(send)).passed).toBeGreaterThanOrEqual(120);
  }
});
