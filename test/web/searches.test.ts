import { describe, expect, test } from "vitest";
import { fold } from "#shared/fold.ts";
import { NAMES_IN_SCRIPTS } from "#test/support/people/names-in-scripts.ts";
import { contains, isAnswer } from "#web/app/palette/results.ts";
import { matching } from "#web/app/palette/match.ts";
import type { Entry } from "#web/app/palette/entries.ts";
import { filterSections } from "#web/characters/skill-book.ts";
import { findSkills } from "#web/requirements/conditions/find-by-name.ts";
import { foldedRange } from "#web/lib/found-words.ts";

describe.each(Object.entries(NAMES_IN_SCRIPTS))("in %s", (_, { name, typed }) => {
  const entry: Entry = { key: "k", to: "/", text: name, icon: "person" };
  const skill = { id: 1, name, english: "Gunnery" };

  test.each(typed)("the browser finds by %s", (text) => {
    expect(matching([entry], text)).toEqual([entry]);
    expect(contains(entry, text)).toBe(true);
    expect(findSkills([skill], text)).toEqual([skill]);
    const sections = [
      {
        id: 2,
        name,
        english: "Ships",
        skills: [{ ...skill, rank: 1, level: 1, points: 250 }],
        points: 250,
      },
    ];
    expect(filterSections(sections, { text, isMaxedOnly: false })).toHaveLength(1);
  });

  test("the whole name is an answer in any case", () => {
    expect(isAnswer(entry, name.toUpperCase())).toBe(true);
  });
});

test.each([
  ["Größe Müller", "ss", "ß"],
  ["Größe Müller", "muller", "Müller"],
  ["Cœur", "oe", "œ"],
  ["Cœur", "coeu", "Cœu"],
  ["Le\u0301gion", "e", "e\u0301"],
  ["Ｆｌｅｅｔ", "lee", "ｌｅｅ"],
  ["İstanbul", "ist", "İst"],
  ["Plain Name", "name", "Name"],
  ["ﬁre", "fi", "ﬁ"],
])("in %s, what was found by %s is marked as it is written: %s", (text, typed, marked) => {
  const [start, end] = foldedRange(text, fold(text).indexOf(typed), typed.length);
  expect(text.slice(start, end)).toBe(marked);
});
