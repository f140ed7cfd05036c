import { recordOf } from "#test/support/answers/records.ts";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { shareOf } from "#test/support/workerd/share.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { app } from "#worker/app/app.ts";
import type { RateLimiterName } from "#worker/http/rate-limit.ts";
import { networkOf } from "#worker/http/rate-limit.ts";

// Hundreds of requests, and the machine may be busy.
const LIMITERS = [
  "SIGN_IN_LIMIT",
  "REDEEM_LIMIT",
  "SEARCH_LIMIT",
  "REFRESH_LIMIT",
  "MEET_LIMIT",
  "DISCORD_LIMIT",
  "WRITE_LIMIT",
  "READ_LIMIT",
] as const satisfies RateLimiterName[];
type Limiter = (typeof LIMITERS)[number];

/** The limiters of wrangler.jsonc; the harness has none otherwise. */
const real = recordOf(LIMITERS, (name) => env[name]);

const NOBODY_HERE = 2_100_000_000;

/**
 * Sends until refused; returns how many went through, and the refusal. The limiter counts by the minute of the
 * clock: when one ends meanwhile, up to twice as many pass.
 */
async function sendUntilRefused(send: () => Promise<Response>) {
  for (let passed = 0; passed <= 1500; passed += 1) {
    const response = await send();
    if (response.status === 429) return { passed, refusal: response };
  }
  throw new Error("Nobody was ever refused.");
}

test("an address over the sign-in limit is refused, another is not", async () => {
  const muster = await startMuster(real);
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
    message: "Too many requests. Wait a minute, then try again.",
  });
  expect((await from("192.0.2.2")()).status).toBe(200);
});

/** A run sends until it is refused in one way of three. */
const WAYS = [
  ["redeeming codes", "/api/groups/invite-codes/redeem", "POST", { code: "0000000000" }, 10],
  ["opening invite links", "/api/groups/invite-codes/preview", "POST", { code: "0000000000" }, 10],
  ["searching pilots", "/api/characters/search?q=nobody", "GET", undefined, 120],
  ["searching alliances", "/api/requirements/search?kind=alliance&q=nobody", "GET", undefined, 120],
  ["refreshing", "/api/characters/1/refresh", "POST", undefined, 200],
  ["linking Discord", "/api/discord/link", "DELETE", undefined, 30],
  ["writing", "/api/auth/main", "PUT", { characterId: 1 }, 240],
  ["searching groups", "/api/groups?search=nobody", "GET", undefined, 600],
  ["reading the session", "/api/auth/session", "GET", undefined, 600],
] as const;

test.for(shareOf(WAYS, 3))(
  "a user is limited in %s, another user is not",
  async ([, path, method, body, limit]) => {
    const muster = await startMuster(real);
    const as = (sessionToken: string) => () =>
      muster.send(path, {
        method,
        headers: {
          authorization: `Bearer ${sessionToken}`,
          "cf-connecting-ip": `home of ${sessionToken}`,
          "content-type": "application/json",
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const [mira, oskar] = await buildUsers(muster, 2);
    const { passed } = await sendUntilRefused(as(mira.sessionToken));
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(2 * limit);
    expect((await as(oskar.sessionToken)()).status).not.toBe(429);
  },
);

test("unknown tokens are limited by network, and known ones are not", async () => {
  const muster = await startMuster(real);
  const mira = await buildUser(muster);
  const from = (address: string, token: string) =>
    muster.send("/api/groups", {
      headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": address },
    });
  let sent = 0;
  // Subnets of one subscriber: 2001:db8:0:700::/56.
  const subnet = () => `2001:db8:0:7${(sent % 256).toString(16).padStart(2, "0")}::1`;
  const { passed, refusal } = await sendUntilRefused(() => from(subnet(), `guess-${(sent += 1)}`));
  expect(passed).toBeGreaterThanOrEqual(600);
  expect(passed).toBeLessThanOrEqual(1200);
  expect(refusal.headers.get("retry-after")).toBe("60");
  expect((await from("2001:db8:0:800::1", "guess")).status).toBe(401);
  await from("192.0.2.9", mira.sessionToken);
  expect((await from(subnet(), mira.sessionToken)).status).toBe(200);
});

test("a read over its limit is refused before the database is asked", async () => {
  let isFull = false;
  const limit = () => Promise.resolve({ success: !isFull });
  const muster = await startMuster({ READ_LIMIT: { limit } });
  const mira = await buildUser(muster);
  const known = { authorization: `Bearer ${mira.sessionToken}` };
  await muster.send("/api/groups", { headers: known });
  isFull = true;
  muster.costs.reset();
  for (const path of ["/api/groups?search=x", "/api/auth/session", "/api/auth/sessions"]) {
    for (const headers of [known, { authorization: "Bearer guess" }, undefined]) {
      expect((await muster.send(path, headers && { headers })).status).toBe(429);
    }
  }
  expect(muster.costs.roundTrips).toBe(0);
});

test("looking up unknown characters is limited below ESI's error limit", async () => {
  const muster = await startMuster(real);
  let id = NOBODY_HERE;
  const as = (sessionToken: string) => () =>
    muster.send(`/api/characters/${(id += 1)}`, {
      headers: { authorization: `Bearer ${sessionToken}` },
    });
  const [mira, oskar] = await buildUsers(muster, 2);
  const { passed, refusal } = await sendUntilRefused(as(mira.sessionToken));
  expect(passed).toBeGreaterThanOrEqual(20);
  expect(passed).toBeLessThan(40);
  expect(refusal.headers.get("retry-after")).toBe("60");
  // Two windows of this limit may fit into one of EVE's, which answers 404 or, later, pauses everybody.
  expect((await as(oskar.sessionToken)()).status).not.toBe(429);
  // A character that Muster knows is shown to her all the same.
  const known = await mira.api.characters[":id"].$get({
    param: { id: String(oskar.mainCharacterId) },
  });
  expect(known.status).not.toBe(429);
});

/** Besides WRITE_LIMIT and READ_LIMIT, which count whatever a signed-in user changes and reads. */
const COUNTED_TOO: Record<string, Limiter> = {
  "POST /api/auth/login/start": "SIGN_IN_LIMIT",
  "POST /api/auth/character/start": "SIGN_IN_LIMIT",
  "POST /api/auth/proof/start": "SIGN_IN_LIMIT",
  "GET /api/auth/callback": "SIGN_IN_LIMIT",
  "POST /api/auth/claim-main": "SIGN_IN_LIMIT",
  "DELETE /api/auth/claim-main": "SIGN_IN_LIMIT",
  "POST /api/auth/take-back": "SIGN_IN_LIMIT",
  "POST /api/auth/logout": "SIGN_IN_LIMIT",
  "GET /api/characters/search": "SEARCH_LIMIT",
  "GET /api/admin/search": "SEARCH_LIMIT",
  "GET /api/characters/:id": "MEET_LIMIT",
  "POST /api/characters/:id/refresh": "REFRESH_LIMIT",
  "POST /api/groups/invite-codes/preview": "REDEEM_LIMIT",
  "POST /api/groups/invite-codes/redeem": "REDEEM_LIMIT",
  "POST /api/invite-links": "REDEEM_LIMIT",
  "POST /api/discord/link/start": "DISCORD_LIMIT",
  "POST /api/discord/callback/tokens": "DISCORD_LIMIT",
  "DELETE /api/discord/link": "DISCORD_LIMIT",
};
/** These know nobody but an address. */
const BY_ADDRESS = new Set([
  "login/start",
  "callback",
  "claim-main",
  "take-back",
  "logout",
  "/api/invite-links",
  "/api/calendar.ics",
]);
/** Discord sends these, without a session. */
const BY_DISCORD = new Set(["/api/discord/interactions", "/api/discord/events"]);
/** Applications call these without a session, or send a visitor there. */
const BY_APPLICATION = /^\/oauth\/|^\/\.well-known\/o|^\/api\/sign-out$|^\/api\/v1\//;
/** These read no row of anybody: static data, and a check that is made every ten seconds at most. */
const UNCOUNTED = new Set(["GET /api/skills", "GET /api/health", "GET /.well-known/security.txt"]);

test("every read and every write is rate limited, with Retry-After", async () => {
  let spent: Limiter[] = [];
  let keys: string[] = [];
  let full: Limiter | undefined;
  const counting = (name: Limiter) => ({
    limit: ({ key }: { key: string }) => {
      spent.push(name);
      keys.push(key);
      return Promise.resolve({ success: name !== full });
    },
  });
  const limits = recordOf(LIMITERS, counting);
  const muster = await startMuster(limits);
  const { userId, sessionToken, proof } = await buildUser(muster, {
    characterId: AURELIA_VOSS_ID,
  });
  // Now this isolate knows the token, whose requests count against the user alone.
  await muster.send("/api/auth/sessions", { headers: { authorization: `Bearer ${sessionToken}` } });
  const routes = app.routes.filter(({ method }) => method !== "ALL");

  for (const route of new Set(routes.map(({ method, path }) => `${method} ${path}`))) {
    const [method = "", path = ""] = route.split(" ");
    const expected: Limiter[] = COUNTED_TOO[route] === undefined ? [] : [COUNTED_TOO[route]];
    const byAddress = BY_ADDRESS.has(path.replace("/api/auth/", "")) || BY_APPLICATION.test(path);
    if (byAddress || (method === "GET" && !UNCOUNTED.has(route))) expected.push("READ_LIMIT");
    else if (method !== "GET") expected.push("WRITE_LIMIT");
    for (full of expected) {
      [spent, keys] = [[], []];
      const answer = await muster.send(path.replaceAll(/:\w+/g, String(NOBODY_HERE)), {
        method,
        headers: {
          authorization: `Bearer ${sessionToken}`,
          cookie: proofCookie(proof),
          "cf-connecting-ip": "2001:DB8:0:7::1",
          "content-type": "application/json",
        },
      });
      expect([route, answer.status, answer.headers.get("retry-after")]).toEqual([route, 429, "60"]);
      expect(spent.at(-1)).toBe(full);
      const isByNetwork = BY_DISCORD.has(path) || (byAddress && full === "READ_LIMIT");
      const key = isByNetwork ? "2001:db8:0:0" : userId;
      const isByPath = full === "SIGN_IN_LIMIT" || (byAddress && full === "REDEEM_LIMIT");
      expect(keys.at(-1)).toBe(isByPath ? `2001:db8:0:7 ${path}` : key);
    }
  }
});

test("IPv6 addresses are limited by their /64 network", () => {
  const networks: [string, string][] = [
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::3:4:5:6:7", "2001:db8:0:3"],
    ["::1", "0:0:0:0"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
    ["local", "local"],
  ];
  for (const [address, network] of networks) expect(networkOf(address, 64)).toBe(network);
});
