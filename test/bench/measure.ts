import * as z from "zod/mini";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { MIN_RATIO } from "./budgets.ts";
import type { Write } from "./calls.ts";
import { WRITES } from "./calls.ts";
import { CAST } from "./cast.ts";
import type { Role } from "./cast.ts";
import { median, percentile, race, send } from "./load.ts";
import type { Answer, Course } from "./load.ts";
import { COSTS_HEADER, costsSchema, RECORD_HEADER } from "./protocol.ts";
import type { Costs } from "./protocol.ts";
import type { PreparedRead } from "./reads.ts";

/** Milliseconds, and requests per second. */
type Times = { p50: number; p95: number; p99: number; perSecond: number };

export type ReadResult = {
  name: string;
  costs: Costs;
  /** The length of the answer's list. */
  items: number;
  times: Times;
  floor: Times;
  /** Throughput relative to the floor. */
  ratio: number;
  /** CPU time of workerd per request, D1 included, in milliseconds. */
  cpu: { own: number; floor: number };
};

export type WriteResult = { name: string; costs: Costs; p50: number; p95: number };

export type Workload = { url: URL; cpu: () => number; requests: number };

export const headersOf = (role: Role) => ({
  authorization: `Bearer ${CAST[role].token}`,
  cookie: proofCookie(CAST[role].proof),
});

/** Measures each read. One that fails does not stop the others: the failures are broken budgets. */
export async function measureReads(load: Workload, prepared: PreparedRead[]) {
  const reads: ReadResult[] = [];
  const failures: string[] = [];
  for (const read of prepared) {
    try {
      reads.push(await measureRead(load, read));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { reads, failures };
}

/**
 * The floor of reads without SQL: an answer that the product has ready. A bare route would do nothing at all there, not even what
 * Muster does for each request.
 */
const LEAST_ANSWER = "/.well-known/openid-configuration";

async function measureRead({ url, cpu: clock, requests }: Workload, read: PreparedRead) {
  const { name, path, headers } = read;
  const target = { url: new URL(path, url), headers };
  // The first request of a session in an isolate takes one more round trip, and the first look of a day is recorded.
  await send(target.url, { headers });
  const call = encodeURIComponent(name);
  const recorded = await send(target.url, { headers: { ...headers, [RECORD_HEADER]: call } });
  const costs = costsOf(name, recorded);
  const least = costs.roundTrips === 0 ? LEAST_ANSWER : `/floor/${encodeURIComponent(call)}`;
  const floor = { url: new URL(least, url), headers };
  const first = await raceOf(requests);
  // Short bursts differ by a tenth from run to run: a read that seems too slow runs again in longer ones, and these count.
  const found = first.ratio < MIN_RATIO ? await raceOf(requests * 10) : first;
  return { name, costs, items: itemsIn(recorded), ...found };

  async function raceOf(count: number) {
    const [course, floorCourse] = await race([target, floor], { requests: count, cpu: clock });
    if (course === undefined || floorCourse === undefined)
      throw new Error("A race has as many courses.");
    const cpu = { own: median(course.cpu), floor: median(floorCourse.cpu) };
    const [own, bare] = [timesOf(course), timesOf(floorCourse)];
    return { times: own, floor: bare, ratio: own.perSecond / bare.perSecond, cpu };
  }
}

function timesOf({ latencies, rates }: Course): Times {
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    perSecond: median(rates),
  };
}

/** In sequence: each write prepares the next. */
export async function measureWrites({ url, requests }: Workload): Promise<WriteResult[]> {
  // An owner has 20 invitations a day, and each round sends one.
  const rounds = Math.min(15, Math.max(3, Math.ceil(requests / 20)));
  const results = WRITES.map(({ name }) => ({ name, costs: [] as Costs[], took: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    let lastId = "";
    for (const [index, write] of WRITES.entries()) {
      const begin = performance.now();
      const answer = await carryOut(url, write, lastId);
      results[index]?.took.push(performance.now() - begin);
      results[index]?.costs.push(costsOf(write.name, answer));
      lastId = idIn(answer) ?? lastId;
    }
  }
  return results.map(({ name, costs, took }) => {
    const sorted = took.toSorted((a, b) => a - b);
    const most = (of: (cost: Costs) => number) => Math.max(...costs.map(of));
    return {
      name,
      costs: {
        roundTrips: most((cost) => cost.roundTrips),
        rowsRead: most((cost) => cost.rowsRead),
        rowsWritten: most((cost) => cost.rowsWritten),
        bytes: most((cost) => cost.bytes),
      },
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
    };
  });
}

function carryOut(url: URL, { name, as, path, body }: Write, id: string): Promise<Answer> {
  const [method = ""] = name.split(" ");
  return send(new URL(`/api${path.replace("{id}", id)}`, url), {
    method,
    headers: { ...headersOf(as), "content-type": "application/json", [RECORD_HEADER]: "write" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const createdSchema = z.object({ id: z.optional(z.string()) });

function idIn({ body }: Answer): string | undefined {
  return body.length === 0 ? undefined : z.parse(createdSchema, JSON.parse(body.toString())).id;
}

const listSchema = z.object({
  items: z.optional(z.array(z.unknown())),
  endings: z.optional(z.array(z.unknown())),
});

function itemsIn({ headers, body }: Answer): number {
  if (body.length === 0 || !headers["content-type"]?.includes("json")) return 0;
  const { success, data } = z.safeParse(listSchema, JSON.parse(body.toString()));
  return success ? (data.items ?? data.endings ?? []).length : 0;
}

function costsOf(name: string, { status, headers, body }: Answer): Costs {
  if (status >= 300 && status !== 304) throw new Error(`${name}: ${status} ${body.toString()}`);
  return z.parse(costsSchema, JSON.parse(String(headers[COSTS_HEADER] ?? "")));
}
