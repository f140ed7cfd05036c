import type { CharacterEvidence, Fact } from "#worker/requirements/evaluation/user-evidence.ts";
import { missingAuthorization, parse, sectionFact } from "./facts.ts";
import type { Source } from "./facts.ts";
import type { SkillPlaces } from "./select-training.ts";

const SCOPE = "esi-skills.read_skills.v1";

/** The levels of skills, those that have finished in the queue included. */
export function skillsOf(source: Source, places: SkillPlaces): CharacterEvidence["skills"] {
  const { row } = source;
  const lists = parse(row.levels);
  const finished = new Map<number, number>();
  for (const [skillId, level] of parse(row.finished) ?? []) {
    finished.set(skillId, Math.max(level, finished.get(skillId) ?? 0));
  }
  const levelOf = (skillId: number) => {
    const place = places.get(skillId);
    const trained = place === undefined ? 0 : (lists?.[place.list]?.[place.at] ?? 0);
    return Math.max(trained, finished.get(skillId) ?? 0);
  };
  return sectionFact(source, "skills", lists && levelOf, missingAuthorization(source, SCOPE));
}

export function totalSpOf(source: Source): Fact<number> {
  const { totalSp, gainedSp } = source.row;
  const value = totalSp === null ? null : totalSp + (gainedSp ?? 0);
  return sectionFact(source, "skills", value, missingAuthorization(source, SCOPE));
}
