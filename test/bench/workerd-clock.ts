import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Processor time in milliseconds: of the thread that runs JavaScript and the event loop, and of all threads, among which
 * are V8's for compilation and garbage collection.
 */
export type Clock = { main: number; all: number };

/** What a process has used. */
export function readClock(pid: number): Clock {
  const tasks = `/proc/${pid}/task`;
  const read = (task: string | number) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  return {
    main: read(pid),
    all: readdirSync(tasks).reduce((sum, task) => sum + read(task), 0),
  };
}

/** A clock of what the workerd of this process has used: on Linux only, elsewhere it does not advance. */
export function workerdClock(): () => number {
  if (process.platform !== "linux") return () => 0;
  const children = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  const pid = /(\d+) workerd/.exec(children)?.[1];
  return pid === undefined ? () => 0 : () => readClock(Number(pid)).all;
}
