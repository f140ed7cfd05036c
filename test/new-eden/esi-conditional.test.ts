import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { MIRA_TAL_ID, SABLE_MERIDIAN_ID } from "./ids.ts";

const MIRA = `/characters/${MIRA_TAL_ID}`;

async function read(eden: Eden, path: string, headers: Record<string, string> = {}) {
  const response = await eden.esi(path, { headers });
  return {
    status: response.status,
    text: await response.text(),
    type: response.headers.get("content-type"),
    etag: response.headers.get("etag") ?? "",
    expires: Date.parse(response.headers.get("expires") ?? ""),
    lastModified: response.headers.get("last-modified") ?? "",
    maxAge: Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]),
  };
}

test("a response has its expiry and its ETag", async () => {
  const before = Date.now();
  const answer = await read(openEden(), MIRA);
  expect(answer.etag).toMatch(/^"[0-9a-f]{56}"$/);
  expect(answer.maxAge).toBe(86_400);
  expect(answer.expires - before).toBeGreaterThan(86_390_000);
  expect(Date.parse(answer.lastModified)).toBeLessThanOrEqual(Date.now());
});

test("a conditional request gets no body, by ETag and by date", async () => {
  const eden = openEden();
  const { etag, lastModified } = await read(eden, MIRA);
  for (const headers of [
    { "If-None-Match": etag },
    { "If-None-Match": `"other", W/${etag}` },
    { "If-Modified-Since": lastModified },
  ]) {
    expect(await read(eden, MIRA, headers)).toMatchObject({
      status: 304,
      text: "",
      type: null,
      etag,
    });
  }
  expect((await read(eden, MIRA, { "If-None-Match": '"other"' })).status).toBe(200);
});

test("a response is the same for all clients until it expires, and keeps its ETag if unchanged", async () => {
  const eden = openEden();
  const path = `/corporations/${SABLE_MERIDIAN_ID}`;
  const first = await read(eden, path);
  await eden.control.advanceClock(1_800);
  expect(await read(eden, path)).toMatchObject({ expires: first.expires, maxAge: 1_800 });
  await eden.control.advanceClock(1_801);
  const later = await read(eden, path);
  expect(later).toMatchObject({ etag: first.etag, lastModified: first.lastModified });
  expect(later.expires).toBeGreaterThan(first.expires);
});

test("a changed pilot is visible at once, with another ETag", async () => {
  const eden = openEden();
  const { etag } = await read(eden, MIRA);
  await eden.control.leaveCorporation(MIRA_TAL_ID);
  const after = await read(eden, MIRA, { "If-None-Match": etag });
  expect(after.status).toBe(200);
  expect(JSON.parse(after.text)).toMatchObject({ corporation_id: 1_000_045 });
});

test("static data expires at 11:05", async () => {
  const { expires } = await read(openEden(), `${MIRA}/portrait`);
  expect(new Date(expires).toISOString()).toMatch(/T11:05:00\.000Z$/);
  expect(expires).toBeGreaterThan(Date.now());
});

test("posts are not cached", async () => {
  const { esi } = openEden();
  const response = await esi("/universe/names", {
    method: "POST",
    body: JSON.stringify([MIRA_TAL_ID]),
  });
  for (const name of ["etag", "expires", "last-modified", "cache-control"]) {
    expect(response.headers.get(name)).toBeNull();
  }
});

test("every response has a request id and allows any origin", async () => {
  const { esi } = openEden();
  for (const path of [MIRA, "/nowhere", `${MIRA}/portrait`]) {
    const { headers } = await esi(path);
    expect(headers.get("x-esi-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  }
});
