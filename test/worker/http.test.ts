import type { D1Database } from "@cloudflare/workers-types";
import { env } from "cloudflare:workers";
import { override } from "#test/support/workerd/counting-database.ts";
import { expect, test, vi } from "vitest";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { PUBLIC_PATHS } from "#worker/applications/oidc/routes.ts";
import { app } from "#worker/app/app.ts";
import worker from "#worker/index.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { ACCESS } from "./access-table.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";

const muster = await startMuster();
const user = await buildUser(muster);

test("every response has the security headers, errors included", async () => {
  for (const path of ["/api/auth/session", "/api/nothing", "/api/auth/sessions"]) {
    const { headers } = await muster.send(path);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

test("a cross-site write is refused, a cross-site read is not", async () => {
  const from = (site: string, method: string, path: string) =>
    muster.send(path, { method, headers: { "sec-fetch-site": site } });
  for (const site of ["cross-site", "same-site"]) {
    const refused = await from(site, "POST", "/api/auth/login/start");
    expect(refused.status).toBe(403);
    expect((await readError(refused)).message).toContain("another site");
    expect((await from(site, "GET", "/api/auth/session")).status).toBe(200);
  }
  expect((await from("same-origin", "POST", "/api/auth/login/start")).status).toBe(200);
});

test("a write with a foreign Origin and no Sec-Fetch-Site is refused", async () => {
  const from = (origin: string) =>
    muster.send("/api/auth/login/start", { method: "POST", headers: { origin } });
  for (const origin of [
    "https://evil.test",
    "null",
    "http://muster.test",
    "https://a.muster.test",
  ]) {
    expect((await from(origin)).status).toBe(403);
  }
  expect((await from("https://muster.test")).status).toBe(200);
});

test("the sign-in callback, a GET that changes state, is refused cross-site", async () => {
  const back = (site: string, method: string) =>
    muster.send("/api/auth/callback?code=x&state=y", {
      method,
      headers: { "sec-fetch-site": site },
    });
  for (const method of ["GET", "HEAD"]) {
    expect((await back("cross-site", method)).status).toBe(403);
    expect((await back("same-origin", method)).status).toBe(400);
  }
});

test("a body over 64 KiB is refused, with or without Content-Length", async () => {
  const body = JSON.stringify({ characterId: 1, padding: "x".repeat(64 * 1024) });
  const headers = { "content-type": "application/json" };
  const stream = new Blob([body]).stream();
  for (const payload of [body, stream]) {
    const response = await muster.send("/api/auth/claim-main", {
      method: "POST",
      headers,
      body: payload,
      ...(payload === stream && { duplex: "half" }),
    });
    expect(response.status).toBe(413);
    expect((await readError(response)).code).toBe("payload_too_large");
  }
});

test("missing variables are named at the first request, without values", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const env = {
    ...muster.env,
    EVE_CLIENT_ID: "",
    TOKEN_ENCRYPTION_KEY: "tooshort",
    ESI_URL: "esi",
  };
  const response = await worker.fetch(new Request("https://muster.test/api/auth/session"), env);
  expect(response.status).toBe(503);
  const { code, message } = await readError(response);
  expect(code).toBe("not_configured");
  expect(message).toContain("EVE_CLIENT_ID is missing; TOKEN_ENCRYPTION_KEY must be");
  expect(message).not.toContain("tooshort");
  // A form that was left empty sets an empty secret.
  const empty = await worker.fetch(new Request("https://muster.test/api/auth/session"), {
    ...env,
    TOKEN_ENCRYPTION_KEY: "",
  });
  expect((await readError(empty)).message).toMatch(/TOKEN_ENCRYPTION_KEY is missing(?! *must)/);
  const line = String(log.mock.calls[0]?.[0]);
  log.mockRestore();
  expect(line).toContain("EVE_CLIENT_ID is missing");
  expect(line).toContain("TOKEN_ENCRYPTION_KEY must be 32 bytes in base64");
  expect(line).toContain("ESI_URL must be an http(s) address");
  expect(line).not.toContain("tooshort");
});

test("a query that fails is logged without its parameters", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = { ...muster.env, DB: withoutTables() };
  const request = new Request("https://muster.test/api/auth/logout", {
    method: "POST",
    headers: { authorization: "Bearer secret" },
  });
  expect((await worker.fetch(request, broken)).status).toBe(500);
  const line = String(log.mock.calls[0]?.[0]);
  log.mockRestore();
  expect(line).toContain("Query: delete from");
  expect(line).toContain("no such table");
  expect(line).toContain("= ?");
  expect(line).not.toContain("secret");
});

/** A database that was never migrated. */
function withoutTables(): D1Database {
  const fail = () => Promise.reject(new Error("D1_ERROR: no such table: sessions"));
  return override(env.DB, { batch: fail });
}

// ── Methods ──────────────────────────────────────────────────────────────────────────────────

/** The methods of each address of the API. */
const METHODS_BY_PATH = Map.groupBy(
  app.routes.filter(({ method }) => method !== "ALL"),
  ({ path }) => path,
);
const ADDRESSES = [...METHODS_BY_PATH].map(([pattern, routes]) => {
  const methods = new Set(routes.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  methods.add("OPTIONS");
  const path = pattern.replaceAll(/:\w+/g, "1");
  return { path, methods, matching: matchingMethods(path) };
});

/** `/api/groups/:id` matches `/api/groups/my-groups` too, so a path allows the methods of every matching pattern. */
function matchingMethods(path: string): string[] {
  const matching = [...METHODS_BY_PATH].filter(([pattern]) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
  );
  const methods = new Set(matching.flatMap(([, routes]) => routes.map(({ method }) => method)));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"].toSorted();
}

const allowed = (response: Response) =>
  (response.headers.get("allow") ?? "").split(", ").toSorted();

// RFC 9110 §15.5.6
test("every path answers unsupported methods with 405 and lists the allowed ones", async () => {
  expect(ADDRESSES.length).toBeGreaterThan(40);
  for (const { path, matching } of ADDRESSES) {
    const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"].filter(
      (method) => !matching.includes(method),
    );
    for (const method of others) {
      const response = await muster.send(path, { method });
      expect([method, path, response.status]).toEqual([method, path, 405]);
      expect(allowed(response)).toEqual(matching);
      const text = await response.text();
      expect(text.includes('"method_not_allowed"')).toBe(method !== "HEAD");
    }
  }
});

// RFC 9110 §9.3.7
test("OPTIONS lists the methods of every address, without a session, and for this origin only but what applications call", async () => {
  for (const { path, matching } of ADDRESSES) {
    const response = await muster.send(path, {
      method: "OPTIONS",
      headers: { origin: "https://evil.test", "access-control-request-method": "POST" },
    });
    expect([path, response.status, await response.text()]).toEqual([path, 204, ""]);
    expect(allowed(response)).toEqual(matching);
    const isPublic = PUBLIC_PATHS.includes(path);
    expect(response.headers.get("access-control-allow-origin")).toBe(isPublic ? "*" : null);
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    expect(response.headers.has("content-type")).toBe(false);
  }
});

test("an address that does not exist is 404 for every method", async () => {
  for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PROPFIND"]) {
    const response = await muster.send("/api/nothing", { method });
    expect([method, response.status]).toEqual([method, 404]);
    expect(response.headers.has("allow")).toBe(false);
    if (method === "HEAD") continue;
    const requestId = response.headers.get("x-request-id");
    expect(await readError(response)).toMatchObject({ code: "not_found", requestId });
  }
});

// RFC 9110 §9.3.2
test("HEAD answers with the status and the headers of GET, and no body", async () => {
  for (const { path, methods } of ADDRESSES) {
    if (!methods.has("GET")) continue;
    const [get, head] = [await muster.send(path), await muster.send(path, { method: "HEAD" })];
    expect([path, head.status, await head.text()]).toEqual([path, get.status, ""]);
    const names = (response: Response) => [...response.headers.keys()].toSorted();
    expect(names(head)).toEqual(names(get));
  }
});

test("405 and OPTIONS cost no round trip to the database", async () => {
  muster.costs.reset();
  await muster.send("/api/groups/1/members", { method: "POST" });
  await muster.send("/api/groups/1/members", { method: "OPTIONS" });
  expect(muster.costs.roundTrips).toBe(0);
});

// ── Authentication ───────────────────────────────────────────────────────────────────────────

const CHALLENGE = 'Bearer realm="Muster"';

/** Every route that refuses anonymous requests. */
const GUARDED = Object.entries(ACCESS)
  .filter(([, { statuses }]) => statuses[0] === 401)
  .map(([route, { query = "" }]) => {
    const [method = "", pattern = ""] = route.split(" ");
    return { method, path: pattern.replaceAll(/:\w+/g, "1") + query };
  });

// RFC 9110 §15.5.2, RFC 6750 §3
test("every 401 has a challenge, which names the error when a token was sent", async () => {
  expect(GUARDED.length).toBeGreaterThan(40);
  const authorizations: [string | undefined, string][] = [
    [undefined, CHALLENGE],
    ["Basic eA==", CHALLENGE],
    ["Bearer unknown", `${CHALLENGE}, error="invalid_token"`],
    ["bearer not a token", `${CHALLENGE}, error="invalid_token"`],
  ];
  for (const { method, path } of GUARDED) {
    for (const [authorization, challenge] of authorizations) {
      const response = await muster.send(path, {
        method,
        ...(authorization !== undefined && { headers: { authorization } }),
      });
      expect([method, path, response.status]).toEqual([method, path, 401]);
      expect(response.headers.get("www-authenticate")).toBe(challenge);
    }
  }
});

test("an ended session is an invalid token, and other refusals have no challenge", async () => {
  const { sessionToken, api } = await buildUser(muster);
  const headers = { authorization: `Bearer ${sessionToken}` };
  const forbidden = await muster.send("/api/corporations", { headers });
  expect(forbidden.status).toBe(403);
  expect(forbidden.headers.has("www-authenticate")).toBe(false);
  await api.auth.logout.$post();
  const ended = await muster.send("/api/auth/sessions", { headers });
  expect(ended.status).toBe(401);
  expect(ended.headers.get("www-authenticate")).toBe(`${CHALLENGE}, error="invalid_token"`);
});

// ── Bodies ───────────────────────────────────────────────────────────────────────────────────

/** Bytes, because `Request` adds a Content-Type to a string. */
const bytes = (text: string) => new TextEncoder().encode(text);

function start(contentType: string | undefined, body: string | undefined) {
  return muster.send("/api/auth/character/start", {
    method: "POST",
    headers: {
      authorization: `Bearer ${user.sessionToken}`,
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    ...(body !== undefined && { body: bytes(body) }),
  });
}

/** Whether Muster has read `{"access":"director"}`. */
async function asksForDirectorAccess(response: Response): Promise<boolean> {
  expect(response.status).toBe(200);
  return (await response.text()).includes("esi-corporations.track_members.v1");
}

// RFC 9110 §15.5.16
test("a body of another type than JSON is 415, with the type to send", async () => {
  for (const type of [
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json-seq",
    "json",
  ]) {
    const refused = await start(type, '{"access":"director"}');
    expect([type, refused.status]).toEqual([type, 415]);
    const { code, message } = await readError(refused);
    expect(code).toBe("unsupported_media_type");
    expect(message).toContain("Content-Type: application/json");
  }
});

// RFC 9110 §8.3: without a type, the recipient may examine the data.
test("JSON is read with every spelling of its type, and without one", async () => {
  for (const type of [
    undefined,
    "application/json",
    "Application/JSON; charset=utf-8",
    'application/json;charset="utf-8"',
    "application/json ; charset=utf-8",
  ]) {
    expect(await asksForDirectorAccess(await start(type, '{"access":"director"}'))).toBe(true);
  }
});

test("text that is not JSON is 400, with and without a type", async () => {
  for (const type of [undefined, "application/json"]) {
    for (const body of ["{", "access=director", "\u0000"]) {
      const refused = await start(type, body);
      expect(refused.status).toBe(400);
      expect((await readError(refused)).code).toBe("invalid_request");
    }
  }
});

test("a route that needs no body accepts an empty one of any type", async () => {
  for (const type of [undefined, "application/json", "text/plain"]) {
    expect(await asksForDirectorAccess(await start(type, undefined))).toBe(false);
    expect(await asksForDirectorAccess(await start(type, ""))).toBe(false);
  }
  const group = await buildGroup(muster, { owner: user });
  for (const path of [
    "/api/auth/login/start",
    "/api/discord/link/start",
    `/api/groups/${group.id}/invite-codes`,
    "/api/auth/logout",
  ]) {
    const response = await muster.send(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${user.sessionToken}`,
        cookie: proofCookie(user.proof),
        "content-type": "application/json",
      },
      body: bytes(""),
    });
    expect([path, response.ok]).toEqual([path, true]);
  }
});

test("a route that needs a body names the missing fields when there is none", async () => {
  const { sessionToken } = await buildUser(muster);
  for (const type of [undefined, "application/json"]) {
    const refused = await muster.send("/api/auth/main", {
      method: "PUT",
      headers: {
        authorization: `Bearer ${sessionToken}`,
        ...(type !== undefined && { "content-type": type }),
      },
    });
    expect(refused.status).toBe(400);
    expect(Object.keys((await readError(refused)).fields ?? {})).toEqual(["characterId"]);
  }
});
