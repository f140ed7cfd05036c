import { fold } from "#shared/fold.ts";
import type { TrainedSkills } from "#shared/characters.ts";
import type { SkillCategory } from "#shared/training.ts";
import { MAX_SKILL_LEVEL } from "#shared/training.ts";
import { compareCodes, compareNames } from "#web/lib/compare.ts";
import { t } from "#web/language/macros.ts";
import { skillGroupName, typeName } from "#web/language/eve-names.ts";

/** A name in the language of the moment, and in English. */
type Named = { name: string; english: string };
export type KnownSkill = Named & { id: number; rank: number; level: number; points: number };
export type SkillSection = Named & { id: number; skills: KnownSkill[]; points: number };

/** Not a group id in EVE. */
const UNKNOWN_GROUP = 0;

/** The name of a skill by id; undefined until it is loaded. */
export type SkillName = (id: number) => string | undefined;

/** Skills missing from the catalogue are named "Skill 91234". */
export function nameSkills(catalogue: readonly SkillCategory[]): SkillName {
  const names = new Map(
    catalogue.flatMap(({ groups }) => groups.flatMap(({ skills }) => skills.map((s) => [s.id, s]))),
  );
  return (id) => {
    const skill = names.get(id);
    return skill ? typeName(id, skill.name) : t`Skill ${id}`;
  };
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
        name: typeName(id, name),
        english: name,
        rank,
        level: skill.trained_skill_level,
        points: skill.skillpoints_in_skill,
      });
    }
    if (skills.length > 0) {
      const { groupId, groupName: english } = group;
      const name = skillGroupName(groupId, english);
      sections.push(section(groupId, { name, english }, skills));
    }
  }
  sections.sort(byName);
  if (left.size > 0)
    sections.push(
      section(
        UNKNOWN_GROUP,
        { name: t`Other`, english: "Other" },
        [...left.values()].map(nameless),
      ),
    );
  return sections;
}

const byName = (a: Named, b: Named) => compareNames(a.name, b.name);

function section(id: number, named: Named, skills: KnownSkill[]): SkillSection {
  return {
    id,
    ...named,
    skills: skills.toSorted(byName),
    points: skills.reduce((sum, { points }) => sum + points, 0),
  };
}

function nameless(skill: TrainedSkills["skills"][number]): KnownSkill {
  const id = skill.skill_id;
  return {
    id,
    name: t`Skill ${id}`,
    english: `Skill ${id}`,
    rank: 1,
    level: skill.trained_skill_level,
    points: skill.skillpoints_in_skill,
  };
}

export type SkillFilter = { text: string; isMaxedOnly: boolean };
export const NO_FILTER: SkillFilter = { text: "", isMaxedOnly: false };

/** Skills whose name or group name contains the text, also in English. */
export function filterSections(sections: SkillSection[], filter: SkillFilter): SkillSection[] {
  const text = fold(filter.text.trim());
  if (text === "" && !filter.isMaxedOnly) return sections;
  return sections.flatMap((section) => {
    const hasText = ({ name, english }: Named) =>
      fold(name).includes(text) || fold(english).includes(text);
    const isNamed = hasText(section);
    const skills = section.skills.filter(
      (skill) =>
        (isNamed || hasText(skill)) && (!filter.isMaxedOnly || skill.level === MAX_SKILL_LEVEL),
    );
    if (skills.length === 0) return [];
    return { ...section, skills, points: skills.reduce((sum, { points }) => sum + points, 0) };
  });
}

/**
 * One line per skill, "Hull Upgrades 5", sorted by their English names: the format of Pyfa's "Import skills from clipboard". Pyfa stops
 * at the first name it does not know.
 */
export function pyfaText(sections: SkillSection[]): string {
  return sections
    .filter(({ id }) => id !== UNKNOWN_GROUP)
    .flatMap(({ skills }) => skills)
    .toSorted((a, b) => compareCodes(a.english, b.english))
    .map(({ english, level }) => `${english} ${level}`)
    .join("\n");
}
