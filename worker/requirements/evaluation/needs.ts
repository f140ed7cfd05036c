import { conditionsOf } from "#shared/requirements/conditions.ts";
import { DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import type { Source } from "#shared/requirements/dependencies.ts";
import type { Condition, Requirement } from "#shared/requirements/tree.ts";

export type StandingOwner = { of: "corporation" | "alliance"; ownerId: number };

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
  watchlist: boolean;
};

/** What any of these rules needs. */
export function needsOf(trees: readonly Requirement[]): EvidenceNeeds {
  const conditions = trees.flatMap(conditionsOf);
  const ofType = <Type extends Condition["type"]>(type: Type) =>
    conditions.filter((one): one is Extract<Condition, { type: Type }> => one.type === type);
  const reads = (source: Source) =>
    conditions.some(({ type }) => DEPENDENCIES[type].on.includes(source));
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
    factIds: [...new Set(ofType("fact").map(({ factId }) => factId))],
  };
}
