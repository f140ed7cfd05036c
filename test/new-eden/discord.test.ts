import { expect, test } from "vitest";
import * as z from "zod/mini";
import { localVars } from "#test/new-eden/local-vars.ts";
import { openEden, pkcePair, readRefusal } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { OTHER_APPLICATION_ID } from "./discord/applications.ts";

const BASE = "https://new-eden.test/discord";
const { DISCORD_CLIENT_ID } = localVars(0);
const REDIRECT_URI = "https://muster.test/discord/callback";
const USER_AGENT = { "User-Agent": "DiscordBot (tests, 1.0)" };

function authorizationUrl(query: Record<string, string> = {}): string {
  const url = new URL(`${BASE}/oauth2/authorize`);
  const defaults = {
    response_type: "code",
    client_id: DISCORD_CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    scope: "identify email guilds.join",
    state: "a-state",
  };
  url.search = String(new URLSearchParams({ ...defaults, ...query }));
  return url.href;
}

function post(eden: Eden, path: string, form: Record<string, string>) {
  const body = new URLSearchParams({ client_id: DISCORD_CLIENT_ID, ...form });
  return eden.send(`${BASE}/api/oauth2/${path}`, { method: "POST", body, headers: USER_AGENT });
}

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** A code with a PKCE challenge, and the form that redeems it. */
async function approved(eden: Eden) {
  const { verifier, challenge } = pkcePair();
  const { id } = await eden.control.discord.createUser({ username: "tester" });
  const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
  const back = await eden.control.discord.authorize(authorizationUrl(pkce), id);
  const form = {
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  };
  return { id, form, state: back.searchParams.get("state") };
}

async function granted(eden: Eden) {
  const { form, id } = await approved(eden);
  const tokens = await readJson(await post(eden, "token", form), tokensSchema);
  return { id, accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}

const me = (eden: Eden, path: string, token: string) =>
  eden.send(`${BASE}/api/v10/${path}/@me`, {
    headers: { ...USER_AGENT, Authorization: `Bearer ${token}` },
  });

test("a public client redeems the code of a chosen user once, with its verifier", async () => {
  const eden = openEden();
  const { form, state } = await approved(eden);
  expect(state).toBe("a-state");
  const response = await post(eden, "token", form);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual({
    token_type: "Bearer",
    access_token: expect.stringMatching(/^[\w-]{30}$/),
    expires_in: 604_800,
    refresh_token: expect.stringMatching(/^[\w-]{30}$/),
    scope: "identify email guilds.join",
  });
  expect(await readRefusal(await post(eden, "token", form))).toEqual([
    400,
    "invalid_grant",
    'Invalid "code" in request.',
  ]);
});

test("cancelling redirects with Discord's error", async () => {
  const eden = openEden();
  const response = await eden.send(authorizationUrl(), {
    method: "POST",
    body: new URLSearchParams({ cancel: "1" }),
  });
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  expect(Object.fromEntries(searchParams)).toEqual({
    error: "access_denied",
    error_description: "The resource owner or authorization server denied the request",
    state: "a-state",
  });
});

test.each([
  ["another code", { code: "x" }, 'Invalid "code" in request.'],
  ["a short verifier", { code_verifier: "x" }, 'Invalid "code_verifier"'],
  ["another verifier", { code_verifier: "v".repeat(43) }, 'Invalid "code_verifier"'],
  ["another address", { redirect_uri: "https://x.test/" }, 'Invalid "redirect_uri" in request.'],
])("the token endpoint refuses %s", async (_what, change, words) => {
  const eden = openEden();
  const { form } = await approved(eden);
  const response = await post(eden, "token", { ...form, ...change });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await readRefusal(response)).toEqual([400, expect.any(String), words]);
});

test("the token endpoint refuses a missing verifier, JSON, and a client that needs its secret", async () => {
  const eden = openEden();
  const { form } = await approved(eden);
  const { code_verifier: _, ...without } = form;
  expect((await readRefusal(await post(eden, "token", without)))[2]).toBe(
    'Missing "code_verifier"',
  );
  const json = await eden.send(`${BASE}/api/oauth2/token`, {
    method: "POST",
    body: JSON.stringify(form),
    headers: { ...USER_AGENT, "Content-Type": "application/json" },
  });
  expect(json.status).toBe(400);
  const secretless = await post(eden, "token", { ...form, client_id: OTHER_APPLICATION_ID });
  expect(await readRefusal(secretless)).toEqual([401, "invalid_client", undefined]);
});

test.each([
  ["an unknown application", { client_id: "1" }, "Unknown Application"],
  ["another address", { redirect_uri: "https://muster.test/" }, "Invalid OAuth2 redirect_uri"],
  ["an unknown scope", { scope: "identify everything" }, "The requested scope is invalid"],
  [
    "plain PKCE",
    { code_challenge: "c".repeat(43), code_challenge_method: "plain" },
    'Unsupported "code_challenge_method"',
  ],
])("the authorize page refuses %s", async (_what, query, words) => {
  const response = await openEden().send(authorizationUrl(query));
  expect(await readRefusal(response)).toEqual([
    400,
    expect.any(String),
    expect.stringContaining(words),
  ]);
});

test("a refresh replaces both tokens, and the old ones become invalid", async () => {
  const eden = openEden();
  const { accessToken, refreshToken } = await granted(eden);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const fresh = await readJson(await post(eden, "token", form), tokensSchema);
  expect((await me(eden, "users", fresh.access_token)).status).toBe(200);
  expect((await me(eden, "users", accessToken)).status).toBe(401);
  expect(await readRefusal(await post(eden, "token", form))).toEqual([
    400,
    "invalid_grant",
    'Invalid "refresh_token" in request',
  ]);
});

test("revoking one token ends all grants of the user for the application", async () => {
  const eden = openEden();
  const { id, refreshToken } = await granted(eden);
  const second = await eden.control.discord.grant(id);
  const foreign = await eden.control.discord.grant(id, { clientId: OTHER_APPLICATION_ID });
  expect((await post(eden, "token/revoke", { token: refreshToken })).status).toBe(200);
  expect((await me(eden, "users", second.accessToken)).status).toBe(401);
  expect((await me(eden, "users", foreign.accessToken)).status).toBe(200);
});

test("access tokens are valid for a week", async () => {
  const eden = openEden();
  const { accessToken } = await granted(eden);
  await eden.control.advanceClock(604_799);
  expect((await me(eden, "users", accessToken)).status).toBe(200);
  await eden.control.advanceClock(1);
  expect((await me(eden, "users", accessToken)).status).toBe(401);
});

test("a rate limited client gets Retry-After", async () => {
  const eden = openEden();
  const { accessToken } = await granted(eden);
  const answers = [];
  for (let call = 0; call < 11; call += 1) answers.push(await me(eden, "users", accessToken));
  expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining")).slice(0, 3)).toEqual([
    "9",
    "8",
    "7",
  ]);
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await last?.json()).toMatchObject({ message: "You are being rate limited." });
  await eden.control.advanceClock(5);
  expect((await me(eden, "users", accessToken)).status).toBe(200);
});

test("a program without a User-Agent is blocked", async () => {
  const eden = openEden();
  const { accessToken } = await granted(eden);
  const response = await eden.send(`${BASE}/api/v10/users/@me`, {
    headers: { Authorization: `Bearer ${accessToken}`, "User-Agent": "Mozilla/5.0" },
  });
  expect(response.status).toBe(403);
});

test("a fault for one user does not affect others", async () => {
  const eden = openEden();
  const [one, other] = [await granted(eden), await granted(eden)];
  await eden.control.addFault({
    service: "discord",
    kind: "server_error",
    discordUserId: one.id,
  });
  expect((await me(eden, "users", one.accessToken)).status).toBe(500);
  expect((await me(eden, "users", other.accessToken)).status).toBe(200);
});

test("a secret that is sent is checked, in the form and in the header", async () => {
  const eden = openEden();
  const secret = "muster-has-no-use-for-it";
  const basic = (text: string) => ({
    Authorization: `Basic ${btoa(`${DISCORD_CLIENT_ID}:${text}`)}`,
  });
  const redeem = async (inForm: Record<string, string>, headers: Record<string, string> = {}) => {
    const { form } = await approved(eden);
    const body = new URLSearchParams({ ...form, ...inForm });
    const path = `${BASE}/api/oauth2/token`;
    const response = await eden.send(path, {
      method: "POST",
      body,
      headers: { ...USER_AGENT, ...headers },
    });
    return response.status;
  };
  const id = { client_id: DISCORD_CLIENT_ID };
  expect(await redeem({ ...id, client_secret: secret })).toBe(200);
  expect(await redeem({ ...id, client_secret: "wrong" })).toBe(401);
  expect(await redeem({}, basic(secret))).toBe(200);
  expect(await redeem({}, basic("wrong"))).toBe(401);
});

test("an address that Discord does not have is answered in its JSON", async () => {
  const { send } = openEden();
  for (const path of ["/api/v10/nothing", "/api/v10/users/1", "/api/nothing"]) {
    const response = await send(`${BASE}${path}`, { headers: USER_AGENT });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: "404: Not Found", code: 0 });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  }
});
