/** Names by ids: skills and ships, and the groups of skills. Roles of corporations by what ESI calls them. */
export type EveNames = Record<"types" | "skillGroups" | "roles", Record<string, string>>;

let names: EveNames | undefined;

/** Undefined: English. */
export function speakEveNames(next: EveNames | undefined): void {
  names = next;
}

/** EVE's own name of a skill or a ship in the language of the moment; the English one where EVE has no other. */
export const typeName = (typeId: number, english: string): string =>
  names?.types[typeId] ?? english;

/** EVE's own name of a group of skills; the English one where EVE has no other. */
export const skillGroupName = (groupId: number, english: string): string =>
  names?.skillGroups[groupId] ?? english;

/** A role in a corporation, of ESI's "Station_Manager". */
export const roleName = (role: string): string => names?.roles[role] ?? englishRoleName(role);

/** As EVE's client writes it in English: "Station Manager". */
export const englishRoleName = (role: string): string => role.replaceAll("_", " ");
