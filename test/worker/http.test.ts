import type { D1Database } from "@cloudflare/workers-types";
import { env } from "cloudflare:workers";
import { override } from "#test/support/workerd/counting-database.ts";
import { expect, test, vi } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";

test("an unknown address answers 404 in the error format, with a request id", async () => {
  const muster = await startMuster();
  for (const path of ["/api", "/api/nothing", "/api/auth/nothing"]) {
    const response = await muster.send(path);
    expect(response.status).toBe(404);
    const error = await readError(response);
    expect(error.code).toBe("not_found");
    expect(error.requestId).toBe(response.headers.get("x-request-id"));
  }
});

test("every response has the security headers, errors included", async () => {
  const muster = await startMuster();
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
  const muster = await startMuster();
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
  const muster = await startMuster();
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
  const muster = await startMuster();
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
  const muster = await startMuster();
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

test("validation errors have a message per field", async () => {
  const muster = await startMuster();
  const mira = await buildUser(muster);
  const put = (body: string) =>
    muster.send("/api/auth/main", {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${mira.sessionToken}`,
      },
      body,
    });
  for (const body of ["{}", '{"characterId":"1"}', '{"characterId":-1}', '{"characterId":1.5}']) {
    const response = await put(body);
    expect(response.status).toBe(400);
    expect(Object.keys((await readError(response)).fields ?? {})).toEqual(["characterId"]);
  }
  const broken = await put("{");
  expect(broken.status).toBe(400);
  expect((await readError(broken)).code).toBe("invalid_request");
});

test("a malformed bearer token is not a session", async () => {
  const muster = await startMuster();
  for (const authorization of ["Bearer x", "Bearer ", "Basic eA==", `Bearer ${"y".repeat(5000)}`]) {
    const response = await muster.send("/api/auth/sessions", { headers: { authorization } });
    expect(response.status).toBe(401);
    expect((await readError(response)).code).toBe("unauthenticated");
  }
});

test("missing variables are named at the first request, without values", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const muster = await startMuster();
  const env = {
    ...muster.env,
    EVE_CLIENT_ID: "",
    TOKEN_ENCRYPTION_KEY: "tooshort",
    ESI_URL: "esi",
  };
  const { default: worker } = await import("#worker/index.ts");
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
  const muster = await startMuster();
  const broken = { ...muster.env, DB: withoutTables() };
  const { default: worker } = await import("#worker/index.ts");
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
