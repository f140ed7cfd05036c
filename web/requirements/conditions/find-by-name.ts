import { CORPORATION_ROLES } from "#shared/requirements/roles.ts";
import type { SkillMetadata } from "#shared/training.ts";
import { englishRoleName, roleName, typeName } from "#web/language/eve-names.ts";
import { hasWords } from "#web/lib/found-words.ts";

/** A skill by its name in the chosen language. A search finds its English name too. */
export type NamedSkill = { id: number; name: string; english: string };

export const inLanguage = ({ id, name }: SkillMetadata): NamedSkill => ({
  id,
  name: typeName(id, name),
  english: name,
});

/** The skills that have every typed word in one of their names. */
export function findSkills(catalogue: readonly NamedSkill[], typed: string): NamedSkill[] {
  if (typed.trim() === "") return [];
  return catalogue.filter(({ name, english }) =>
    [name, english].some((text) => hasWords(text, typed)),
  );
}

/** The roles of corporations that have every typed word in one of their names. All roles are known. */
export function findRoles(typed: string): { key: string; text: string }[] {
  return CORPORATION_ROLES.map((role) => ({ key: role, text: roleName(role) })).filter(
    ({ key, text }) => hasWords(`${text} ${englishRoleName(key)}`, typed),
  );
}
