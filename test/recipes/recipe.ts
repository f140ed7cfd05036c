import { readFileSync } from "node:fs";

const PAGE = "docs/applications.md";

/** The first code block of this language under a heading of a page, with these texts replaced by others. */
export function recipe(
  heading: string,
  language: string,
  replaced: Record<string, string> = {},
  page = PAGE,
): string {
  const text = readFileSync(page, "utf8");
  const [, section] = text.split(new RegExp(`^#{2,3} ${heading}$`, "m"));
  const [own = ""] = (section ?? "").split(/^## /m);
  const [, block] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(own) ?? [];
  if (block === undefined) throw new Error(`${page} has no ${language} under “${heading}”.`);
  return Object.entries(replaced).reduce((code, [from, to]) => {
    if (!code.includes(from)) throw new Error(`The ${language} of “${heading}” lacks “${from}”.`);
    return code.replaceAll(from, to);
  }, block);
}
