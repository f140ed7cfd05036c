import { ExportError } from "./export-error.ts";

/** A row of SeAT or Neucore is a few kilobytes. */
const MAX_LINE_CHARACTERS = 1_000_000;

/** The lines of a file with their numbers, without blank ones. Throws an `ExportError` for a line that is too long. */
export async function* splitLines(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ text: string; line: number }> {
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line += 1;
      if (text.trim() !== "") yield { text, line };
    }
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw new ExportError(`Line ${line + 1}`, "This line is longer than a million letters.");
    }
  }
  if (rest.trim() !== "") yield { text: rest, line: line + 1 };
}
