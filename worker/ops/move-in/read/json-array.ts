import { ExportError } from "./rows.ts";

/** A row of Alliance Auth is a few kilobytes. */
const MAX_OBJECT_CHARACTERS = 1_000_000;

/** The text of one object of the array, and where it begins. */
type ObjectText = { text: string; line: number; index: number };

/**
 * Splits a JSON array of objects into their texts, and keeps no more than one of them in memory. Throws an `ExportError` for
 * anything else, and for an array that is cut off.
 */
export async function* splitJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<ObjectText> {
  let state: State = "start";
  let line = 1;
  let index = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  /** The text of the object before this chunk. */
  let before = "";
  let startLine = 1;

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === NEWLINE) line += 1;
      if (state === "object") {
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (code === BACKSLASH) isEscaped = true;
          else if (code === QUOTE) isInString = false;
        } else if (code === QUOTE) isInString = true;
        else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
        else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
          depth -= 1;
          if (depth === 0) {
            index += 1;
            yield { text: before + chunk.slice(from, at + 1), line: startLine, index };
            before = "";
            state = "separator";
          }
        }
        continue;
      }
      if (code === SPACE || code === NEWLINE || code === RETURN || code === TAB || code === MARK) {
        continue;
      }
      const next = stateAfter(state, code, index);
      if (next === undefined) throw new ExportError(`Line ${line}`, EXPECTED[state]);
      state = next;
      if (state === "object") {
        depth = 1;
        from = at;
        startLine = line;
      }
    }
    if (state === "object") {
      before += chunk.slice(from);
      if (before.length > MAX_OBJECT_CHARACTERS) {
        throw new ExportError(`Line ${startLine}`, "This record is longer than a million letters.");
      }
    }
  }
  if (!hasEnded(state)) {
    throw new ExportError(`Line ${line}`, "The file is cut off: the list of records does not end.");
  }
}

type State = "start" | "item" | "separator" | "object" | "end";

/** What follows outside of objects; undefined if the character is not allowed there. `index`: the objects so far. */
function stateAfter(state: State, code: number, index: number): State | undefined {
  if (state === "start") return code === OPEN_BRACKET ? "item" : undefined;
  if (state === "item" && code === OPEN_BRACE) return "object";
  if (state === "separator" && code === COMMA) return "item";
  const mayEnd = state === "separator" || (state === "item" && index === 0);
  return mayEnd && code === CLOSE_BRACKET ? "end" : undefined;
}

function hasEnded(state: State): boolean {
  return state === "end";
}

const [NEWLINE, RETURN, TAB, SPACE, MARK] = [10, 13, 9, 32, 0xfe_ff];
const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93];

const EXPECTED = {
  start: "This is no JSON list, such as `manage.py dumpdata` writes.",
  item: "A record was expected here.",
  separator: "A comma or the end of the list was expected here.",
  object: "",
  end: "The list of records has ended, and the file goes on.",
};
