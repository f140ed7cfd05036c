import { fold } from "#shared/fold.ts";
import { MAX_SKILL_LEVEL } from "#shared/training.ts";
import type { Condition, SkillLevel } from "#shared/requirements/tree.ts";

export type ReadSkills = {
  /** Each skill once, with the highest level of its lines, in the order of the text. */
  skills: SkillLevel[];
  /** The lines that name no skill, or no level from 1 to 5. */
  unknown: string[];
};

const ROMAN = ["I", "II", "III", "IV", "V"];

type SkillCondition = Extract<Condition, { type: "skills" }>;

/** The name of a list after its skills change: that of its only skill, until it gets a name of its own. */
export function listNameAfter(
  { name, skills }: Pick<SkillCondition, "name" | "skills">,
  next: readonly SkillLevel[],
  nameOf: (skillId: number) => string,
): string {
  return isNamed({ name, skills }, nameOf) ? name : ownName(next, nameOf);
}

/** Whether a list has a name that somebody gave it. */
export function isNamed(
  { name, skills }: Pick<SkillCondition, "name" | "skills">,
  nameOf: (skillId: number) => string,
): boolean {
  return name !== "" && name !== ownName(skills, nameOf);
}

function ownName(skills: readonly SkillLevel[], nameOf: (skillId: number) => string): string {
  const [first, ...others] = skills;
  if (first === undefined || others.length > 0) return "";
  return `${nameOf(first.skillId)} ${ROMAN[first.level - 1] ?? first.level}`;
}

/** A name, then a level as a digit or Roman numeral. EVE puts a space, a tab, or "Level" between them. */
const LINE = /^(?<name>.+?)[\s:,]+(?:level\s+|lv\.?\s*)?(?<level>\d|[ivx]+)$/i;

/** EVE marks names that it has translated: `<localized hint="Gunnery">Schützenwesen*</localized>`. */
const TRANSLATED = /<localized hint="(?<english>[^"]+)">[^<]*<\/localized>/g;

/**
 * Reads a list of skills as EVE copies it, one per line: "Caldari Battleship 5", "Caldari Battleship V", or with a tab. A
 * plan lists every level of a skill; the highest counts. `idOf`: the id of a skill by its name in lower case.
 */
export function readSkillList(
  text: string,
  idOf: (name: string) => number | undefined,
): ReadSkills {
  const levels = new Map<number, number>();
  const unknown: string[] = [];
  for (const raw of text.split(/\r\n|[\r\n]/)) {
    const line = raw.replaceAll(TRANSLATED, "$<english>").replaceAll(/\s+/g, " ").trim();
    if (line === "") continue;
    const found = readLine(line, idOf);
    if (!found) unknown.push(line);
    else levels.set(found.skillId, Math.max(found.level, levels.get(found.skillId) ?? 0));
  }
  return { skills: [...levels].map(([skillId, level]) => ({ skillId, level })), unknown };
}

function readLine(
  line: string,
  idOf: (name: string) => number | undefined,
): SkillLevel | undefined {
  const { name = "", level: text = "" } = LINE.exec(line)?.groups ?? {};
  const level = /^\d$/.test(text) ? Number(text) : ROMAN.indexOf(text.toUpperCase()) + 1;
  const skillId = idOf(fold(name));
  if (skillId === undefined || level < 1 || level > MAX_SKILL_LEVEL) return undefined;
  return { skillId, level };
}
