import { Agent, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

/** Requests under way at a time: enough to keep workerd busy, too few to stand in line. */
const CONCURRENCY = 4;
/** Many and short: the collector's pauses, for what all targets left behind, fall into a few of them. */
const BURSTS = 40;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Init = { method?: string; headers?: Record<string, string>; body?: string | undefined };

/** Node's own client: a tenth of what `fetch` takes of the processor that workerd runs on too. */
export function send(url: URL, { method = "GET", headers = {}, body }: Init = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Of a DELETE, Node does not tell by itself how long its body is.
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

/** How long each of so many requests took, in milliseconds, and all of them together. */
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

/** Latencies in milliseconds, in order; requests a second and processor time a request, burst by burst. */
export type Course = { latencies: number[]; rates: number[]; cpu: number[] };

/**
 * Measures targets by turns, so that whatever else the machine does meets all of them alike: the same number of
 * requests of each, in short bursts, the order reversed every time. `cpu` reads workerd's clock.
 */
export async function race(
  targets: Target[],
  { requests, cpu }: { requests: number; cpu: () => number },
): Promise<Course[]> {
  const courses = targets.map((): Course => ({ latencies: [], rates: [], cpu: [] }));
  const size = Math.ceil(requests / BURSTS);
  for (const target of targets) await burst(target, size);
  for (let turn = 0; turn < BURSTS; turn += 1) {
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
