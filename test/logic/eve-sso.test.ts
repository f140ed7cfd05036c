import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createAuthorizationUrl,
  EveSsoError,
  exchangeCode,
  checkEveClient,
  refreshEveGrant,
  revokeEveGrant,
} from "#worker/auth/tokens/eve-sso.ts";
import { readConfig } from "#worker/ground/config.ts";
import { MIRA_TAL_ID } from "#test/new-eden/ids.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { openEden, pkcePair } from "#test/support/new-eden/open-eden.ts";

const BASE = "https://new-eden.test";
const config = await readConfig({ ...localVars(0), ...newEdenUrls(BASE) });
const SCOPES = ["publicData", "esi-skills.read_skills.v1"];
const { verifier, challenge } = pkcePair();

let eden: ReturnType<typeof openEden>;

beforeEach(() => {
  eden = openEden();
  vi.stubGlobal("fetch", eden.send);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const request = { origin: "https://muster.test", state: "a-state", codeVerifier: verifier };
const authorizationUrl = () => createAuthorizationUrl(config, { ...request, scopes: SCOPES });

async function newCode() {
  const { code } = await eden.control.authorize(authorizationUrl(), MIRA_TAL_ID);
  return code ?? "";
}
const newGrant = () => eden.control.grant(MIRA_TAL_ID, SCOPES);

/** EVE's sign-in answers this. */
function answering(status: number, body: unknown) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
}

test("the authorization URL has code flow, PKCE, scopes and the callback URL", () => {
  const url = new URL(authorizationUrl());
  expect(url.origin + url.pathname).toBe(`${BASE}/sso/v2/oauth/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: config.EVE_CLIENT_ID,
    redirect_uri: "https://muster.test/auth/callback",
    state: "a-state",
    scope: SCOPES.join(" "),
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
});

test("a code is exchanged once, and only with its verifier", async () => {
  const code = await newCode();
  const exchange = (code: string, codeVerifier = verifier) =>
    exchangeCode(config, { origin: request.origin, code, codeVerifier });
  expect(await exchange(code)).toEqual({
    accessToken: expect.stringMatching(/^eyJ/),
    refreshToken: expect.stringMatching(/./),
  });
  for (const refused of [exchange(code), exchange(await newCode(), pkcePair().verifier)]) {
    await expect(refused).rejects.toMatchObject({ name: "EveSsoError", reason: "refused" });
  }
});

/** The forms that are sent to EVE's sign-in, which grants all that they request. */
function recordForms() {
  const sent: Record<string, string>[] = [];
  vi.stubGlobal("fetch", async (input: string | Request, init?: RequestInit) => {
    const form = new URLSearchParams(await new Request(input, init).text());
    sent.push(Object.fromEntries(form));
    return Response.json({ access_token: "a", refresh_token: "r", token_type: "Bearer" });
  });
  return sent;
}

test("a code is exchanged with the callback URL of its authorization request", async () => {
  const sent = recordForms();
  await exchangeCode(config, { origin: request.origin, code: "c", codeVerifier: verifier });
  expect(sent).toEqual([
    {
      grant_type: "authorization_code",
      code: "c",
      code_verifier: verifier,
      redirect_uri: "https://muster.test/auth/callback",
    },
  ]);
});

test("EVE is told that what is revoked is a refresh token", async () => {
  const sent = recordForms();
  await revokeEveGrant(config, "any");
  expect(sent).toEqual([{ token_type_hint: "refresh_token", token: "any" }]);
});

test("an exchange that returns no refresh token is no grant", async () => {
  answering(200, { access_token: "a", token_type: "Bearer" });
  const exchanged = exchangeCode(config, { ...request, code: "c" });
  await expect(exchanged).rejects.toMatchObject({ reason: "unavailable" });
});

test("a refresh returns the new refresh token", async () => {
  await eden.control.setSso({ rotatesRefreshTokens: true });
  const { refreshToken } = await newGrant();
  const next = await refreshEveGrant(config, refreshToken);
  expect(next).toMatchObject({
    accessToken: expect.stringMatching(/^eyJ/),
  });
  expect(next.refreshToken).not.toBe(refreshToken);
});

// RFC 6749 §5.1 and §6: only the access token and its type are required.
test.each([
  [{}, "current"],
  [{ expires_in: 1199 }, "current"],
  [{ refresh_token: null, expires_in: null }, "current"],
  [{ refresh_token: "next" }, "next"],
])("a refresh may answer %j", async (more, refreshToken) => {
  answering(200, { access_token: "a", token_type: "Bearer", ...more });
  expect(await refreshEveGrant(config, "current")).toEqual({ accessToken: "a", refreshToken });
});

test.each([
  ["https://login.eveonline.com", "id:s e%c"],
  ["https://sso.example", "id:s+e%25c"],
])("%s is sent its own form of Basic credentials", async (EVE_SSO_URL, credentials) => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => {
    const { headers } = new Request(input, init);
    sent.push(headers.get("authorization") ?? "");
    return Promise.resolve(Response.json({ access_token: "a", token_type: "Bearer" }));
  });
  const ours = { ...config, EVE_SSO_URL, EVE_CLIENT_ID: "id", EVE_CLIENT_SECRET: "s e%c" };
  await refreshEveGrant(ours, "any");
  await revokeEveGrant(ours, "any");
  expect(sent).toEqual(Array(2).fill(`Basic ${btoa(credentials)}`));
});

test.each(["grant_missing", "token_missing", "unable_to_migrate"] as const)(
  "a grant that EVE says is gone is refused: %s",
  async (death) => {
    const { refreshToken } = await newGrant();
    await eden.control.revoke(MIRA_TAL_ID, death);
    await expect(refreshEveGrant(config, refreshToken)).rejects.toMatchObject({
      reason: "refused",
      message: "EVE's sign-in: refused",
      cause: { code: "invalid_grant" },
    });
  },
);

test.each(["invalid_client", "unauthorized_client"])(
  "%s speaks of our application, not of the grant",
  async (error) => {
    answering(401, { error });
    await expect(refreshEveGrant(config, "any")).rejects.toMatchObject({ reason: "misconfigured" });
  },
);

// https://github.com/ccpgames/sso-issues/issues/72
test("EVE's invalid_grant for an unknown client id speaks of our application", async () => {
  answering(400, {
    error: "invalid_grant",
    error_description: "Grant type refresh_token is not supported.",
  });
  await expect(refreshEveGrant(config, "any")).rejects.toMatchObject({ reason: "misconfigured" });
});

test.each([
  "server_error",
  "error_reference",
  "bad_gateway",
  "unavailable",
  "gateway_timeout",
  "connection_reset",
  "malformed_json",
] as const)("%s says nothing of the grant", async (kind) => {
  const { refreshToken } = await newGrant();
  await eden.control.addFault({ service: "sso", kind });
  await expect(refreshEveGrant(config, refreshToken)).rejects.toMatchObject({
    reason: "unavailable",
  });
});

test.each([
  [400, { error: "invalid_request" }],
  [400, { error: "invalid_scope" }],
  [400, { message: "invalid_grant" }],
  [500, { error: "invalid_grant" }],
  [200, {}],
  [200, { refresh_token: "r" }],
])("%i with %j says nothing of the grant either", async (status, body) => {
  answering(status, body);
  await expect(refreshEveGrant(config, "any")).rejects.toMatchObject({ reason: "unavailable" });
});

test("calls of EVE's SSO time out after ten seconds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  let failure: unknown;
  void refreshEveGrant(config, "any").catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toMatchObject({
    reason: "unavailable",
    cause: new Error("EVE's sign-in timed out."),
  });
});

test("the timeout is cleared after a response", async () => {
  const { refreshToken } = await newGrant();
  vi.useFakeTimers();
  await refreshEveGrant(config, refreshToken);
  expect(vi.getTimerCount()).toBe(0);
});

test("revoking ends the grant at EVE", async () => {
  const { refreshToken } = await newGrant();
  await revokeEveGrant(config, refreshToken);
  await expect(refreshEveGrant(config, refreshToken)).rejects.toMatchObject({ reason: "refused" });
});

test("a failed revocation is an error", async () => {
  answering(503, {});
  const error: unknown = await revokeEveGrant(config, "any").catch((one: unknown) => one);
  expect(error).toBeInstanceOf(EveSsoError);
  expect(error).toMatchObject({ reason: "unavailable", cause: new Error("Status 503") });
});

test("the application can be checked without a grant", async () => {
  expect(await checkEveClient(config)).toBe("accepted");
  expect(await checkEveClient({ ...config, EVE_CLIENT_SECRET: "mistyped" })).toBe("wrong_secret");
  await eden.control.addFault({ service: "sso", kind: "bad_gateway" });
  expect(await checkEveClient(config)).toBe("unavailable");
  // One refresh each, of a token that nobody has.
  const asked = await eden.control.requests({ service: "sso", path: /token$/ });
  expect(asked).toHaveLength(3);
});

test.each([
  [{ error: "invalid_grant" }, "accepted"],
  [{ error: "invalid_grant", error_description: "Token missing/expired" }, "accepted"],
  [
    { error: "invalid_grant", error_description: "Refresh tokens are Not Supported" },
    "unknown_client",
  ],
])("EVE's %j means that the application is %s", async (body, state) => {
  answering(400, body);
  expect(await checkEveClient(config)).toBe(state);
});

test("an application to which EVE issues tokens is accepted", async () => {
  answering(200, { access_token: "a", token_type: "Bearer" });
  expect(await checkEveClient(config)).toBe("accepted");
});
