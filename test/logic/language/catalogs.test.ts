import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTranslations, writeCatalogs } from "#web/language/build/catalogs.ts";
import type { Sources } from "#web/language/build/catalogs.ts";
import { sayIn } from "#shared/language/messages.ts";
import { transform } from "#web/language/build/transform.ts";
import { compile } from "#web/language/build/compile.ts";

let web: string;
const file = () => join(web, "language/catalogs/de/held.po");
const written = () => readFileSync(file(), "utf8");

beforeEach(() => {
  web = mkdtempSync(join(tmpdir(), "muster-catalogs-"));
  mkdirSync(join(web, "language/catalogs/de"), { recursive: true });
});

afterEach(() => rmSync(web, { recursive: true }));

const texts = (...messages: string[]): Sources =>
  new Map(
    messages.map((message) => [
      generateMessageId(message),
      { message, files: ["web/held/held-card.tsx"], places: ["Button in Choice"] },
    ]),
  );

const translate = (...pairs: [message: string, translation: string][]) =>
  writeFileSync(
    file(),
    pairs
      .map(([id, said]) => `#: web/held/held-card.tsx\nmsgid "${id}"\nmsgstr "${said}"\n`)
      .join("\n"),
  );

const idsIn = (catalog: string) =>
  Array.from(catalog.matchAll(/^msgid "(.+)"$/gm), ([, text]) => text);

test("a text that was changed keeps its translation as fuzzy, and is English until someone has looked", async () => {
  translate(
    ["Large removals wait here", "Große Ausschlüsse warten hier"],
    ["Discard", "Verwerfen"],
  );
  const sources = texts("Large removals wait here for you", "Discard");

  expect(await writeCatalogs(web, "de", sources)).toBe(1);
  expect(written()).toContain(
    `# Was: Large removals wait here
#. Button in Choice
#: web/held/held-card.tsx
#, fuzzy
msgid "Large removals wait here for you"
msgstr "Große Ausschlüsse warten hier"
`,
  );
  expect([...(await readTranslations(web, "de")).values()]).toEqual(["Verwerfen"]);

  writeFileSync(file(), written().replace("#, fuzzy\n", ""));
  expect(await writeCatalogs(web, "de", sources)).toBe(0);
  expect(written()).not.toContain("Was:");
  expect((await readTranslations(web, "de")).size).toBe(2);
});

test("another text in the place of one that is gone has no translation", async () => {
  translate(["Discard", "Verwerfen"]);
  expect(await writeCatalogs(web, "de", texts("Compute again"))).toBe(1);
  expect(written()).not.toContain("Verwerfen");
});

test("code that moves moves no translation, and a new text follows what it follows in the code", async () => {
  translate(["One", "Eins"], ["Two", "Zwei"], ["Three", "Drei"]);
  await writeCatalogs(web, "de", texts("Three", "Three and a half", "One", "Two"));
  expect(idsIn(written())).toEqual(["One", "Two", "Three", "Three and a half"]);
});

test("a conflict in a catalog keeps what both sides have", async () => {
  translate(["One", "Eins"], ["Two", "Zwei"]);
  const [one = "", two = ""] = written().split("\n\n");
  const theirs = one.replace("Eins", "1").concat("\n\n", one.replaceAll(/One|Eins/g, "Three"));
  writeFileSync(file(), `<<<<<<< HEAD\n${one}\n=======\n${theirs}\n>>>>>>> theirs\n\n${two}\n`);
  expect(await writeCatalogs(web, "de", texts("One", "Two", "Three"))).toBe(0);
  const translations = await readTranslations(web, "de");
  expect([...translations.values()].toSorted()).toEqual(["Eins", "Three", "Zwei"]);
  expect(written()).not.toMatch(/^[<=>]{7}/m);
});

test("an English text in another language has the plural forms of English", () => {
  const message = compile("{count, plural, one {# pilot} other {# pilots}}");
  const say = (count: number, language: string, translations = {}) =>
    sayIn({ language, translations }, { id: "x", message, values: { count } });
  expect([say(21, "ru"), say(0, "fr")]).toEqual(["21 pilots", "0 pilots"]);
});

test("a translator is told where a text stands", () => {
  const code = `
    import { Trans, msg, t } from "#web/language/macros.ts";
    const HOW = { left: msg\`You left.\` };
    function LostCard() {
      return <Card title={t\`Lost\`}><Button><Trans>Join <b>again</b></Trans></Button></Card>;
    }`;
  const found = transform(code, "web/access/lost-card.tsx", "web")?.texts ?? [];
  expect(found.map(({ message, place }) => [message, place])).toEqual([
    ["You left.", "left in HOW"],
    ["Lost", "title in LostCard"],
    ["Join <0>again</0>", "Button in LostCard"],
  ]);
});
