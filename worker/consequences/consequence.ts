import { NAMED } from "#shared/consequences.ts";
import type { Consequence, ConsequenceKind, Consequences } from "#shared/consequences.ts";

/** One consequence, or none if nothing is concerned. `count`: of what, if not of the names; null for what is not counted. */
export function consequence(
  kind: ConsequenceKind,
  names: readonly string[],
  count: number | null = names.length,
): Consequence[] {
  if (count === 0 || (count === null && names.length === 0)) return [];
  return [{ kind, count, ...firstOf(names) }];
}

/** What is counted and has no names. */
export function counted(kind: ConsequenceKind, count: number): Consequence[] {
  return consequence(kind, [], count);
}

/** `count`: how many there are, if these are not all. */
export function peopleOf(
  names: readonly (string | null)[],
  count = names.length,
): NonNullable<Consequences["people"]> {
  return firstOf(names, count);
}

function firstOf<Name>(names: readonly Name[], count = names.length) {
  const shown = names.slice(0, NAMED);
  return { names: shown, more: count - shown.length };
}

export const namesOf = (rows: readonly { name: string }[]): string[] =>
  rows.map(({ name }) => name);
