import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import { AURELIA_VOSS_ID, MIRA_TAL_ID } from "./ids.ts";

const UNKNOWN = "/characters/2112999999";
const PORTRAIT = `/characters/${MIRA_TAL_ID}/portrait`;

const header = (response: Response, name: string) => response.headers.get(name);

test("an error on an old route counts against the error limit and reports the rest", async () => {
  const { esi } = openEden();
  expect(header(await esi(`/characters/${MIRA_TAL_ID}`), "x-esi-error-limit-remain")).toBe("100");
  const refused = await esi(UNKNOWN);
  expect(refused.status).toBe(404);
  expect(header(refused, "x-esi-error-limit-remain")).toBe("99");
  expect(Number(header(refused, "x-esi-error-limit-reset"))).toBeLessThanOrEqual(60);
  expect(header(refused, "x-ratelimit-group")).toBeNull();
});

test("after a hundred errors every route answers 420 until the minute ends", async () => {
  const { esi, control } = openEden();
  for (let errors = 0; errors < 100; errors += 1) await esi(UNKNOWN);
  for (const path of [`/characters/${MIRA_TAL_ID}`, PORTRAIT, "/status"]) {
    const response = await esi(path);
    expect(response.status).toBe(420);
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining("exceeded the error limit for ESI"),
    });
    expect(header(response, "x-esi-error-limit-remain")).toBe("0");
  }
  await control.advanceClock(61);
  expect((await esi("/status")).status).toBe(200);
});

test("a new route spends two tokens for data, one for a 304, five for an error", async () => {
  const { esi } = openEden();
  const answered = await esi(PORTRAIT);
  expect(header(answered, "x-ratelimit-group")).toBe("char-detail");
  expect(header(answered, "x-ratelimit-limit")).toBe("600/15m");
  expect(header(answered, "x-ratelimit-remaining")).toBe("598");
  expect(header(answered, "x-ratelimit-used")).toBe("2");
  expect(header(answered, "x-esi-error-limit-remain")).toBeNull();

  const etag = header(answered, "etag") ?? "";
  const unchanged = await esi(PORTRAIT, { headers: { "If-None-Match": etag } });
  expect(unchanged.status).toBe(304);
  expect(header(unchanged, "x-ratelimit-remaining")).toBe("597");

  const refused = await esi(`${UNKNOWN}/portrait`);
  expect(refused.status).toBe(404);
  expect(header(refused, "x-ratelimit-remaining")).toBe("592");
  expect(header(await esi(`/characters/${MIRA_TAL_ID}`), "x-esi-error-limit-remain")).toBe("100");
});

test("without tokens a 429 has Retry-After, after which they are available again", async () => {
  const { esi, control } = openEden();
  const first = await esi("/meta/status");
  expect(header(first, "x-ratelimit-limit")).toBe("150/15m");
  await control.advanceClock(60);
  for (let spent = 2; spent < 150; spent += 2) await esi("/meta/status");
  const refused = await esi("/meta/status");
  expect(refused.status).toBe(429);
  expect(header(refused, "x-ratelimit-remaining")).toBe("0");
  expect(header(refused, "x-ratelimit-used")).toBe("0");
  // The oldest request leaves the window first.
  const seconds = Number(header(refused, "retry-after"));
  expect(seconds).toBeGreaterThan(13 * 60);
  expect(seconds).toBeLessThanOrEqual(14 * 60);
  await control.advanceClock(seconds);
  expect((await esi("/meta/status")).status).toBe(200);
});

test("groups have their own tokens, and routes without a token share those of the address", async () => {
  const { esi } = openEden();
  await esi(PORTRAIT);
  expect(header(await esi("/status"), "x-ratelimit-remaining")).toBe("598");
  const another = await esi(`/characters/${AURELIA_VOSS_ID}/portrait`);
  expect(header(another, "x-ratelimit-remaining")).toBe("596");
});

test("a 5xx costs no tokens", async () => {
  const { esi, control } = openEden();
  await control.addFault({ service: "esi", kind: "unavailable", times: 1 });
  expect((await esi("/status")).status).toBe(503);
  expect(header(await esi("/status"), "x-ratelimit-remaining")).toBe("598");
});
