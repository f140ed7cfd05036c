import type { SkillCategory, SkillMetadata } from "#shared/training.ts";
import catalogue from "./skills.json" with { type: "json" };

/** EVE's item category that holds every skill. */
const SKILL_CATEGORY = { categoryId: 16, categoryName: "Skill" };

const groups = catalogue.map(({ groupId, groupName, skills }) => ({
  groupId,
  groupName,
  skills: skills.map(toSkill),
}));

function toSkill([id, name, rank]: (string | number)[]): SkillMetadata {
  if (typeof id !== "number" || typeof name !== "string" || typeof rank !== "number") {
    throw new Error("skills.json has a malformed row.");
  }
  return { id, name, rank };
}

const skillsById = new Map(
  groups.flatMap(({ skills }) => skills.map((skill) => [skill.id, skill])),
);

export function findSkill(id: number): SkillMetadata | undefined {
  return skillsById.get(id);
}

/** The catalogue, or its part with these skills; groups that are then empty are left out. */
export function readCatalogue(ids?: number[]): SkillCategory[] {
  if (ids === undefined) return [{ ...SKILL_CATEGORY, groups }];
  const wanted = new Set(ids);
  const asked = groups.flatMap(({ groupId, groupName, skills }) => {
    const found = skills.filter(({ id }) => wanted.has(id));
    return found.length === 0 ? [] : [{ groupId, groupName, skills: found }];
  });
  return asked.length === 0 ? [] : [{ ...SKILL_CATEGORY, groups: asked }];
}
