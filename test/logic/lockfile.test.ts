import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const lockfile = z.parse(
  z.object({
    packages: z.record(
      z.string(),
      z.object({
        engines: z.optional(z.unknown()),
        resolved: z.optional(z.string()),
        version: z.optional(z.string()),
        dependencies: z.optional(z.record(z.string(), z.string())),
        optionalDependencies: z.optional(z.record(z.string(), z.string())),
      }),
    ),
  }),
  JSON.parse(readFileSync("package-lock.json", "utf8")),
);
const { "": muster, ...packages } = lockfile.packages;
const having = (key: "engines" | "resolved") =>
  Object.keys(packages).filter((path) => packages[path]?.[key] !== undefined);

test("npm refuses other versions of Node than Muster's before it installs anything", () => {
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^engine-strict=true$/m);
  // npm prints all of `engines` when it refuses: the help is a sentence for the reader.
  expect(muster?.engines).toEqual({
    help: expect.stringContaining("Node"),
    node: "^20.19.0 || >=22.12.0",
  });
});

test("the lockfile requires no engines but Muster's, and names no registry: npm run generate", () => {
  expect(having("engines")).toEqual([]);
  expect(having("resolved")).toEqual([]);
});

// @cloudflare/vite-plugin names older ones than wrangler and the test plugin do: `overrides` in package.json.
test("wrangler, Vite and the tests run the same miniflare and workerd, those that wrangler names", () => {
  for (const name of ["wrangler", "miniflare", "workerd", "@cloudflare/workerd-darwin-arm64"]) {
    const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    expect(copies).toEqual([`node_modules/${name}`]);
  }
  const named = packages["node_modules/wrangler"]?.dependencies;
  expect(packages["node_modules/miniflare"]?.version).toBe(named?.["miniflare"]);
  expect(packages["node_modules/workerd"]?.version).toBe(named?.["workerd"]);
});

test("workerd knows the compatibility date", () => {
  const [, released = ""] = packages["node_modules/workerd"]?.version?.split(".") ?? [];
  const date = /"compatibility_date": "([\d-]+)"/.exec(readFileSync("wrangler.jsonc", "utf8"))?.[1];
  expect(date?.replaceAll("-", "")).toMatch(/^\d{8}$/);
  expect(Number(date?.replaceAll("-", ""))).toBeLessThanOrEqual(Number(released));
});

test("the lockfile has the native packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
