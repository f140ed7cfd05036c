import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildModule, buildProduct } from "#test/bench/build.ts";
import { measureColdStarts } from "./cold-starts.ts";
import { openBench } from "./community.ts";
import { measureApplications } from "./applications.ts";
import { measureDiscord } from "./discord.ts";
import { measureEvaluation } from "./evaluation.ts";
import { measureFollowers } from "./followers.ts";
import * as jobs from "./jobs.ts";
import { openMeter } from "./meter.ts";
import { BUDGET_MS, CPU_RESULTS, overspent, summarize } from "./report.ts";
import type { Measured } from "./report.ts";
import { measureOwnWrites } from "./own-writes.ts";
import * as requests from "./requests.ts";
import { CPU_TABLE, merge, readTable, tableOf, tabSeparated } from "./table.ts";

/**
 * `npm run bench -- cpu`: the processor time of workerd for every route, cron and queue slice, in communities of 500 and
 * 10,000 (docs/decisions/0042-processor-time-of-an-invocation.md). Prints a table and writes test-results/cpu.json. Fails
 * if an invocation in the community of 500 takes more than 8 ms at p95. `--sizes 500`, `--rounds 5`, `--only fetches,crons`;
 * `--write` updates docs/performance/cpu.tsv, and keeps the lines that were not measured.
 */
const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "500,10000" },
    rounds: { type: "string", default: "20" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const scratch = mkdtempSync(join(tmpdir(), "muster-cpu-"));
const results: Measured[] = [];
const failures: string[] = [];
try {
  const build = join(scratch, "build");
  const product = await buildProduct(build);
  const entry = await buildModule("test/bench/cpu/worker.ts", build, "bench.js");
  const d1 = await buildModule("test/bench/cpu/d1-worker.ts", build, "d1.js");
  for (const users of options.sizes.split(",").map(Number)) {
    results.push(await measure(users, { product: [entry, ...product], d1 }));
    // A larger community takes hours: what was measured before stays if that is interrupted.
    mkdirSync("test-results", { recursive: true });
    writeFileSync(CPU_RESULTS, JSON.stringify(results, null, 2));
  }
} finally {
  rmSync(scratch, { recursive: true });
}
const latest = tableOf(results);
console.log(tabSeparated(latest));
if (options.write) {
  const former = readTable(readFileSync(CPU_TABLE, "utf8"));
  writeFileSync(CPU_TABLE, tabSeparated(merge(former, latest)));
}
const broken = results.filter(({ users }) => users === 500).flatMap(overspent);
for (const { name, p95 } of broken) {
  console.error(`Over ${BUDGET_MS} ms at p95: ${name}, ${p95.toFixed(1)} ms.`);
}
if (failures.length > 0) console.error(`Not measured to the end: ${failures.join(", ")}`);
process.exit(broken.length + failures.length === 0 ? 0 : 1);

async function measure(users: number, modules: Parameters<typeof openBench>[2]): Promise<Measured> {
  const bench = await openBench({ users }, scratch, modules);
  const meter = openMeter(bench.product, bench.databaseUrl, bench.newEden);
  const parts: Record<string, () => Promise<unknown>> = {
    references: () => requests.measureReferences(meter, rounds),
    cold: () => measureColdStarts(bench, meter, rounds),
    reads: () => requests.measureReads(meter, rounds),
    writes: () => requests.measureWrites(bench, meter, rounds),
    "own-writes": () => measureOwnWrites(bench, meter, rounds),
    applications: () => measureApplications(bench, meter, rounds),
    "sign-ins": () => requests.measureSignIns(bench, meter, rounds),
    sheets: () => jobs.measureSheets(bench, meter, rounds),
    fetches: () => jobs.measureFetches(bench, meter, rounds),
    crons: () => jobs.measureCrons(bench, meter, rounds),
    evaluation: () => measureEvaluation(bench, meter, rounds),
    discord: () => measureDiscord(bench, meter, rounds),
    followers: () => measureFollowers(bench, meter, rounds),
    erasure: () => jobs.measureErasure(bench, meter, rounds),
    others: () => jobs.measureOtherMessages(bench, meter, rounds),
    keys: () => jobs.measureKeyRotation(bench, meter, rounds),
  };
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only !== "" && !options.only.split(",").includes(name)) continue;
      const began = Date.now();
      // The other parts take long, and are measured all the same.
      try {
        await run();
      } catch (error) {
        console.error(error);
        failures.push(name);
      }
      const seconds = ((Date.now() - began) / 1000).toFixed(0);
      console.log(`${users} users: ${name}, ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
    }
  } finally {
    await bench.stop();
  }
  return { users, lines: summarize(meter.samples) };
}
