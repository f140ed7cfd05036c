import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SKILL_CATALOGUE_VERSION } from "#shared/training.ts";
import { findSkill, readCatalogue } from "#worker/universe/skills.ts";
import { findSecurityStatus } from "#worker/universe/system-names.ts";

test("the version of the skill catalogue is that of its file", () => {
  const hash = createHash("sha256").update(readFileSync("worker/universe/skills.json"));
  expect(SKILL_CATALOGUE_VERSION).toBe(hash.digest("hex").slice(0, 8));
});

test("systems have the security that EVE shows", () => {
  expect(findSecurityStatus(30_000_142)).toBe(0.9);
  expect(findSecurityStatus(31_000_005)).toBe(-1);
  expect(findSecurityStatus(30_100_000)).toBe(-1);
  // 0.034 is low security: EVE rounds up what is above nothing.
  expect(findSecurityStatus(30_004_300)).toBe(0.1);
});

test("an unknown system has no security status", () => {
  for (const id of [0, 30_000_000, 30_999_999, 60_003_760, Number.MAX_SAFE_INTEGER]) {
    expect(findSecurityStatus(id)).toBeUndefined();
  }
});

test("the catalogue has every skill, in 24 groups of one category", () => {
  const [category, ...others] = readCatalogue();
  expect(others).toEqual([]);
  expect(category).toMatchObject({ categoryId: 16, categoryName: "Skill" });
  expect(category?.groups).toHaveLength(24);
  const skills = category?.groups.flatMap((group) => group.skills) ?? [];
  expect(new Set(skills.map(({ id }) => id)).size).toBe(511);
  expect(skills.every(({ rank }) => rank >= 1 && rank <= 16)).toBe(true);
});

test("the catalogue returns the requested skills with their groups", () => {
  const gunnery = findSkill(3300);
  expect(gunnery).toEqual({ id: 3300, name: "Gunnery", rank: 1 });
  expect(readCatalogue([3300, 1])[0]?.groups).toEqual([
    { groupId: 255, groupName: "Gunnery", skills: [gunnery] },
  ]);
  expect(readCatalogue([1])).toEqual([]);
});
