import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = "docs/performance.md";

export const readDocument = () => readFileSync(DOCUMENT, "utf8");

/** Replaces what follows a line of docs/performance.md, up to the next heading. */
export function writeSection(lastLine: string, text: string) {
  const document = readDocument();
  const begin = document.indexOf(lastLine) + lastLine.length;
  const end = document.indexOf("\n## ", begin);
  if (begin < lastLine.length || end === -1) throw new Error(`${DOCUMENT} has no place for it.`);
  writeFileSync(DOCUMENT, `${document.slice(0, begin)}\n${text}\n${document.slice(end)}`);
}
