import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod/mini";

/** A database, as wrangler addresses it. */
export type DatabaseTarget = {
  place: "--local" | "--remote";
  config?: string | undefined;
  /** Ends the wrangler that works on it. */
  signal?: AbortSignal;
};

/** A program that failed; the message is its output. */
export class CommandError extends Error {
  constructor(command: string, said: string) {
    const words = stripVTControlCharacters(said).replace("✘ [ERROR] ", "").trim();
    super(words || `${command} failed and did not say why.`);
    this.name = "CommandError";
  }
}

type Options = {
  /** Undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** The program uses the terminal itself, and may ask questions. */
  isShown?: boolean;
  /** Ends the program; it has ended when `runProgram` throws. */
  signal?: AbortSignal | undefined;
};

/** Runs a program of node_modules/.bin; returns its output. Throws a `CommandError` when it fails. */
export async function runProgram(program: string, args: string[], options: Options = {}) {
  const { env = {}, isShown = false, signal } = options;
  signal?.throwIfAborted();
  const child = spawn(program, args, {
    stdio: isShown ? ["inherit", "inherit", "pipe"] : ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  const said: string[] = [];
  const told: string[] = [];
  child.stdout?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => {
    told.push(chunk.toString());
    if (isShown) process.stderr.write(chunk);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject);
  // When "close" fires, the program's own children have ended too: they share its output.
  child.on("close", resolve);
  signal?.addEventListener("abort", () => child.kill());
  if ((await promise) !== 0) {
    throw new CommandError([program, ...args.slice(0, 2)].join(" "), [...told, ...said].join(""));
  }
  return said.join("");
}

export function wrangler(args: string[], options?: Options): Promise<string> {
  return runProgram("wrangler", args, options);
}

/** Runs `wrangler d1 <command> DB …`. */
export function d1(command: string, target: DatabaseTarget, more: string[]): Promise<string> {
  const { place, config, signal } = target;
  const named = config === undefined ? [] : ["--config", config];
  return wrangler(["d1", command, "DB", place, ...named, ...more], { signal });
}

const answersSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** Runs several statements in one call; returns the rows of each. */
export async function query(target: DatabaseTarget, statements: string[]) {
  const said = await d1("execute", target, ["--json", "--command", statements.join(";\n")]);
  return z.parse(answersSchema, JSON.parse(said)).map(({ results }) => results);
}

const databasesSchema = z.array(z.object({ uuid: z.string(), name: z.string() }));

/** The databases of the account. */
export async function listDatabases() {
  return z.parse(databasesSchema, JSON.parse(await wrangler(["d1", "list", "--json"])));
}

/**
 * Imports statements, which SQLite splits. The first line makes the file another one each time: wrangler sends its hash first, and
 * uploads only what D1 does not have yet (`executeRemotely` of wrangler 4.155). An import that failed must be executed again.
 */
export async function importSql(target: DatabaseTarget, sql: string) {
  const folder = mkdtempSync(join(tmpdir(), "muster-import-"));
  const file = join(folder, "import.sql");
  try {
    writeFileSync(file, `-- ${new Date().toISOString()}\n${sql}`);
    await d1("execute", target, ["-y", "--file", file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
