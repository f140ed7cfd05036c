import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createBuilder } from "vite";
import type { Module } from "./server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PRODUCT = fileURLToPath(import.meta.resolve("#worker/index.ts"));
/** Where the Cloudflare plugin records the last build, which `vite preview` starts. */
const LAST_BUILD = join(root, "web/.wrangler/deploy/config.json");

/** The production build, in its own directory: dist/ is not changed. The first module is the Worker, the others are what it imports when it needs them. */
export async function buildProduct(directory: string): Promise<[Module, ...Module[]]> {
  const lastBuild = existsSync(LAST_BUILD) ? readFileSync(LAST_BUILD) : undefined;
  try {
    const builder = await createBuilder({
      configFile: join(root, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: directory },
    });
    await builder.buildApp();
  } finally {
    if (lastBuild === undefined) rmSync(LAST_BUILD, { force: true });
    else writeFileSync(LAST_BUILD, lastBuild);
  }
  const worker = join(directory, "muster");
  const moduleOf = (file: string, path = file): Module => ({
    path: `/${path}`,
    contents: readFileSync(join(worker, file), "utf8").replaceAll("../index.js", "../product.js"),
  });
  const imported = readdirSync(join(worker, "assets")).filter((file) => file.endsWith(".js"));
  return [
    moduleOf("index.js", "product.js"),
    ...imported.map((file) => moduleOf(`assets/${file}`)),
  ];
}

/** The Worker of worker.ts, which imports the built product. */
export const buildBench = (directory: string) =>
  buildModule("test/bench/worker.ts", directory, "bench.js");

/** A Worker of a benchmark or a test, beside the built product, or with the product in it. */
export async function buildModule(
  source: string,
  directory: string,
  name: string,
  { isWhole = false } = {},
): Promise<Module> {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: source,
      outDir: directory,
      emptyOutDir: false,
      rolldownOptions: {
        external: (id) => !isWhole && (id === "#worker/index.ts" || id === PRODUCT),
        output: {
          entryFileNames: name,
          paths: { "#worker/index.ts": "./product.js", [PRODUCT]: "./product.js" },
        },
      },
    },
  });
  return { path: `/${name}`, contents: readFileSync(join(directory, name), "utf8") };
}
