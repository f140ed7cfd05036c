import { globSync, readFileSync } from "node:fs";
import { parseSync, traverse, types } from "@babel/core";
import type { NodePath } from "@babel/core";
import { expect, test } from "vitest";

/** Prose that is no text of the screens: API documents and errors for programs, reasons in tables of tests, what an operator reads. */
const NOT_FOR_PILOTS = [
  /^worker\/(ops|db\/triggers)\//,
  /^shared\/reasons\.ts$/,
  /^shared\/applications\/api(-answers)?\.ts$/,
  /^worker\/applications\/(api|oidc)\//,
  /^worker\/http\/(route-declaration|validate)\.ts$/,
  /^worker\/(ground\/config|db\/(batch|interruption|optimistic-lock|quota)|auth\/tokens\/eve-identity)\.ts$/,
  /^worker\/account\/personal-data\.ts$/,
];

/** Names, and what is worded where it is shown or sent. */
const KNOWN = new Set([
  "Samsung Internet",
  "Unknown device",
  "Who is this?",
  "Stale after",
  "Missing means",
  // Names in messages to programs, in the log of Discord, and for former pilots.
  "A pilot",
  "Muster {}: taken back",
  "Muster: nickname",
  "Former pilot {}",
  // Kept in the log, and not shown.
  "The requirements decide who is a member.",
]);

function proseOf(file: string): string[] {
  const program = parseSync(readFileSync(file, "utf8"), {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ["typescript"] },
  });
  const found: string[] = [];
  const look = (path: NodePath, text: string) => {
    const isProse = /^[A-Z“@{][^<>=_]*[a-z’]{2} ?[^<>=_]* [^<>=_]+$/.test(text);
    if (isProse && /[a-z]{3} [a-z]{2}| [A-Z]?[a-z]+$/.test(text) && !isMarked(path)) {
      found.push(text);
    }
  };
  if (program !== null) {
    traverse(program, {
      StringLiteral: (path) => look(path, path.node.value),
      TemplateLiteral: (path) =>
        look(path, path.node.quasis.map(({ value }) => value.cooked).join("{}")),
    });
  }
  return found.filter((text) => !KNOWN.has(text)).map((text) => `${file}: ${text}`);
}

/** What declares a route gives reasons to engineers (`worker/http/route-declaration.ts`). */
const DECLARATIONS = ["visitors", "users", "administrators", "keepers", "programs"];

/** Within a tagged template, or what is thrown, logged, queried or declared of a route. */
const isMarked = (path: NodePath): boolean =>
  path.findParent(
    ({ node }) =>
      types.isTaggedTemplateExpression(node) ||
      (types.isNewExpression(node) &&
        types.isIdentifier(node.callee) &&
        node.callee.name.endsWith("Error")) ||
      (types.isCallExpression(node) &&
        types.isIdentifier(node.callee) &&
        ["logError", ...DECLARATIONS].includes(node.callee.name)),
  ) !== null;

test("what the Worker says to pilots in English is marked, so that it has translations", () => {
  const files = globSync("{shared,worker}/**/*.ts").filter(
    (file) => !NOT_FOR_PILOTS.some((pattern) => pattern.test(file)),
  );
  expect(files.toSorted().flatMap(proseOf)).toEqual([]);
});

test("the screens join no list and no sentences by hand", () => {
  const joined = globSync("web/**/*.{ts,tsx}").filter((file) => {
    if (/^web\/(language\/build|applications\/(?:setup\/|settings\/recipes))/.test(file))
      return false;
    return /\.join\("[,;.] "\)/.test(readFileSync(file, "utf8"));
  });
  expect(joined).toEqual([]);
});
