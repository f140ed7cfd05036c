import { globSync, readFileSync } from "node:fs";
import { parseSync, traverse, types } from "@babel/core";
import type { NodePath } from "@babel/core";
import { expect, test } from "vitest";
import { sayReasonInEnglish } from "#shared/reasons.ts";
import { wordsIn } from "#worker/language/words.ts";
import { formatDate } from "#web/lib/time.ts";
import { eveDay } from "#worker/discord/posts/message.ts";
import { ago, span } from "#worker/health/format.ts";
import { TAGS } from "#shared/language/languages.ts";

const ENGLISH = await wordsIn("en");

const SCREENS = globSync("web/**/*.{ts,tsx}").filter(
  (file) => !/^web\/(?:language\/|applications\/settings\/test-sign-in-dialog)/.test(file),
);

const sources = new Map(SCREENS.map((file) => [file, readFileSync(file, "utf8")]));

const programs = new Map<string, types.File | null>();

function programOf(code: string, file: string): types.File | null {
  const known = programs.get(code);
  if (known !== undefined) return known;
  const program = parseSync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ["typescript", "jsx"] },
  });
  programs.set(code, program);
  return program;
}

const isTrans = ({ node }: NodePath) =>
  types.isJSXElement(node) &&
  types.isJSXIdentifier(node.openingElement.name) &&
  ["Trans", "Plural"].includes(node.openingElement.name.name);

/** Whether a text in the node ends like a sentence. */
function endsSentence(node: types.Node | undefined): boolean {
  if (!node) return false;
  const ends = (text: string) => /[.?!]$/.test(text.trim());
  if (types.isJSXText(node) || types.isStringLiteral(node)) return ends(node.value);
  if (types.isTemplateLiteral(node)) return ends(node.quasis.at(-1)?.value.cooked ?? "");
  if (types.isJSXAttribute(node)) {
    const name = types.isJSXIdentifier(node.name) ? node.name.name : "";
    return ["one", "other"].includes(name) && endsSentence(node.value ?? undefined);
  }
  const keys = types.VISITOR_KEYS[node.type] ?? [];
  const found: unknown[] = keys.flatMap((key): unknown => Reflect.get(node, key));
  return found.some((child) => types.isNode(child) && endsSentence(child));
}

const isSpace = (node: types.Node | undefined): boolean =>
  (types.isJSXText(node) && /^ +$/.test(node.value)) ||
  (types.isJSXExpressionContainer(node) && types.isStringLiteral(node.expression, { value: " " }));

/** Sentences that a space joins outside of a message: "。 " in Chinese and Japanese. */
function joinedSentences(code: string, file: string): string[] {
  const found: string[] = [];
  // Parsing takes long.
  if (!/\{" +"\}|(?<!=)[>}] +[<{]/.test(code)) return found;
  const program = programOf(code, file);
  const look = (path: NodePath<types.JSXElement> | NodePath<types.JSXFragment>) => {
    if (isTrans(path) || path.findParent(isTrans)) return;
    const children = path.node.children.filter(
      (one) => !(types.isJSXText(one) && /^\s*\n\s*$/.test(one.value)),
    );
    for (const [index, child] of children.entries()) {
      const before = children[index - 1];
      const isJoint = before
        ? endsSentence(before)
        : types.isJSXFragment(path.node) && endsSentence(children[index + 1]);
      if (isSpace(child) && isJoint) found.push(`${file}:${child.loc?.start.line}`);
    }
  };
  if (program) traverse(program, { JSXElement: look, JSXFragment: look });
  return found;
}

test("sentences are joined by Sentences or inSuccession, which know the languages without spaces", () => {
  expect(
    joinedSentences('<p><Trans>It is so.</Trans>{" "}{isKnown && t`It is known.`}</p>', "a.tsx"),
  ).toEqual(["a.tsx:1"]);
  expect(joinedSentences("<p>{first}<> {t`It is known.`}</></p>", "a.tsx")).toEqual(["a.tsx:1"]);
  expect([...sources].flatMap(([file, code]) => joinedSentences(code, file))).toEqual([]);
});

/** Punctuation that stands beside a value and in no message: each language has its own. */
function ownPunctuation(code: string, file: string): string[] {
  const found: string[] = [];
  if (!/\}[,;:.] ?`|\}[,;] \$\{|[>}]\s*[,;:.]\s*[<{]/.test(code)) return found;
  const program = programOf(code, file);
  if (!program) return [];
  traverse(program, {
    TemplateLiteral({ node, parentPath }) {
      if (types.isTaggedTemplateExpression(parentPath.node)) return;
      const pieces = node.quasis.map(({ value }) => value.cooked ?? "");
      if (node.expressions.length === 0) return;
      const isSentence =
        /^[,;:.] ?$/.test(pieces.at(-1) ?? "") ||
        pieces.slice(1, -1).some((one) => /^[,;] $/.test(one));
      if (isSentence) found.push(`${file}:${node.loc?.start.line}`);
    },
    JSXText(path) {
      if (/^\s*[,;:.]\s*$/.test(path.node.value) && !path.findParent(isTrans))
        found.push(`${file}:${path.node.loc?.start.line}`);
    },
  });
  return found;
}

test("no punctuation stands between values outside of a message", () => {
  expect(ownPunctuation("const a = `${day},`;", "a.ts")).toEqual(["a.ts:1"]);
  expect(ownPunctuation("<p>{name}, <b>{role}</b></p>", "a.tsx")).toEqual(["a.tsx:1"]);
  expect([...sources].flatMap(([file, code]) => ownPunctuation(code, file))).toEqual([]);
});

test("names are compared in the reader's language, by compareNames", () => {
  const own = [...sources].filter(
    ([file, code]) =>
      file !== "web/lib/compare.ts" && /localeCompare\(|Intl\.Collator\(/.test(code),
  );
  expect(own.map(([file]) => file)).toEqual([]);
});

test("dates have one form in English", () => {
  const at = "2026-11-22T14:05:00Z";
  expect(eveDay(new Date(at), ENGLISH)).toBe(formatDate(at));
  expect(sayReasonInEnglish("suspended_until", { until: at, reason: "x" })).toContain(
    formatDate(at),
  );
  const files = globSync("{shared,web,worker}/**/*.{ts,tsx}");
  expect(files.filter((file) => /"en-(GB|US)"/.test(readFileSync(file, "utf8")))).toEqual([]);
});

test.each(TAGS)(
  "a time in %s has a space after its number where the language has one",
  (language) => {
    const words = { ...ENGLISH, language };
    const hasSpace = !["zh", "ja", "ko"].includes(language);
    for (const said of [span(5 * 60_000, words), ago(3 * 3_600_000, words)]) {
      expect(/\d\s/.test(said)).toBe(hasSpace);
    }
  },
);

test("headings in capitals are apart only in scripts that have capitals", () => {
  const spaced = [...sources].filter(([, code]) =>
    /["`][^"`]*\buppercase\b[^"`]*tracking-|tracking-[^"`]*\buppercase\b/.test(code),
  );
  expect(spaced.map(([file]) => file)).toEqual([]);
  expect(readFileSync("web/app.css", "utf8")).toMatch(
    /@utility caps \{[^}]*&:lang\(zh\),\s*&:lang\(ja\),\s*&:lang\(ko\) \{\s*letter-spacing: normal/,
  );
});

test("each language whose letters the fonts of Muster lack names the system's fonts that have them in its shapes", () => {
  const css = readFileSync("web/app.css", "utf8");
  for (const tag of ["zh", "ja", "ko"]) {
    expect(css).toMatch(new RegExp(`:root:lang\\(${tag}\\) \\{\\s*--system-ui:\\s*"`));
  }
  expect(css.match(/--font-(ui|display):[^;]*var\(--system-ui\)/g)).toHaveLength(2);
});

test("what a page shows without JavaScript has the words of no language", () => {
  const html = readFileSync("web/index.html", "utf8");
  const [, text = ""] = /<noscript>([^]*)<\/noscript>/.exec(html) ?? [];
  expect(text).toContain("JavaScript");
  expect(text.replaceAll(/Muster|JavaScript/g, "")).not.toMatch(/\p{L}/u);
});
