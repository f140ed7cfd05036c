import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  allSources,
  catalogPaths,
  catalogsFor,
  readTranslations,
} from "#web/language/build/catalogs.ts";
import { translationProblems } from "#web/language/build/compile.ts";
import { TAGS, TRANSLATED } from "#shared/language/languages.ts";
import { CORPORATION_ROLES } from "#shared/requirements/roles.ts";
import { readCatalogue } from "#worker/universe/skills.ts";

const sources = allSources(".");
const names = z.record(z.string(), z.string().check(z.minLength(1)));
const namesSchema = z.strictObject({ types: names, skillGroups: names, roles: names });

describe.each(TRANSLATED)("%s", (language) => {
  test("each translation has the values and the elements of its text, and all plural forms", async () => {
    const translations = await readTranslations("web", language);
    const problems = [...sources].flatMap(([id, { message }]) => {
      const translation = translations.get(id);
      return translation === undefined
        ? []
        : translationProblems(message, translation, language).map(
            (problem) => `${message}: ${problem}`,
          );
    });
    expect(problems).toEqual([]);
  });

  test("the catalogs are as `npm run texts` writes them", async () => {
    const catalogs = await catalogsFor("web", language, sources);
    const paths = catalogPaths("web", language);
    const stale = paths.filter((path) => catalogs.get(path) !== readFileSync(path, "utf8"));
    expect([stale, catalogs.size]).toEqual([[], paths.length]);
  });
});

test.each([
  [
    "{count, plural, one {# pilot} other {# pilots}}",
    "{count, plural, one {# пилот} other {# пилотов}}",
    "ru",
    ["lacks the plural form “few”", "lacks the plural form “many”"],
  ],
  ["<0>{name}</0> left", "{name} ist weg", "de", ["lacks <0>", "lacks </0>"]],
  ["{name} left", "{nmae} ist weg", "de", ["lacks {name}", "has {nmae}"]],
  ["**Approved** by {by}", "Angenommen von {by}", "de", ["has another number of **"]],
  ["{name} left", "{name ist weg", "de", [expect.stringContaining("is no ICU message")]],
  [
    "{count, plural, one {# pilot} other {# pilots}}",
    "{count, plural, other {飞行员 #}}",
    "zh",
    [],
  ],
])("%s as %s in %s", (text, translation, language, problems) => {
  expect(translationProblems(text, translation, language)).toEqual(problems);
});

test.each(TAGS.filter((tag) => tag !== "en"))(
  "EVE's names in %s are of skills, types and all roles of corporations",
  (language) => {
    const file = readFileSync(`web/language/names/${language}.json`, "utf8");
    const { types, skillGroups, roles } = namesSchema.parse(JSON.parse(file));
    const groups = readCatalogue().flatMap((category) => category.groups);
    const known = new Set(groups.map(({ groupId }) => String(groupId)));
    expect(Object.keys(skillGroups).filter((id) => !known.has(id))).toEqual([]);
    for (const id of Object.keys(types)) expect(Number(id)).toBeGreaterThan(0);
    expect(Object.keys(roles).toSorted()).toEqual(CORPORATION_ROLES.toSorted());
  },
);

test("a verb follows the plural of the number that it belongs to", () => {
  const ofAnother = /^\{\w+\} of \{\w+, plural, .*\}\} (?:would|could|can|are|were|have|had|was) /;
  expect("{count} of {of, plural, one {# member} other {# members}} would lose it").toMatch(
    ofAnother,
  );
  const texts = [...sources.values()].map(({ message }) => message);
  expect(texts.filter((text) => ofAnother.test(text))).toEqual([]);
});

test("three dots are three dots in every text", () => {
  const texts = [...sources.values()].map(({ message }) => message);
  expect(texts.filter((text) => text.includes("…"))).toEqual([]);
});
