import { CAST } from "#test/bench/cast.ts";
import type { Bench } from "./community.ts";
import { openMeter } from "./meter.ts";
import type { Meter } from "./meter.ts";

const STARTS = 5;
const PATHS = ["/auth/session", "/groups", "/characters", "/groups/waiting", "/groups/my-groups"];

/** The first request of an isolate that has just started. V8 compiles what it runs, and the configuration is parsed. */
export async function measureColdStarts(bench: Bench, { samples }: Meter, rounds: number) {
  for (const path of PATHS) {
    for (let start = 0; start < Math.min(rounds, STARTS); start += 1) {
      const product = await bench.start();
      const meter = openMeter(product, bench.databaseUrl, bench.newEden);
      const headers = { authorization: `Bearer ${CAST.pilot.token}` };
      const name = `(cold isolate: GET ${path})`;
      await meter.invoke(name, `/api${path}`, { headers });
      samples.set(name, [...(samples.get(name) ?? []), ...(meter.samples.get(name) ?? [])]);
      await product.stop();
    }
  }
}
