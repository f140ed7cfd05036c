import { conditionsOf } from "#shared/requirements/conditions.ts";
import { conditionsOn } from "#shared/requirements/dependencies.ts";
import type { Source } from "#shared/requirements/dependencies.ts";
import type { Condition, Requirement } from "#shared/requirements/tree.ts";

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
  const rule = rules.find((candidate) => candidate.groupId === groupId);
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

export type StandingOwner = { of: "corporation" | "alliance"; ownerId: number };

export type TookPart = Extract<Condition, { type: "took_part" }>;

/** The facts that rules compare; the others are not read. Affiliations and authorizations always are. */
export type EvidenceNeeds = {
  /** In ascending order. */
  skillIds: number[];
  totalSp: boolean;
  /** Birthday and security status. */
  info: boolean;
  history: boolean;
  roles: boolean;
  titles: boolean;
  standings: StandingOwner[];
  groupIds: string[];
  /** Discord servers. */
  serverIds: string[];
  /** Facts that applications tell. */
  factIds: string[];
  /** Conditions on operations. */
  participation: TookPart[];
  watchlist: boolean;
};

/** What any of these rules needs. */
export function needsOf(trees: readonly Requirement[]): EvidenceNeeds {
  const conditions = trees.flatMap(conditionsOf);
  const ofType = <Type extends Condition["type"]>(type: Type) =>
    conditions.filter((one): one is Extract<Condition, { type: Type }> => one.type === type);
  const reads = (source: Source) => {
    const asking = conditionsOn(source);
    return conditions.some(({ type }) => asking.includes(type));
  };
  const skillIds = ofType("skills").flatMap(({ skills }) => skills.map(({ skillId }) => skillId));
  const owners = ofType("standing").map(({ of, ownerId }) => ({ of, ownerId }));
  return {
    skillIds: [...new Set(skillIds)].toSorted((a, b) => a - b),
    totalSp: reads("skillPoints"),
    info: reads("info"),
    history: reads("corporationHistory"),
    roles: reads("roles"),
    titles: reads("titles"),
    standings: [...new Map(owners.map((owner) => [owner.ownerId, owner])).values()],
    groupIds: [...new Set(ofType("member_of").flatMap(({ groupIds }) => groupIds))],
    serverIds: [...new Set(ofType("on_discord_server").map(({ serverId }) => serverId))],
    watchlist: reads("watchlist"),
    participation: ofType("took_part"),
    factIds: [...new Set(ofType("fact").map(({ factId }) => factId))],
  };
}
