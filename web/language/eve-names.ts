/** Names by ids: skills and ships, and the groups of skills. */
export type EveNames = { types: Record<string, string>; skillGroups: Record<string, string> };

let names: EveNames | undefined;

/** Undefined: English. */
export function speakEveNames(next: EveNames | undefined): void {
  names = next;
}

/** EVE's own name of a skill or a ship in the language of the moment; the English one where EVE has no other. */
export const typeName = (typeId: number, english: string): string =>
  names?.types[typeId] ?? english;

/** The same of a group of skills. */
export const skillGroupName = (groupId: number, english: string): string =>
  names?.skillGroups[groupId] ?? english;
