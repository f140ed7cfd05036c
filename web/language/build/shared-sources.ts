import { globSync, readFileSync } from "node:fs";
import { parseSync, traverse, types } from "@babel/core";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { REASONS } from "#shared/reasons.ts";
import type { Sources } from "./catalogs.ts";
import { placeOf } from "./transform.ts";

/** What `english` marks in `shared/` and in the Worker. Its values are numbered, as Lingui does: "Name must be {0} characters or less". */
export function sharedTexts(root: string): Sources {
  const sources: Sources = new Map();
  for (const file of globSync("{shared,worker}/**/*.ts", { cwd: root }).toSorted()) {
    const code = readFileSync(`${root}/${file}`, "utf8");
    if (!code.includes("english`")) continue;
    const program = parseSync(code, {
      filename: file,
      configFile: false,
      babelrc: false,
      parserOpts: { plugins: ["typescript"] },
    });
    if (program === null) continue;
    traverse(program, {
      TaggedTemplateExpression(path) {
        const { tag, quasi } = path.node;
        if (!types.isIdentifier(tag, { name: "english" })) return;
        const parts = quasi.quasis.map(({ value }) => quoted(value.cooked ?? ""));
        add(
          sources,
          parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
          file,
          placeOf(path),
        );
      },
    });
  }
  return sources;
}

/** The sentences of all refusals. */
export function refusals(): Sources {
  const sources: Sources = new Map();
  for (const [reason, { message }] of Object.entries(REASONS))
    add(sources, message, "shared/reasons.ts", `refusal ${reason}`);
  return sources;
}

function add(sources: Sources, message: string, file: string, place: string): void {
  const id = generateMessageId(message);
  const source = sources.get(id) ?? { message, files: [], places: [] };
  if (!source.places.includes(place)) source.places.push(place);
  sources.set(id, source);
  if (!source.files.includes(file)) source.files.push(file);
}

/** Braces of ICU MessageFormat are quoted. */
const quoted = (text: string): string => text.replaceAll(/[{}]/g, "'$&'");
