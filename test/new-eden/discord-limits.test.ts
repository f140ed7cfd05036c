import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discordBot } from "#test/support/discord/discord-bot.ts";
import { openEden } from "#test/support/new-eden/open-eden.ts";

/** Time passes only where a test advances the clock. */
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

async function openServer() {
  const eden = openEden();
  const { servers } = eden.control.discord;
  const { id, roles, ownerId } = await servers.create({ roles: [{ name: "low" }] });
  const ask = discordBot(eden);
  const role = roles.find(({ name }) => name === "low")?.id ?? "";
  return {
    eden,
    ask,
    put: (server = id) => ask("PUT", `/guilds/${server}/members/${ownerId}/roles/${role}`),
    member: () => ask("GET", `/guilds/${id}/members/${ownerId}`),
    id,
    ownerId,
    role,
  };
}

async function repeat<Value>(times: number, act: () => Promise<Value>): Promise<Value[]> {
  const results = [];
  for (let call = 0; call < times; call += 1) results.push(await act());
  return results;
}

const header = (name: string) => (answer: { headers: Headers }) => answer.headers.get(name);

test("giving and taking roles share a fixed window of ten requests per server", async () => {
  const { eden, ask, put, id, ownerId, role } = await openServer();
  const answers = await repeat(9, put);
  const taken = await ask("DELETE", `/guilds/${id}/members/${ownerId}/roles/${role}`);
  const remaining = [...answers, taken].map(header("x-ratelimit-remaining"));
  expect(remaining).toEqual(["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"]);
  expect(new Set([...answers, taken].map(header("x-ratelimit-bucket"))).size).toBe(1);
  const refused = await put();
  expect(refused.status).toBe(429);
  expect(refused.json).toMatchObject({ global: false, message: "You are being rate limited." });
  expect(refused.headers.get("x-ratelimit-scope")).toBe("user");
  const wait = Number(refused.headers.get("x-ratelimit-reset-after"));
  expect(Number(refused.headers.get("retry-after"))).toBe(Math.ceil(wait));

  const other = await eden.control.discord.servers.create({ ownerId });
  expect((await put(other.id)).headers.get("x-ratelimit-remaining")).toBe("9");
  await eden.control.advanceClock(wait);
  expect((await put()).headers.get("x-ratelimit-remaining")).toBe("9");
});

test("reading members has a sliding window: every fifth of a second frees a request", async () => {
  const { eden, member } = await openServer();
  const statuses = async (times: number) =>
    (await repeat(times, member)).map(({ status }) => status);
  expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429]);
  await eden.control.advanceClock(0.2);
  expect(await statuses(2)).toEqual([200, 429]);
  const refused = await member();
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("x-ratelimit-reset-after")).toBe("1.000");
  expect(refused.json).toMatchObject({ retry_after: 0.2 });
});

test("an error counts, and has the headers of its limit", async () => {
  const { put } = await openServer();
  const { status, headers } = await put("790000000000000100");
  expect(status).toBe(404);
  expect(headers.get("x-ratelimit-remaining")).toBe("9");
});

test("all requests of a bot have a limit of fifty per second", async () => {
  const { eden, ask, ownerId } = await openServer();
  const { servers } = eden.control.discord;
  const ids = await Promise.all(
    Array.from({ length: 60 }, async () => (await servers.create({ ownerId })).id),
  );
  const answers = await Promise.all(ids.map((id) => ask("GET", `/guilds/${id}`)));
  const refused = answers.find(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(refused?.json).toMatchObject({ global: true });
  expect(refused?.headers.get("x-ratelimit-global")).toBe("true");
  expect(refused?.headers.get("x-ratelimit-scope")).toBe("global");
});

test("requests that take time stay below the limit of all requests, and EVE's clock stands still", async () => {
  const { eden, ask, ownerId } = await openServer();
  const { servers, createUsers, setLatency, tookMs } = eden.control.discord;
  await setLatency(25);
  const ids = await Promise.all(
    Array.from({ length: 60 }, async () => (await servers.create({ ownerId })).id),
  );
  const answers = await Promise.all(ids.map((id) => ask("GET", `/guilds/${id}`)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await tookMs()).toBe(60 * 25);
  expect(eden.world.clockOffsetMs).toBe(0);
  expect(new Set((await createUsers(3)).map(({ id }) => id)).size).toBe(3);
});

test("the responses are counted by method, status and code; shared limits are not invalid requests", async () => {
  const { eden, ask, put } = await openServer();
  await repeat(11, put);
  await put("790000000000000100");
  await ask("GET", "/users/@me", { token: "wrong" });
  await eden.control.addFault({
    service: "discord",
    kind: "rate_limited",
    scope: "shared",
    times: 1,
  });
  const shared = await put();
  expect(shared.headers.get("x-ratelimit-scope")).toBe("shared");
  expect(await eden.control.discord.answers()).toEqual({
    answers: { "PUT 204": 10, "PUT 429 0": 1, "PUT 404 10011": 1, "GET 401 0": 1, "PUT 429": 1 },
    invalid: 2,
  });
});

test("10,000 invalid requests in ten minutes ban the address, and the ban ends", async () => {
  const { eden, ask } = await openServer();
  eden.world.discord.tally.invalid = Array.from({ length: 9_999 }, () => Date.now());
  expect((await ask("GET", "/users/@me", { token: "wrong" })).status).toBe(401);
  const banned = await ask("GET", "/users/@me");
  expect(banned).toMatchObject({ status: 429, json: undefined, text: "error code: 1015" });
  expect(banned.headers.get("x-ratelimit-bucket")).toBeNull();
  await eden.control.advanceClock(Number(banned.headers.get("retry-after")));
  expect((await ask("GET", "/users/@me")).status).toBe(200);
});

test("faults strike one route, one member or everything", async () => {
  const { eden, ask, put, member, ownerId } = await openServer();
  const { control } = eden;
  await control.addFault({
    service: "discord",
    kind: "server_error",
    path: "/roles/",
    method: "PUT",
  });
  expect([(await put()).status, (await member()).status]).toEqual([500, 200]);
  await control.clearFaults();
  await control.addFault({ service: "discord", kind: "bad_gateway", discordUserId: ownerId });
  expect([(await put()).status, (await ask("GET", "/users/@me")).status]).toEqual([502, 200]);
  await control.clearFaults();
  await control.addFault({ service: "discord", kind: "ip_banned", retryAfter: 60 });
  const banned = await put();
  expect(banned).toMatchObject({ status: 429, json: undefined, text: "error code: 1015" });
  expect(banned.headers.get("retry-after")).toBe("60");
});
