import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

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

/** Whether the word was typed, or `--yes` was given. Throws when there is nobody to ask. */
export async function isConfirmed(
  word: string,
  { yes = false, question = `Type ${word} to go on:` } = {},
): Promise<boolean> {
  if (yes) return true;
  if (!isInteractive) throw new Error("This is not a terminal, so there is no prompt. Add --yes.");
  return (await ask(question)) === word;
}
