import data from "#test/new-eden/data/universe.json" with { type: "json" };

const ATTRIBUTES = ["charisma", "intelligence", "memory", "perception", "willpower"] as const;
type Attribute = (typeof ATTRIBUTES)[number];
export type Attributes = Record<Attribute, number>;

export type Skill = { id: number; rank: number; primary: Attribute; secondary: Attribute };

/** All skills of EVE, by rank. */
export const SKILLS: Skill[] = data.skills
  .map(([id = 0, rank = 1, primary = 0, secondary = 0]) => ({
    id,
    rank,
    primary: ATTRIBUTES[primary] ?? "memory",
    secondary: ATTRIBUTES[secondary] ?? "memory",
  }))
  .toSorted((a, b) => a.rank - b.rank || a.id - b.id);

const SKILLS_BY_ID = new Map(SKILLS.map((skill) => [skill.id, skill]));

export function getSkill(id: number): Skill {
  const skill = SKILLS_BY_ID.get(id);
  if (skill === undefined) throw new Error(`EVE has no skill ${id}.`);
  return skill;
}

/** Skill points of a level, as the live service rounds them. */
export function pointsForLevel(level: number, rank: number): number {
  return level === 0 ? 0 : Math.ceil(250 * rank * 2 ** (2.5 * (level - 1)));
}

/** The skill points that a pilot trains in a minute. */
export function pointsPerMinute(skill: Skill, attributes: Attributes): number {
  return attributes[skill.primary] + attributes[skill.secondary] / 2;
}
