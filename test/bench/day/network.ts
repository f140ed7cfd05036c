import { mkdirSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { createPilot } from "#test/new-eden/control/pilots.ts";
import { getWorld, outboundService } from "#test/new-eden/outbound.ts";

export const BENCH = "https://bench.test";

/** The file that the test writes for the process that started it. */
export const resultFile = (size: number) => `test-results/day-${size}.json`;

/** The network of the tests, with two more routes: create many pilots, and write the result to a file. */
export async function benchNetwork(request: Request): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== BENCH) return outboundService(request);
  if (pathname === "/result") {
    mkdirSync("test-results", { recursive: true });
    writeFileSync(resultFile(Number(searchParams.get("size"))), await request.text());
  } else {
    const { world, firstId, count } = z.parse(crowdSchema, await request.json());
    for (let id = firstId; id < firstId + count; id++) createPilot(getWorld(world), { id });
  }
  return new Response();
}

const crowdSchema = z.object({ world: z.string(), firstId: z.number(), count: z.number() });
export type Crowd = z.infer<typeof crowdSchema>;
