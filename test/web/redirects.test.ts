import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "#web/app/routes.tsx";
import type { AppRoute } from "#web/app/routes.tsx";

/** Without the landing page, which is a file, and the page for unknown addresses. */
function pathsOf(route: AppRoute): string[] {
  const below = route.children?.flatMap(pathsOf) ?? [];
  const { path } = route;
  if (path === undefined || path === "/" || path === "*") return below;
  // An optional parameter is two addresses.
  return path.endsWith("?")
    ? [path.replace(/\/[^/]+\?$/, ""), path.slice(0, -1), ...below]
    : [path, ...below];
}

test("every address of a page is answered with the page, and no other address is", () => {
  const lines = readFileSync("web/public/_redirects", "utf8").split("\n");
  const rules = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const expected = routes.flatMap(pathsOf).map((path) => `${path} / 200`);
  expect(rules.toSorted()).toEqual([...new Set(expected)].toSorted());
});
