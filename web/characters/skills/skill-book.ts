import { ph, t } from "#web/language/macros.ts";
import type { TrainedSkills } from "#shared/characters.ts";
import type { SkillCategory } from "#shared/skills.ts";
import { MAX_SKILL_LEVEL } from "#shared/training.ts";

export type KnownSkill = { id: number; name: string; rank: number; level: number; points: number };
export type SkillSection = { id: number; name: string; skills: KnownSkill[]; points: number };

/** Not a group id in EVE. */
const UNKNOWN_GROUP = 0;

/** The name of a skill by id; undefined until it is loaded. */
export type SkillName = (id: number) => string | undefined;

/** Skills missing from the catalogue are named "Skill 91234". */
export function nameSkills(catalogue: readonly SkillCategory[]): SkillName {
  const names = new Map(
    catalogue.flatMap(({ groups }) => groups.flatMap(({ skills }) => skills.map((s) => [s.id, s]))),
  );
  return (id) => names.get(id)?.name ?? t`Skill ${id}`;
}

/** Trained skills by group; groups and skills sorted by name. */
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
    sections.push(section(UNKNOWN_GROUP, t`Other`, [...left.values()].map(nameless)));
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
    name: t`Skill ${ph({ skill_id: skill.skill_id })}`,
    rank: 1,
    level: skill.trained_skill_level,
    points: skill.skillpoints_in_skill,
  };
}

export type SkillFilter = { text: string; isMaxedOnly: boolean };
export const NO_FILTER: SkillFilter = { text: "", isMaxedOnly: false };

/** Skills whose name or group name contains the text. */
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
 * One line per skill, "Hull Upgrades 5", sorted by name: the format of Pyfa's "Import skills from clipboard". Pyfa stops
 * at the first name it does not know.
 */
export function pyfaText(sections: SkillSection[]): string {
  return sections
    .filter(({ id }) => id !== UNKNOWN_GROUP)
    .flatMap(({ skills }) => skills)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, level }) => `${name} ${level}`)
    .join("\n");
}
