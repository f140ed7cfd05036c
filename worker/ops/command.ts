import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import * as z from "zod/mini";

/** As shells use it: the command was not understood, and did nothing. */
const NOT_UNDERSTOOD = 2;

/** The flags of a command. One that it does not know ends the command, with its usage. */
export function readFlags<Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node adds advice about arguments that begin with a dash.
    const [sentence = ""] = messageOf(error).split(/(?<=\.) /);
    console.error(`${sentence.replace(/\.?$/, ".")} Usage: ${usage}`);
    process.exit(NOT_UNDERSTOOD);
  }
}

/** What the errors of Node's file system mean to a person. */
const FILE_ERRORS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `${path} does not exist.`,
  EISDIR: (path) => `${path} is a folder, and not a file.`,
  ENOTDIR: (path) => `A part of ${path} is a file, and not a folder.`,
  EACCES: (path) => `This user may not use ${path}.`,
  EPERM: (path) => `This user may not use ${path}.`,
  ENOSPC: () => "The disk is full.",
  EROFS: (path) => `${path} is on a disk that cannot be written.`,
};

/** Why a command failed, in words for a person. */
export function failureInWords(error: unknown): string {
  if (error instanceof z.core.$ZodError || error instanceof SyntaxError) {
    return `wrangler answered with something that this version of Muster does not know. Run npm ci, which brings the version that it knows. (${messageOf(error)})`;
  }
  const { code = "", syscall = "", path = "The file" } = systemErrorOf(error);
  if (code === "ENOENT" && syscall.startsWith("spawn ")) {
    return `${syscall.slice("spawn ".length)} was not found. Run npm ci in the folder of Muster, and start the command there with npm run.`;
  }
  return FILE_ERRORS[code]?.(path) ?? messageOf(error);
}

const systemErrorSchema = z.object({
  code: z.optional(z.string()),
  syscall: z.optional(z.string()),
  path: z.optional(z.string()),
});

function systemErrorOf(error: unknown): z.infer<typeof systemErrorSchema> {
  const { success, data } = z.safeParse(systemErrorSchema, error);
  return success ? data : {};
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Aborts on the signals that end a program, so that its `finally` blocks remove what nobody should find. Without that,
 * Node exits at once.
 */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      // As shells report it.
      process.exitCode = 128 + constants.signals[name];
      controller.abort(new Error("It was interrupted."));
    });
  }
  return controller.signal;
}

/** Why a program failed, in words for a person. */
export function failureOf(error: unknown, signal: AbortSignal): string {
  return failureInWords(signal.aborted ? signal.reason : error);
}

/** Whether there is a terminal to ask at. */
export const isInteractive = process.stdin.isTTY && process.stdout.isTTY;

/** The answer; undefined when it is empty or there is no terminal. A secret is not echoed. */
export async function ask(
  question: string,
  { isSecret = false } = {},
): Promise<string | undefined> {
  if (!isInteractive) return undefined;
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answer = terminal.question(`${question} `);
    isMuted = isSecret;
    return (await answer).trim() || undefined;
  } finally {
    terminal.close();
    if (isSecret) process.stdout.write("\n");
  }
}

/** Whether the word was typed, or `--yes` was given. Throws when there is no terminal. */
export async function isConfirmed(
  word: string,
  { yes = false, question = `Type ${word} to go on:` } = {},
): Promise<boolean> {
  if (yes) return true;
  if (!isInteractive) throw new Error("This is not a terminal, so there is no prompt. Add --yes.");
  return (await ask(question)) === word;
}
