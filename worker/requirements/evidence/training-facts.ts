import type { CharacterEvidence, Fact } from "#worker/requirements/evaluation/evidence.ts";
import { missingAuthorization, parse, sectionFact } from "./facts.ts";
import type { Source } from "./facts.ts";
import { levelsById } from "./select-training.ts";

const SCOPE = "esi-skills.read_skills.v1";

/** The levels of these skills, those that have finished in the queue included. */
export function skillsOf(source: Source, skillIds: readonly number[]): CharacterEvidence["skills"] {
  const { row } = source;
  const trained = parse(row.levels);
  const levels = trained && levelsById(trained, skillIds);
  for (const [skillId, level] of parse(row.finished) ?? []) {
    levels?.set(skillId, Math.max(level, levels.get(skillId) ?? 0));
  }
  const skills =
    levels && [...levels].flatMap(([skillId, level]) => (level > 0 ? [{ skillId, level }] : []));
  return sectionFact(source, "skills", skills, missingAuthorization(source, SCOPE));
}

export function totalSpOf(source: Source): Fact<number> {
  const { totalSp, gainedSp } = source.row;
  const value = totalSp === null ? null : totalSp + (gainedSp ?? 0);
  return sectionFact(source, "skills", value, missingAuthorization(source, SCOPE));
}
