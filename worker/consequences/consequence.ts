import { NAMED } from "#shared/consequences.ts";
import type { Consequence, ConsequenceKind } from "#shared/consequences.ts";

/** One consequence, or none if nothing is concerned. */
export function consequence(
  kind: ConsequenceKind,
  names: readonly string[],
  count = names.length,
): Consequence[] {
  return count === 0 ? [] : [{ kind, count, names: names.slice(0, NAMED) }];
}
