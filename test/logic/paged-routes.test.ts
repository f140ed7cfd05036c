import { expect, test } from "vitest";
import { ROUTES } from "#test/new-eden/esi/document.ts";
import * as character from "#worker/esi/character-endpoints.ts";
import * as corporation from "#worker/esi/corporation-endpoints.ts";
import type { Endpoint } from "#worker/esi/endpoint.ts";
import * as universe from "#worker/esi/universe-endpoints.ts";

const isEndpoint = (value: unknown): value is Endpoint<string, unknown> =>
  typeof value === "object" && value !== null && "read" in value && "path" in value;

test("the routes of lists with pages are those for which ESI's document has X-Pages", () => {
  const endpoints = Object.values({ ...character, ...corporation, ...universe }).filter(isEndpoint);
  const paged = endpoints.filter(({ isPaged }) => isPaged).map(({ path }) => path);
  const used = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const stated = ROUTES.filter(({ key, operation }) => used.has(key) && operation["x-pages"]);
  expect(paged.toSorted()).toEqual(stated.map(({ template }) => template).toSorted());
  expect(paged).toHaveLength(10);
});
