import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { localVars } from "#test/new-eden/local-vars.ts";
import { readConfig } from "#worker/ground/config.ts";
import { brokenBudgets, missedAims } from "./budgets.ts";
import type { Measured } from "./budgets.ts";
import { buildBench, buildProduct } from "./build.ts";
import { openClient } from "./client.ts";
import { openCommunity } from "./database.ts";
import { measureReads, measureWrites } from "./measure.ts";
import { prepareReads } from "./reads.ts";
import { report } from "./report.ts";
import { startServer } from "./server.ts";
import { workerdClock } from "./workerd-clock.ts";

/**
 * `npm run bench -- api`: the costs of the API in communities of three sizes. Counts over budget fail
 * the run; times are reported. `--quick` takes half a minute; `--sizes 1000,10000`, `--requests 300`, `--only /groups,/skills`,
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
const requests = Number(options.requests ?? (options.quick ? 100 : 200));
const isWhole = options.only === undefined;

const scratch = mkdtempSync(join(tmpdir(), "muster-bench-"));
try {
  const product = await buildProduct(join(scratch, "build"));
  const bench = await buildBench(join(scratch, "build"));
  const results: Measured[] = [];
  for (const users of sizes) {
    const server = await startServer([bench, ...product], await openCommunity(users, scratch));
    const load = { url: server.url, cpu: workerdClock(), requests };
    const muster = openClient({
      url: server.url,
      database: await server.database(),
      config: await readConfig(localVars(0)),
      // No read that is measured asks EVE.
      newEdenBase: "https://new-eden.invalid",
    });
    const { reads, failures } = await measureReads(load, await prepareReads(muster, options.only));
    const writes = isWhole ? await measureWrites(load) : [];
    results.push({ users, reads, writes, failures });
    await server.stop();
    console.log(`Measured ${users.toLocaleString("en")} users.`);
  }
  console.log(`\n${report(results)}\n`);
  if (options.json !== undefined) {
    writeFileSync(options.json, JSON.stringify({ results }, undefined, 2));
  }
  for (const aim of missedAims(results)) console.log(`Missed: ${aim}`);
  const broken = brokenBudgets(results);
  for (const budget of broken) console.error(`Broken: ${budget}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true });
}
