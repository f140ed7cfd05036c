import type { TrainedSkills } from "#shared/characters.ts";
import { MAX_SKILL_LEVEL } from "#shared/training.ts";
import type { SkillCategory } from "#shared/skills.ts";

export type KnownSkill = { id: number; name: string; rank: number; level: number; points: number };
export type SkillSection = { id: number; name: string; skills: KnownSkill[]; points: number };

/** A group of EVE's never has this id. */
const UNKNOWN_GROUP = 0;

/** Finds a skill's name by its id; undefined until it is known. */
export type SkillName = (id: number) => string | undefined;

/** A skill newer than our catalogue is "Skill 91234". */
export function nameSkills(catalogue: readonly SkillCategory[]): SkillName {
  const names = new Map(
    catalogue.flatMap(({ groups }) => groups.flatMap(({ skills }) => skills.map((s) => [s.id, s]))),
  );
  return (id) => names.get(id)?.name ?? `Skill ${id}`;
}

/** What is trained, in the groups players know, both by name. */
export function sectionSkills(
  trained: TrainedSkills["skills"],
  catalogue: readonly SkillCategory[],
): SkillSection[] {
  const left = new Map(trained.map((skill) => [skill.skill_id, skill]));
  const sections: SkillSection[] = [];
  for (const group of catalogue.flatMap(({ groups }) => groups)) {
    const skills: KnownSkill[] = [];
    for (const { id, name, rank } of group.skills) {
      const skill = left.get(id);
      if (!skill) continue;
      left.delete(id);
      skills.push({
        id,
        name,
        rank,
        level: skill.trained_skill_level,
        points: skill.skillpoints_in_skill,
      });
    }
    if (skills.length > 0) sections.push(section(group.groupId, group.groupName, skills));
  }
  sections.sort((a, b) => a.name.localeCompare(b.name));
  if (left.size > 0)
    sections.push(section(UNKNOWN_GROUP, "Other", [...left.values()].map(nameless)));
  return sections;
}

function section(id: number, name: string, skills: KnownSkill[]): SkillSection {
  return {
    id,
    name,
    skills: skills.toSorted((a, b) => a.name.localeCompare(b.name)),
    points: skills.reduce((sum, { points }) => sum + points, 0),
  };
}

function nameless(skill: TrainedSkills["skills"][number]): KnownSkill {
  return {
    id: skill.skill_id,
    name: `Skill ${skill.skill_id}`,
    rank: 1,
    level: skill.trained_skill_level,
    points: skill.skillpoints_in_skill,
  };
}

export type SkillFilter = { text: string; isMaxedOnly: boolean };
export const NO_FILTER: SkillFilter = { text: "", isMaxedOnly: false };

/** The skills whose name, or whose group's name, has the text in it. */
export function filterSections(sections: SkillSection[], filter: SkillFilter): SkillSection[] {
  const text = filter.text.trim().toLowerCase();
  if (text === "" && !filter.isMaxedOnly) return sections;
  return sections.flatMap((section) => {
    const isNamed = section.name.toLowerCase().includes(text);
    const skills = section.skills.filter(
      ({ name, level }) =>
        (isNamed || name.toLowerCase().includes(text)) &&
        (!filter.isMaxedOnly || level === MAX_SKILL_LEVEL),
    );
    if (skills.length === 0) return [];
    return { ...section, skills, points: skills.reduce((sum, { points }) => sum + points, 0) };
  });
}

/**
 * A line a skill, "Hull Upgrades 5", by name: what Pyfa's "Import skills from clipboard" reads. It stops at
 * a name it does not know.
 */
export function pyfaText(sections: SkillSection[]): string {
  return sections
    .filter(({ id }) => id !== UNKNOWN_GROUP)
    .flatMap(({ skills }) => skills)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, level }) => `${name} ${level}`)
    .join("\n");
}
