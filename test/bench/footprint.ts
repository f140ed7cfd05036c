import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { median, send } from "./load.ts";
import { startServer } from "./server.ts";
import type { Module } from "./server.ts";

const NOTHING: Module = {
  path: "/hello.js",
  contents: `export default { fetch: () => new Response("Hello") }`,
};

export type Footprint = { scriptBytes: number; startUp: number };

/**
 * The size of the uploaded script, and the CPU time that it adds to workerd's start, in milliseconds. Miniflare polls
 * for workerd, so wall time would not be precise.
 */
export async function measureFootprint(
  product: readonly [Module, ...Module[]],
  scratch: string,
  starts: number,
): Promise<Footprint> {
  const own: number[] = [];
  const least: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    least.push(await timeStart([NOTHING], scratch));
    own.push(await timeStart([...product], scratch));
  }
  return {
    scriptBytes: gzipSync(product[0].contents).length,
    startUp: median(own) - median(least),
  };
}

/** CPU time from the start of workerd to its first response, a 404. */
async function timeStart(modules: Module[], scratch: string): Promise<number> {
  const server = await startServer(modules, join(scratch, "start-up"));
  const clock = workerdClock();
  await send(new URL("/api/nothing", server.url));
  const took = clock();
  await server.stop();
  return took;
}

/**
 * A clock of the CPU time that the workerd of this process has used, in milliseconds: on Linux only, elsewhere
 * it does not advance.
 */
export function workerdClock(): () => number {
  if (process.platform !== "linux") return () => 0;
  const children = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  const pid = /(\d+) workerd/.exec(children)?.[1];
  if (pid === undefined) return () => 0;
  const tasks = `/proc/${pid}/task`;
  return () =>
    readdirSync(tasks)
      .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]))
      .reduce((sum, nanoseconds) => sum + nanoseconds / 1e6, 0);
}
