import { mkdirSync, writeFileSync } from "node:fs";
import { createPilot } from "#test/new-eden/control/pilots.ts";
import { getWorld, outboundService } from "#test/new-eden/outbound.ts";

export const BENCH = "https://bench.test";

/** Where the day leaves what it counted, for the process that started it. */
export const resultFile = (size: number) => `test-results/day-${size}.json`;

/** The tests' network, and what a day needs of the process outside: pilots by the thousand, and a file. */
export async function benchNetwork(request: Request): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== BENCH) return outboundService(request);
  if (pathname === "/result") {
    mkdirSync("test-results", { recursive: true });
    writeFileSync(resultFile(Number(searchParams.get("size"))), await request.text());
  } else {
    const { world, firstId, count } = (await request.json()) as Crowd;
    for (let id = firstId; id < firstId + count; id++) createPilot(getWorld(world), { id });
  }
  return new Response();
}

export type Crowd = { world: string; firstId: number; count: number };
