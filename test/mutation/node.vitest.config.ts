import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import options from "./node.ts";

const mutated = globSync(options.mutate).map((path) => `"#${path.replaceAll("\\", "/")}"`);

/** The tests of each run that import what is mutated. */
const include = globSync("test/{logic,web}/*.test.ts").filter((path) => {
  const text = readFileSync(path, "utf8");
  return !path.includes(".long.") && mutated.some((name) => text.includes(name));
});

export default defineConfig({ test: { include } });
