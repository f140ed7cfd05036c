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

test("the lockfile requires no engines but Muster's, and names no registry: npm run lock", () => {
  expect(having("engines")).toEqual([]);
  expect(having("resolved")).toEqual([]);
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
