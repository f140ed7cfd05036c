import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildModule, buildProduct } from "#test/bench/build.ts";
import { CAST } from "#test/bench/cast.ts";
import { openBench } from "#test/bench/cpu/community.ts";
import { untilQuiet } from "#test/bench/cpu/meter.ts";
import { startProduct } from "#test/bench/cpu/workerd.ts";
import type { Product } from "#test/bench/cpu/workerd.ts";
import { median, percentile } from "#test/bench/load.ts";

/**
 * `npm run bench -- cold`: fresh workerd processes, the product and a Worker that says hello in turns. Prints the processor time
 * of the start and of the first invocation, and when its first byte arrives. `--rounds 20`; `--write` updates
 * docs/performance/cold.tsv. Linux only. Times are reported; the build asserts how many functions are called at start (test/tools/check-build.ts).
 */
const COLD_TABLE = "docs/performance/cold.tsv";
const USERS = 500;
const HELLO = {
  path: "/hello.js",
  contents: "export default { fetch: () => new Response('Hello') }",
};

type Call = { path: string; init?: RequestInit };
type Sample = Record<"start" | "startAll" | "first" | "byte", number>;

const asPilot: RequestInit = { headers: { authorization: `Bearer ${CAST.pilot.token}` } };
const message = [{ kind: "job", name: "housekeeping" }];
const CALLS: Record<string, Call> = {
  "GET /api/auth/session": { path: "/api/auth/session", init: asPilot },
  "GET /api/groups": { path: "/api/groups", init: asPilot },
  "cron * * * * *": { path: `/bench/cron?cron=${encodeURIComponent("* * * * *")}` },
  "queue: job housekeeping": {
    path: "/bench/queue",
    init: { method: "POST", body: JSON.stringify(message) },
  },
};

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const scratch = mkdtempSync(join(tmpdir(), "muster-cold-"));
try {
  const build = join(scratch, "build");
  const product = await buildProduct(build);
  const entry = await buildModule("test/bench/cpu/worker.ts", build, "bench.js");
  const d1 = await buildModule("test/bench/cpu/d1-worker.ts", build, "d1.js");
  const bench = await openBench({ users: USERS, corporations: 0 }, scratch, {
    product: [entry, ...product],
    d1,
  });
  const sayHello = () =>
    startProduct([HELLO], { database: bench.databaseUrl, variables: {}, scratch });
  const table = new Map<string, Sample[]>();
  for (let round = 0; round < rounds; round += 1) {
    keep(table, "a Worker that says hello", await measure(sayHello, { path: "/" }));
    for (const [name, call] of Object.entries(CALLS)) {
      keep(table, name, await measure(() => bench.start(), call));
    }
  }
  await bench.stop();
  const text = tabSeparated(table);
  console.log(text);
  if (options.write) writeFileSync(COLD_TABLE, text);
} finally {
  rmSync(scratch, { recursive: true });
}

/** Starts a process, sends its first invocation and ends it. */
async function measure(
  start: () => Promise<Pick<Product, "url" | "cpu" | "stop">>,
  { path, init }: Call,
): Promise<Sample> {
  const product = await start();
  const started = await untilQuiet(product);
  const began = performance.now();
  const response = await fetch(new URL(path, product.url), init);
  const byte = performance.now() - began;
  const body = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
  const done = await untilQuiet(product);
  await product.stop();
  return {
    start: started.main,
    startAll: started.all,
    first: done.main - started.main,
    byte,
  };
}

function keep(table: Map<string, Sample[]>, name: string, sample: Sample) {
  table.set(name, [...(table.get(name) ?? []), sample]);
}

function tabSeparated(table: Map<string, Sample[]>): string {
  const rows = [...table].map(([name, samples]) => {
    const cell = (of: (sample: Sample) => number) => {
      const sorted = samples.map(of).toSorted((a, b) => a - b);
      return `${median(sorted).toFixed(1)} / ${percentile(sorted, 0.95).toFixed(1)}`;
    };
    const cells = [
      name,
      cell(({ start }) => start),
      cell(({ startAll }) => startAll),
      cell(({ first }) => first),
      cell(({ byte }) => byte),
    ];
    return cells.join("\t");
  });
  const head = [
    "first invocation",
    "start, CPU ms",
    "all threads",
    "invocation, CPU ms",
    "first byte, ms",
  ];
  return [head.join("\t"), ...rows].join("\n").concat("\n");
}
