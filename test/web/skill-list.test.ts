import { expect, test } from "vitest";
import { listNameAfter, readSkillList } from "#web/requirements/conditions/skills-field.tsx";

const SKILLS = new Map([
  ["caldari battleship", 3338],
  ["gunnery", 3300],
  ["jump drive calibration", 21_611],
  ["capital ships", 20_533],
]);

const read = (text: string) => readSkillList(text, (name) => SKILLS.get(name));

test.each([
  "Caldari Battleship 5",
  "Caldari Battleship V",
  "caldari battleship v",
  "Caldari Battleship\t5",
  "  Caldari  Battleship \t V  ",
  "Caldari Battleship Level V",
  "Caldari Battleship: 5",
  '<localized hint="Caldari Battleship">Caldari-Schlachtschiff*</localized> 5',
])("%j is Caldari Battleship V", (line) => {
  expect(read(line)).toEqual({ skills: [{ skillId: 3338, level: 5 }], unknown: [] });
});

test("a list has one skill per line, whatever ends the lines", () => {
  expect(read("Gunnery 3\r\nCapital Ships IV\n\n\rJump Drive Calibration 5\n")).toEqual({
    skills: [
      { skillId: 3300, level: 3 },
      { skillId: 20_533, level: 4 },
      { skillId: 21_611, level: 5 },
    ],
    unknown: [],
  });
});

test("of a plan's lines for one skill, the highest level counts", () => {
  expect(read("Gunnery 1\nGunnery 2\nCapital Ships 1\nGunnery 3\nGunnery 2").skills).toEqual([
    { skillId: 3300, level: 3 },
    { skillId: 20_533, level: 1 },
  ]);
});

test("lines without a known skill or a level from 1 to 5 are named", () => {
  const lines = ["Gunery 5", "Gunnery", "Gunnery 6", "Gunnery 0", "Gunnery VI", "Gunnery 10", "5"];
  expect(read([...lines, "Gunnery 4"].join("\n"))).toEqual({
    skills: [{ skillId: 3300, level: 4 }],
    unknown: lines,
  });
});

test("an empty text is an empty list", () => {
  expect(read(" \n\t\n")).toEqual({ skills: [], unknown: [] });
});

test("a list of one skill is called like it, until it gets a name of its own or more skills", () => {
  const nameOf = () => "Gunnery";
  const one = [{ skillId: 3300, level: 5 }];
  const three = [{ skillId: 3300, level: 3 }];
  const two = [...one, { skillId: 20_533, level: 1 }];
  expect(listNameAfter({ name: "", skills: [] }, one, nameOf)).toBe("Gunnery V");
  expect(listNameAfter({ name: "Gunnery V", skills: one }, three, nameOf)).toBe("Gunnery III");
  expect(listNameAfter({ name: "Gunnery V", skills: one }, two, nameOf)).toBe("");
  expect(listNameAfter({ name: "Logistics", skills: one }, two, nameOf)).toBe("Logistics");
  expect(listNameAfter({ name: "Logistics", skills: two }, one, nameOf)).toBe("Logistics");
});
