import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** Which database: as wrangler names it. */
export type Target = { place: "--local" | "--remote"; config?: string | undefined };

/** A program that failed; the message is what it said. */
export class CommandError extends Error {
  constructor(command: string, said: string) {
    const words = stripVTControlCharacters(said).replace("✘ [ERROR] ", "").trim();
    super(words || `${command} failed and did not say why.`);
    this.name = "CommandError";
  }
}

type Options = {
  env?: Record<string, string>;
  /** It speaks to the person at the terminal, and may ask. */
  isShown?: boolean;
};

/** Runs a program of node_modules/.bin; returns what it says. Throws a `CommandError` when it fails. */
export async function run(program: string, args: string[], options: Options = {}) {
  const { env = {}, isShown = false } = options;
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
  child.on("close", resolve);
  if ((await promise) !== 0) {
    throw new CommandError([program, ...args.slice(0, 2)].join(" "), [...told, ...said].join(""));
  }
  return said.join("");
}

export function wrangler(args: string[], options?: Options): Promise<string> {
  return run("wrangler", args, options);
}

/** Runs `wrangler d1 <command> DB …`. */
export function d1(command: string, { place, config }: Target, more: string[]): Promise<string> {
  const named = config === undefined ? [] : ["--config", config];
  return wrangler(["d1", command, "DB", place, ...named, ...more]);
}

/** Asks some questions in one go; answers the rows of each. */
export async function query(target: Target, statements: string[]) {
  const said = await d1("execute", target, ["--json", "--command", statements.join(";\n")]);
  const answers = JSON.parse(said) as { results: Record<string, unknown>[] }[];
  return answers.map(({ results }) => results);
}
