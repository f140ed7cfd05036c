import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = "docs/performance.md";

export const readDocument = () => readFileSync(DOCUMENT, "utf8");

/** What follows a line of docs/performance.md, up to the next heading. */
export function readSection(lastLine: string): string {
  const [, section] = split(lastLine);
  return section;
}

export function writeSection(lastLine: string, text: string) {
  const [before, , after] = split(lastLine);
  writeFileSync(DOCUMENT, `${before}\n${text}\n${after}`);
}

function split(lastLine: string): [string, string, string] {
  const document = readDocument();
  const begin = document.indexOf(lastLine) + lastLine.length;
  const rest = document.slice(begin);
  const end = rest.search(/\n##+ /);
  if (begin < lastLine.length || end === -1) throw new Error(`${DOCUMENT} has no place for it.`);
  return [document.slice(0, begin), rest.slice(0, end), rest.slice(end)];
}
