import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { FaultKind, NewFault, Service } from "./faults.ts";
import { MIRA_TAL_ID, TOVI_RENN_ID } from "./ids.ts";
import { outboundService } from "./outbound.ts";

const BASE = "https://new-eden.test";
const JWKS = `${BASE}/sso/oauth/jwks`;

async function askWith(fault: NewFault) {
  const { send, esi, control } = openEden();
  await control.addFault(fault);
  const response = await (fault.service === "sso" ? send(JWKS) : esi("/status"));
  const text = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), text, response };
}

const ANSWERS: [service: Service, kind: FaultKind, status: number, body: string][] = [
  ["sso", "server_error", 500, '{"Message":"An error has occurred."}'],
  ["sso", "error_reference", 500, "Internal server error. Error ref: "],
  ["sso", "bad_gateway", 502, "<html>"],
  ["sso", "unavailable", 503, "<html>"],
  ["sso", "gateway_timeout", 504, "<html>"],
  ["esi", "bad_gateway", 502, "<html>"],
  ["esi", "unavailable", 503, '{"error":"The datasource tranquility is temporarily unavailable"}'],
  ["esi", "gateway_timeout", 504, '{"error":"Timeout contacting tranquility","timeout":10}'],
  ["esi", "error_limited", 420, '{"error":"This software has exceeded the error limit for ESI.'],
  ["esi", "rate_limited", 429, '{"error":"Too many requests"}'],
  ["esi", "downtime", 503, '{"error":"The datasource tranquility is temporarily unavailable"}'],
];

test.each(ANSWERS)("%s: %s answers %i with %s", async (service, kind, status, body) => {
  const answer = await askWith({ service, kind });
  expect(answer.status).toBe(status);
  expect(answer.text.startsWith(body)).toBe(true);
});

test("malformed JSON is a truncated response", async () => {
  const { status, text } = await askWith({ service: "esi", kind: "malformed_json" });
  expect(status).toBe(200);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
});

test("a rate limit has Retry-After", async () => {
  const { response } = await askWith({ service: "esi", kind: "rate_limited", retryAfter: 7 });
  expect(response.headers.get("retry-after")).toBe("7");
});

test("a slow service answers after its delay", async () => {
  const started = performance.now();
  const { status } = await askWith({ service: "esi", kind: "slow", delayMs: 60 });
  expect(status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(55);
});

test("a held request is answered when its fault is removed, and others meanwhile", async () => {
  const { esi, control } = openEden();
  const release = await control.hold({ service: "esi", times: 1 });
  let isAnswered = false;
  const held = esi("/status").then(({ status }) => {
    isAnswered = true;
    return status;
  });
  await expect.poll(async () => (await control.faults())[0]?.times).toBe(0);
  expect((await esi("/status")).status).toBe(200);
  expect(isAnswered).toBe(false);
  await release();
  expect(await held).toBe(200);
});

test("static data is available during downtime", async () => {
  const { esi, control } = openEden();
  await control.addFault({ service: "esi", kind: "downtime" });
  expect((await esi("/meta/compatibility-dates")).status).toBe(200);
  expect((await esi(`/characters/${MIRA_TAL_ID}`)).status).toBe(503);
});

test("a fault strikes at its place, as often as configured", async () => {
  const { esi, control } = openEden();
  const status = async (id: number, rest = "") => (await esi(`/characters/${id}${rest}`)).status;
  await control.addFault({
    service: "esi",
    kind: "server_error",
    characterId: MIRA_TAL_ID,
    path: "/portrait$",
    times: 2,
  });
  expect(await status(TOVI_RENN_ID, "/portrait")).toBe(200);
  expect(await status(MIRA_TAL_ID)).toBe(200);
  expect(await status(MIRA_TAL_ID, "/portrait")).toBe(500);
  expect(await status(MIRA_TAL_ID, "/portrait")).toBe(500);
  expect(await status(MIRA_TAL_ID, "/portrait")).toBe(200);
});

test("a fault that a service does not have is refused", async () => {
  const { control } = openEden();
  await expect(control.addFault({ service: "images", kind: "token_expired" })).rejects.toThrow(
    "images has no fault token_expired.",
  );
});

test("the request log has pilots and paths, and no secrets", async () => {
  const { authorizationUrl, send, token, control } = openEden();
  const { code } = await control.authorize(authorizationUrl(), MIRA_TAL_ID);
  await send(authorizationUrl({ state: "secret-state" }));
  await token({ grant_type: "authorization_code", code: code ?? "" });
  const requests = await control.requests({ service: "sso" });
  expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual([
    ["GET", "/v2/oauth/authorize", 200],
    ["POST", "/v2/oauth/token", 200],
  ]);
  expect(await control.requests({ characterId: MIRA_TAL_ID })).toHaveLength(1);
  expect(JSON.stringify(requests)).not.toContain("secret-state");
  await control.clearRequests();
  expect(await control.requests()).toEqual([]);
});

test("the Worker's tests have no network but New Eden", async () => {
  await expect(outboundService(new Request("https://example.com/"))).rejects.toThrow(
    "The tests have no network: GET https://example.com/",
  );
});

test.each([
  ["an unknown route", "/fleets/1", {}, "no such route"],
  ["an unknown parameter", "/status?colour=red", {}, "unknown parameter colour"],
  ["a missing User-Agent", "/status", { "User-Agent": "" }, "no User-Agent"],
  [
    "another date",
    "/status",
    { "X-Compatibility-Date": "2020-01-01" },
    "X-Compatibility-Date is not",
  ],
])("the Worker may not request %s from ESI", async (_what, path, headers, problem) => {
  const base = `${BASE}/${crypto.randomUUID()}`;
  const good = { "User-Agent": "Tests/1.0", "X-Compatibility-Date": "2026-08-18" };
  const request = new Request(`${base}/esi${path}`, { headers: { ...good, ...headers } });
  await expect(outboundService(request)).rejects.toThrow(problem);
  const noted = await outboundService(new Request(`${base}/control/requests`));
  expect(await noted.json()).toMatchObject({ violations: [expect.stringContaining(problem)] });
});

test("worlds are isolated", async () => {
  const faultsOf = async (world: string, init?: RequestInit) =>
    (await outboundService(new Request(`${BASE}/${world}/control/faults`, init))).json();
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const body = JSON.stringify({ service: "esi", kind: "downtime" });
  await faultsOf(one, { method: "POST", body });
  expect(await faultsOf(one)).toHaveLength(1);
  expect(await faultsOf(two)).toEqual([]);
});

test("two servers in turns have dates that differ by fourteen minutes and 25 seconds", async () => {
  const { esi, control } = openEden();
  await control.addFault({ service: "esi", kind: "two_servers" });
  const dates: number[] = [];
  for (let call = 0; call < 3; call++) {
    const { headers } = await esi(`/characters/${MIRA_TAL_ID}`);
    dates.push(Date.parse(headers.get("last-modified") ?? ""));
  }
  expect(dates.map((date) => ((dates[0] ?? 0) - date) / 1000)).toEqual([0, 865, 0]);
});

test("a bare 304 has none of the headers of the cache", async () => {
  const { esi, control } = openEden();
  await control.addFault({ service: "esi", kind: "bare_not_modified" });
  const first = await esi(`/characters/${MIRA_TAL_ID}`);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const { status, headers } = await esi(`/characters/${MIRA_TAL_ID}`, {
    headers: { "If-None-Match": etag },
  });
  expect(status).toBe(304);
  for (const name of ["etag", "expires", "cache-control", "last-modified", "x-pages"]) {
    expect(headers.get(name)).toBeNull();
  }
});
