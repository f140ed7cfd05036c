import { expect, test } from "vitest";
import type { TrainedSkills } from "#shared/characters.ts";
import type { SkillCategory } from "#shared/training.ts";
import {
  filterSections,
  nameSkills,
  NO_FILTER,
  pyfaText,
  sectionSkills,
} from "#web/characters/skill-book.ts";
import { speakEveNames } from "#web/language/eve-names.ts";

const catalogue: SkillCategory[] = [
  {
    categoryId: 16,
    categoryName: "Skill",
    groups: [
      {
        groupId: 2,
        groupName: "Gunnery",
        skills: [
          { id: 20, name: "Motion Prediction", rank: 2 },
          { id: 21, name: "Gunnery", rank: 1 },
        ],
      },
      {
        groupId: 1,
        groupName: "Armor",
        skills: [
          { id: 10, name: "Hull Upgrades", rank: 2 },
          { id: 11, name: "Mechanics", rank: 1 },
        ],
      },
    ],
  },
];

function trained(id: number, level: number, points: number): TrainedSkills["skills"][number] {
  return { skill_id: id, trained_skill_level: level, skillpoints_in_skill: points };
}

const SKILLS = [trained(21, 5, 256_000), trained(10, 4, 90_510), trained(11, 5, 256_000)];
const sections = sectionSkills(SKILLS, catalogue);

test("trained skills are grouped, with groups and skills sorted by name", () => {
  expect(sections.map(({ name }) => name)).toEqual(["Armor", "Gunnery"]);
  expect(sections[0]).toMatchObject({
    points: 346_510,
    skills: [
      { name: "Hull Upgrades", rank: 2, level: 4, points: 90_510 },
      { name: "Mechanics", rank: 1, level: 5, points: 256_000 },
    ],
  });
});

test("a skill missing from the catalogue is shown by id, after all others", () => {
  const withNew = sectionSkills([...SKILLS, trained(91_234, 1, 250)], catalogue);
  expect(withNew.at(-1)).toMatchObject({ name: "Other", skills: [{ name: "Skill 91234" }] });
  expect(nameSkills(catalogue)(91_234)).toBe("Skill 91234");
  expect(nameSkills(catalogue)(11)).toBe("Mechanics");
});

test("the filter matches names of skills and of groups, ignoring case", () => {
  const find = (text: string) =>
    filterSections(sections, { ...NO_FILTER, text }).flatMap(({ skills }) =>
      skills.map(({ name }) => name),
    );
  expect(find("  hULL ")).toEqual(["Hull Upgrades"]);
  expect(find("armor")).toEqual(["Hull Upgrades", "Mechanics"]);
  expect(find("warp")).toEqual([]);
});

test("skills below level V can be excluded, also from the counts", () => {
  const [armor] = filterSections(sections, { text: "armor", isMaxedOnly: true });
  expect(armor?.skills.map(({ name }) => name)).toEqual(["Mechanics"]);
  expect(armor?.points).toBe(256_000);
});

test("without a filter the same sections are returned, so nothing opens by itself", () => {
  expect(filterSections(sections, { text: "   ", isMaxedOnly: false })).toBe(sections);
});

test("the Pyfa export has one line per skill and level, sorted, without unknown names", () => {
  const withNew = sectionSkills([...SKILLS, trained(91_234, 1, 250)], catalogue);
  expect(pyfaText(withNew)).toBe("Gunnery 5\nHull Upgrades 4\nMechanics 5");
  expect(pyfaText([])).toBe("");
});

test("skills have EVE's names of the language, are found in English too, and Pyfa gets English", () => {
  speakEveNames({ types: { 11: "Механика" }, skillGroups: { 1: "Броня" }, roles: {} });
  const mechanics = { skill_id: 11, trained_skill_level: 5, active_skill_level: 5 };
  const sections = sectionSkills([{ ...mechanics, skillpoints_in_skill: 1 }], catalogue);
  expect(sections.map(({ name }) => name)).toEqual(["Броня"]);
  expect(nameSkills(catalogue)(11)).toBe("Механика");
  for (const text of ["механ", "mechan", "armor"]) {
    expect(filterSections(sections, { ...NO_FILTER, text })).toHaveLength(1);
  }
  expect(pyfaText(sections)).toBe("Mechanics 5");
  speakEveNames(undefined);
});
