import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = "docs/performance.md";

/** Replaces what follows a line of docs/performance.md, up to the next heading. */
export function writeSection(lastLine: string, text: string) {
  const document = readFileSync(DOCUMENT, "utf8");
  const begin = document.indexOf(lastLine) + lastLine.length;
  const rest = document.slice(begin);
  const end = rest.search(/\n##+ /);
  if (begin < lastLine.length || end === -1) throw new Error(`${DOCUMENT} has no place for it.`);
  writeFileSync(DOCUMENT, `${document.slice(0, begin)}\n${text}\n${rest.slice(end)}`);
}
