import { expect, test } from "vitest";
import type { Act } from "#shared/consequences.ts";
import { adminActSchema } from "#shared/consequences.ts";
import { app } from "#worker/app.ts";
import { CONSEQUENCES } from "./consequences-table.ts";

const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
const ACTS: Act[] = [...adminActSchema.options, "group", "drift"];

test("every write of administrators and owners says what it takes away, how that is shown and how it is undone", () => {
  const places = new Set(["admin", "corporations", "groups", "rosters", "watchlist"]);
  const writes = [...routes].filter((route) => {
    const [method = "", path = ""] = route.split(" ");
    return !["ALL", "GET"].includes(method) && places.has(path.split("/")[2] ?? "");
  });
  expect(Object.keys(CONSEQUENCES).toSorted()).toEqual(writes.toSorted());
});

test("what a row says to preview is a route, and each act of the contract is one of a row", () => {
  const rows = Object.values(CONSEQUENCES);
  const previews = rows.flatMap((row) => ("previews" in row ? [row.previews] : []));
  expect(previews.filter((route) => !routes.has(route))).toEqual([]);
  const shown = rows.flatMap((row) => ("shows" in row ? [row.shows] : []));
  expect(shown.toSorted()).toEqual(ACTS.toSorted());
});
