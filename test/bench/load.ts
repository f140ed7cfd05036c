import { Agent, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

/** Concurrent requests: enough to keep workerd busy, too few to queue. */
const CONCURRENCY = 4;
/** Many short bursts: garbage collection, which all targets cause, affects only a few of them. */
const BURSTS = 40;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Init = { method?: string; headers?: Record<string, string>; body?: string | undefined };

/** Node's HTTP client needs a tenth of the CPU time of `fetch`, on the cores that workerd uses too. */
export function send(url: URL, { method = "GET", headers = {}, body }: Init = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Node does not set the length of a DELETE's body.
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const given = { method, headers: { ...headers, ...length }, agent };
    const sent = request(url, given, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export type Target = { url: URL; headers: Record<string, string> };

/** The duration of each request and of all together, in milliseconds. */
async function burst({ url, headers }: Target, count: number) {
  const latencies: number[] = [];
  let left = count;
  const begin = performance.now();
  async function client() {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      const { status } = await send(url, { headers });
      if (status !== 200 && status !== 304) throw new Error(`${url.pathname}: ${status}`);
      latencies.push(performance.now() - sent);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return { latencies, elapsed: performance.now() - begin };
}

/** Sorted latencies in milliseconds; requests per second and CPU time per request, for each burst. */
export type Course = { latencies: number[]; rates: number[]; cpu: number[] };

/**
 * Measures targets in turns, so that other load on the machine affects all of them equally: the same number of
 * requests of each, in short bursts, in alternating order. `cpu` reads workerd's CPU clock.
 */
export async function race(
  targets: Target[],
  { requests, cpu }: { requests: number; cpu: () => number },
): Promise<Course[]> {
  const courses = targets.map((): Course => ({ latencies: [], rates: [], cpu: [] }));
  const bursts = Math.min(BURSTS, requests);
  const size = Math.ceil(requests / bursts);
  for (const target of targets) await burst(target, size);
  for (let turn = 0; turn < bursts; turn += 1) {
    const order = [...targets.entries()];
    for (const [index, target] of turn % 2 === 0 ? order : order.toReversed()) {
      const cpuBefore = cpu();
      const { latencies, elapsed } = await burst(target, size);
      const course = courses[index];
      course?.latencies.push(...latencies);
      course?.rates.push((size / elapsed) * 1000);
      course?.cpu.push((cpu() - cpuBefore) / size);
    }
  }
  for (const { latencies } of courses) latencies.sort((a, b) => a - b);
  return courses;
}

export function percentile(sorted: number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

export function median(values: number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
