import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { idOf, SYSTEMS } from "./community.ts";
import type { MovedCommunity, Existing, Given, Move } from "./community.ts";
import { planGroups } from "./groups.ts";
import type { PlannedGroup } from "./groups.ts";
import { planOperations } from "./operations.ts";
import type { PlannedOperation } from "./operations.ts";
import { planPeople } from "./people.ts";
import type { PlannedPerson } from "./people.ts";
import { planWatchlist } from "./watchlist.ts";
import type { PlannedWatch } from "./watchlist.ts";

/** Everything that a move writes. */
export type MovePlan = {
  move: Move;
  category: { id: string; name: string };
  users: PlannedPerson[];
  groups: PlannedGroup[];
  discord: { userId: string; discordId: string; username: string }[];
  watched: PlannedWatch[];
  operations: PlannedOperation[];
  /** The account that owns the groups, and has added the entries of the watchlist. */
  ownerId: string;
};

/** Plans what becomes of a community, and reports every conflict. The same input gives the same plan. */
export function makePlan(community: MovedCommunity, given: Given, report: Report): MovePlan {
  const { existing, ownerId, move } = given;
  const users = planPeople(community, given, report);
  return {
    move,
    category: { id: idOf(move, "category", ""), name: SYSTEMS[move.system] },
    users: [...users.values()],
    groups: planGroups(community, users, given, report),
    discord: planDiscord(community, users, existing, report),
    watched: planWatchlist(community, users, given, report),
    operations: planOperations(community, users, move, report),
    ownerId,
  };
}

/** One account for each user, and one user for each account. */
function planDiscord(
  { discord }: MovedCommunity,
  users: Map<string, PlannedPerson>,
  existing: Existing,
  report: Report,
): MovePlan["discord"] {
  const accounts = new Map<string, string>();
  const holders = new Set<string>();
  return discord.flatMap(({ user, discordId, username, place }) => {
    const refuse = (reason: string) => {
      report.push({ outcome: "refused", what: "Discord account", name: username, place, reason });
      return [];
    };
    const userId = users.get(user)?.id;
    if (userId === undefined) return refuse("Its user does not move.");
    const holder = existing.discord.get(discordId) ?? accounts.get(discordId);
    if (holder !== undefined && holder !== userId) {
      return refuse("This Discord account is linked to another user.");
    }
    const known = existing.discordOf.get(userId);
    if (holders.has(userId) || (known !== undefined && known !== discordId)) {
      return refuse("The user has linked another Discord account.");
    }
    accounts.set(discordId, userId);
    holders.add(userId);
    return [{ userId, discordId, username: username || `Discord user ${discordId}` }];
  });
}
