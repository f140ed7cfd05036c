import { Hono } from "hono";
import { expect, test } from "vitest";
import type { App } from "#worker/env.ts";
import {
  addressAndPath,
  countAgainst,
  networkOf,
  rateLimit,
  subscriberOf,
} from "#worker/http/rate-limit.ts";

/** A limiter of so many calls, and what it has counted. */
function limiter(allowed: number) {
  const keys: string[] = [];
  return {
    keys,
    limit: ({ key }: { key: string }) => Promise.resolve({ success: keys.push(key) <= allowed }),
  };
}

test("requests are refused only over the limit, with a message", async () => {
  const twice = limiter(2);
  await countAgainst(twice, "tovi");
  await countAgainst(twice, "tovi");
  await expect(countAgainst(twice, "tovi")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many requests. Wait a minute, then try again.",
  });
  expect(twice.keys).toEqual(["tovi", "tovi", "tovi"]);
});

test("a limited route counts in its own limiter by its own key", async () => {
  const [SIGN_IN_LIMIT, SEARCH_LIMIT] = [limiter(1), limiter(9)];
  let answered = 0;
  const app = new Hono<App>()
    .onError((_, c) => c.text("refused", 429))
    .get("/api/*", rateLimit("SIGN_IN_LIMIT", addressAndPath), (c) => {
      answered += 1;
      return c.text("answered");
    });
  const send = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers }, { SIGN_IN_LIMIT, SEARCH_LIMIT });

  expect((await send("/api/a", { "cf-connecting-ip": "192.0.2.1" })).status).toBe(200);
  expect((await send("/api/b")).status).toBe(429);
  expect(answered).toBe(1);
  expect(SIGN_IN_LIMIT.keys).toEqual(["192.0.2.1 /api/a", "local /api/b"]);
  expect(SEARCH_LIMIT.keys).toEqual([]);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["local", "local"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8::3:4:5:6:7", "2001:db8:0:3"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["2001:db8:10:200::", "2001:db8:10:200"],
  ["2001:db8:0000:0200::", "2001:db8:0:200"],
  ["::1", "0:0:0:0"],
  ["::2:3:4:5:6:7:8", "0:2:3:4"],
])(
  "of an IPv6 address its network counts, of an IPv4 address all: %s is %s",
  (address, network) => {
    expect(networkOf(address, 64)).toBe(network);
  },
);

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2ff:3:4:5:6", "2001:db8:1:200"],
  ["2001:db8:1:ff::", "2001:db8:1:0"],
  ["2001:db8:1:ff00::", "2001:db8:1:ff00"],
  ["::1", "0:0:0:0"],
])("the subscriber of %s is %s", (address, network) => {
  expect(networkOf(address, 56)).toBe(network);
});

test("requests without a session count for their subscriber, whatever their route", async () => {
  const app = new Hono().get("*", (c) => c.text(subscriberOf(c)));
  const subscriber = async (path: string, headers: Record<string, string> = {}) =>
    (await app.request(path, { headers })).text();
  const home = { "cf-connecting-ip": "2001:db8:1:2ff:3:4:5:6" };
  expect(await subscriber("/a", home)).toBe("2001:db8:1:200");
  expect(await subscriber("/b", home)).toBe("2001:db8:1:200");
  expect(await subscriber("/a", { "cf-connecting-ip": "192.0.2.1" })).toBe("192.0.2.1");
  expect(await subscriber("/a")).toBe("local");
});
