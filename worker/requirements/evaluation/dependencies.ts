import { conditionsOf } from "#shared/requirements/conditions.ts";
import type { Requirement } from "#shared/requirements/tree.ts";

type Dependent = { groupId: string; tree: Requirement };

/** The groups that a tree names. */
export function groupsIn(tree: Requirement): string[] {
  return conditionsOf(tree).flatMap((condition) =>
    condition.type === "member_of" ? condition.groupIds : [],
  );
}

/** Sorts rules so that each comes after those of the groups that it names. Saved rules have no cycles. */
export function inOrderOfDependence<Rule extends Dependent>(rules: readonly Rule[]): Rule[] {
  const byGroup = new Map(rules.map((rule) => [rule.groupId, rule]));
  const sorted = new Set<Rule>();
  const visit = (rule: Rule, path: ReadonlySet<Rule>) => {
    if (sorted.has(rule) || path.has(rule)) return;
    const next = new Set([...path, rule]);
    for (const groupId of groupsIn(rule.tree)) {
      const required = byGroup.get(groupId);
      if (required !== undefined) visit(required, next);
    }
    sorted.add(rule);
  };
  for (const rule of rules) visit(rule, new Set());
  return [...sorted];
}

/** The groups that the rule of a group names, and those that their rules name, and so on. */
export function groupsBehind(
  groupId: string,
  rules: readonly Dependent[],
  found = new Set<string>(),
): Set<string> {
  const rule = rules.find((one) => one.groupId === groupId);
  for (const id of rule === undefined ? [] : groupsIn(rule.tree)) {
    if (found.has(id)) continue;
    found.add(id);
    groupsBehind(id, rules, found);
  }
  return found;
}

/**
 * The way on which the rule of `groupId` would require the membership in `groupId` itself, as ids from that group to itself;
 * undefined if there is none.
 */
export function findCycle(
  { groupId, tree }: Dependent,
  others: readonly Dependent[],
): string[] | undefined {
  const named = new Map(others.map((rule) => [rule.groupId, groupsIn(rule.tree)]));
  named.set(groupId, groupsIn(tree));
  const seen = new Set<string>();
  const search = (from: string, path: string[]): string[] | undefined => {
    for (const next of named.get(from) ?? []) {
      if (next === groupId) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...path, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(groupId, [groupId]);
}
