import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Whether somebody sits there who can be asked. */
export const isInteractive = process.stdin.isTTY && process.stdout.isTTY;

/** An answer, or undefined when there is none or nobody to ask. What is typed as a secret is not shown. */
export async function ask(
  question: string,
  { isSecret = false } = {},
): Promise<string | undefined> {
  if (!isInteractive) return undefined;
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk as Buffer);
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
