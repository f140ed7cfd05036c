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
 * The script as it is uploaded, and what it adds to workerd's start: processor time, in milliseconds. When workerd
 * is there Miniflare sees only when it looks.
 */
export async function measureFootprint(
  product: Module,
  scratch: string,
  starts: number,
): Promise<Footprint> {
  const own: number[] = [];
  const least: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    least.push(await timeStart(NOTHING, scratch));
    own.push(await timeStart(product, scratch));
  }
  return {
    scriptBytes: gzipSync(product.contents).length,
    startUp: median(own) - median(least),
  };
}

/** From the start of workerd to the first answer: of the product, that there is nothing at an address. */
async function timeStart(module: Module, scratch: string): Promise<number> {
  const server = await startServer([module], join(scratch, "start-up"));
  const clock = workerdClock();
  await send(new URL("/api/nothing", server.url));
  const took = clock();
  await server.stop();
  return took;
}

/**
 * A clock of the processor time that the workerd of this process has taken, in milliseconds: Linux only, elsewhere
 * it stands still.
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
