import { expect, test } from "vitest";
import { ROUTES } from "#test/new-eden/esi/document.ts";
import * as character from "#worker/esi/character-endpoints.ts";
import * as corporation from "#worker/esi/corporation-endpoints.ts";
import { datesOf } from "#worker/esi/eve-date.ts";
import * as universe from "#worker/esi/universe-endpoints.ts";

const NOW = Date.parse("2026-11-28T15:30:00Z");
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toUTCString();

/** How many minutes old an answer of a route is that EVE caches for an hour. */
function ageOf(headers: Record<string, string>) {
  const { asOf, knownBy } = datesOf(new Headers(headers), 3600, NOW);
  return [(NOW - asOf) / MINUTE_MS, (NOW - knownBy) / MINUTE_MS];
}

test("an answer is as old as EVE says", () => {
  expect(ageOf({ "Last-Modified": at(-30), "Cache-Control": "private, max-age=1800" })).toEqual([
    30, 30,
  ]);
  expect(ageOf({ Expires: at(50) })).toEqual([10, 10]);
  expect(ageOf({ "Last-Modified": at(-20), Expires: at(40) })).toEqual([20, 20]);
  // The data was the same before: the cache that expires in ten minutes has made it again.
  expect(ageOf({ "Last-Modified": at(-9000), Expires: at(10) })).toEqual([50, 50]);
});

test("an answer without a date may be as old as EVE's cache keeps it, and none is from the future", () => {
  expect(ageOf({})).toEqual([60, 0]);
  expect(ageOf({ "Cache-Control": "private, max-age=1800" })).toEqual([60, 0]);
  expect(ageOf({ "Last-Modified": "yesterday", Expires: "soon" })).toEqual([60, 0]);
  expect(ageOf({ "Last-Modified": at(5) })).toEqual([0, 0]);
  expect(ageOf({ Expires: at(90) })).toEqual([0, 0]);
});

test("every route has the cache time of CCP's document", () => {
  const documented = new Map(
    ROUTES.map(({ key, operation }) => [key, operation["x-client-cache-ttl"] ?? 0]),
  );
  const endpoints = Object.values({ ...character, ...corporation, ...universe });
  expect(endpoints.length).toBeGreaterThan(35);
  for (const { method, path, cacheSeconds } of endpoints) {
    expect([path, cacheSeconds]).toEqual([path, documented.get(`${method} ${path}`)]);
  }
});
