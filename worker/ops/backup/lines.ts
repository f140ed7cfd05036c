import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

const FLUSH_AT_CHARACTERS = 256 * 1024;

/** Splits only at \n: other line terminators can be part of a text. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8" }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Creates a file that only its owner can read. */
export async function openWriter(path: string) {
  const file = await open(path, "w", 0o600);
  let waiting = "";

  return {
    async write(lines: Iterable<string>) {
      for (const line of lines) waiting += `${line}\n`;
      if (waiting.length < FLUSH_AT_CHARACTERS) return;
      await file.write(waiting);
      waiting = "";
    },
    async close() {
      await file.write(waiting);
      await file.close();
    },
  };
}
