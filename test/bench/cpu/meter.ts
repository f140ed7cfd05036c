import * as z from "zod/mini";
import type { NewEdenServer } from "./new-eden.ts";
import type { Clock } from "#test/bench/workerd-clock.ts";
import type { Product } from "./workerd.ts";

/** One invocation: processor time of workerd in milliseconds, and what it asked of others. */
export type Sample = {
  /** Processor time of the thread that runs JavaScript. */
  cpu: number;
  allThreads: number;
  subrequests: number;
  rowsRead: number;
  rowsWritten: number;
};

const costsSchema = z.object({
  roundTrips: z.number(),
  rowsRead: z.number(),
  rowsWritten: z.number(),
});
const sentSchema = z.object({
  messages: z.array(z.object({ body: z.unknown(), delaySeconds: z.number() })),
  sends: z.number(),
});

const QUIET_MS = 2;
const MOST_QUIET_CHECKS = 25;

export type Meter = ReturnType<typeof openMeter>;

/** Measures invocations of a product, one at a time. */
export function openMeter(product: Product, database: URL, newEden: NewEdenServer) {
  const samples = new Map<string, Sample[]>();

  const takeCosts = async () =>
    z.parse(costsSchema, await (await fetch(new URL("/costs", database))).json());
  const takeSent = async () =>
    z.parse(sentSchema, await (await fetch(new URL("/bench/sent", product.url))).json());

  /** Sends a request as one invocation and returns the response with the messages that it left in the queue. */
  async function invoke(name: string, path: string, init: RequestInit = {}) {
    await takeCosts();
    await takeSent();
    const callsBefore = newEden.calls();
    const before = await untilQuiet(product);
    const response = await fetch(new URL(path, product.url), { redirect: "manual", ...init });
    const body = await response.text();
    const after = await untilQuiet(product);
    const cpu = after.main - before.main;
    const allThreads = after.all - before.all;
    const { roundTrips, rowsRead, rowsWritten } = await takeCosts();
    const { messages, sends } = await takeSent();
    const subrequests = roundTrips + sends + newEden.calls() - callsBefore;
    if (response.status >= 500) throw new Error(`${name}: ${response.status} ${body}`);
    const measured = samples.get(name) ?? [];
    measured.push({ cpu, allThreads, subrequests, rowsRead, rowsWritten });
    samples.set(name, measured);
    return { status: response.status, headers: response.headers, body, messages };
  }

  return {
    invoke,
    samples,
    cron: (expression: string) =>
      invoke(`cron ${expression}`, `/bench/cron?cron=${encodeURIComponent(expression)}`),
    deliver: (name: string, bodies: unknown[], queue?: string) =>
      invoke(name, `/bench/queue${queue === undefined ? "" : `?queue=${queue}`}`, {
        method: "POST",
        body: JSON.stringify(bodies),
      }),
  };
}

/** The clock when workerd has nothing left to do: V8 compiles and collects after the response too. */
export async function untilQuiet({ cpu }: Pick<Product, "cpu">): Promise<Clock> {
  let last = cpu();
  for (let check = 0; check < MOST_QUIET_CHECKS; check += 1) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = cpu();
    if (now.all === last.all) return now;
    last = now;
  }
  return last;
}
