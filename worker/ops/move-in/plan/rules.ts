import { isWithinLimits, MAX_LISTED } from "#shared/requirements/limits.ts";
import type { CharacterCondition, Quantifier, Requirement } from "#shared/requirements/tree.ts";

/** The main, or any character, is in one of these corporations or alliances. Undefined for none, and for more than a rule can list. */
export function corporationRule(
  corporationIds: number[],
  allianceIds: number[],
  which: Quantifier = "main",
): Requirement | undefined {
  const conditions: CharacterCondition[] = [
    ...inParts(corporationIds).map(
      (part) => ({ type: "corporation", corporationIds: part }) as const,
    ),
    ...inParts(allianceIds).map((part) => ({ type: "alliance", allianceIds: part }) as const),
  ];
  const [first] = conditions;
  if (first === undefined) return undefined;
  const meet = conditions.length === 1 ? first : { type: "any" as const, of: conditions };
  const tree: Requirement = { type: "characters", which, meet };
  return isWithinLimits(tree) ? tree : undefined;
}

function inParts(ids: number[]): number[][] {
  const unique = [...new Set(ids)];
  return Array.from({ length: Math.ceil(unique.length / MAX_LISTED) }, (_, part) =>
    unique.slice(part * MAX_LISTED, (part + 1) * MAX_LISTED),
  );
}
