import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { app } from "#worker/app.ts";
import { brokenBudgets, missedAims } from "./budgets.ts";
import type { Measured } from "./budgets.ts";
import { buildBench, buildProduct } from "./build.ts";
import { READS } from "./calls.ts";
import { openCommunity } from "./database.ts";
import { measureFootprint, workerdClock } from "./footprint.ts";
import { measureReads, measureWrites } from "./measure.ts";
import { report } from "./report.ts";
import { startServer } from "./server.ts";

/**
 * `npm run bench`: the costs of the API in communities of three sizes. Counts over budget fail
 * the run; times are reported. `--quick` takes half a minute; `--sizes 1000,10000`, `--requests 300`, `--only /groups`,
 * `--json file`.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    sizes: { type: "string" },
    requests: { type: "string" },
    only: { type: "string" },
    json: { type: "string" },
  },
});
const sizes = (options.sizes ?? (options.quick ? "1000" : "1000,10000,100000"))
  .split(",")
  .map(Number);
const requests = Number(options.requests ?? (options.quick ? 100 : 800));
const isWhole = options.only === undefined;

/** Routes that call EVE. */
const ASK_EVE = new Set(["/api/auth/callback", "/api/corporations/lookup", "/api/health/details"]);

const measured = new Set(READS.map(({ name }) => `/api${name.split(" ")[0]}`));
const forgotten = app.routes
  .filter(({ method, path }) => method === "GET" && !measured.has(path) && !ASK_EVE.has(path))
  .map(({ path }) => path);
if (forgotten.length > 0)
  throw new Error(`No read of calls.ts measures ${[...new Set(forgotten)].join(", ")}.`);

const scratch = mkdtempSync(join(tmpdir(), "muster-bench-"));
try {
  const product = await buildProduct(join(scratch, "build"));
  const bench = await buildBench(join(scratch, "build"));
  const footprint = await measureFootprint(product, scratch, isWhole ? 9 : 1);
  const results: Measured[] = [];
  for (const users of sizes) {
    const server = await startServer([bench, product], await openCommunity(users, scratch));
    const load = { url: server.url, cpu: workerdClock(), requests };
    const reads = await measureReads(load, options.only);
    const writes = isWhole ? await measureWrites(load) : [];
    results.push({ users, reads, writes });
    await server.stop();
    console.log(`Measured ${users.toLocaleString("en")} users.`);
  }
  console.log(`\n${report(results, footprint)}\n`);
  if (options.json !== undefined) {
    writeFileSync(options.json, JSON.stringify({ footprint, results }, undefined, 2));
  }
  for (const aim of missedAims(results)) console.log(`Missed: ${aim}`);
  const broken = brokenBudgets(results, footprint);
  for (const budget of broken) console.error(`Broken: ${budget}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true });
}
