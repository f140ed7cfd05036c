import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { ReleaseCost } from "#shared/requirements/held.ts";
import { DAY_MS } from "#shared/time.ts";
import type { Config } from "#worker/ground/config.ts";
import { discordRoleGroups, discordServers } from "#worker/db/schema/discord-servers.ts";

/** Rows that D1 writes for a removal, indexes included: `test/worker/release-costs.test.ts` measures them. */
const ROWS = { byRequirements: 23, byPerson: 16, roleOnServer: 23 };
/** The free plan writes 100,000 a day, of which a day of 500 users takes half (docs/performance.md). */
const ROWS_LEFT_A_DAY = { free: 50_000, paid: Infinity };

/** SQL: on how many Discord servers the group gives a role. */
export function followingServers(groupId: SQL) {
  return sql<number>`(select count(distinct ${discordServers.id}) from ${discordRoleGroups} cross join ${discordServers}
    where ${discordRoleGroups.groupId} = ${groupId} and ${discordServers.id} = ${discordRoleGroups.serverId}
      and ${discordServers.isOn} = 1)`;
}

type Plan = Config["PLAN"];

export function releaseCost(
  plan: Plan,
  { removals, isAsked, servers }: { removals: number; isAsked: boolean; servers: number },
): ReleaseCost {
  const each = (isAsked ? ROWS.byPerson : ROWS.byRequirements) + servers * ROWS.roleOnServer;
  const rows = removals * each;
  return { rows, days: Math.max(1, Math.ceil(rows / ROWS_LEFT_A_DAY[plan])) };
}

/** A release that is not finished: its removals when it was decided, and those that are left. */
export type OpenRelease = { removals: number; left: number; servers: number };

/**
 * How long the next slice of these releases waits, after one of at most `limit` removals each, so that a day leaves rows for everything
 * else. A release that waited for D1 to take rows again would meet evidence that is too old.
 */
export function pauseAfterSlice(
  plan: Plan,
  releases: readonly OpenRelease[],
  limit: number,
): number {
  const rowsOf = (count: (release: OpenRelease) => number) =>
    releases.reduce(
      (sum, release) =>
        sum + releaseCost(plan, { ...release, isAsked: false, removals: count(release) }).rows,
      0,
    );
  const isLast = releases.every(({ left }) => left <= limit);
  if (isLast || rowsOf(({ removals }) => removals) <= ROWS_LEFT_A_DAY[plan]) return 0;
  return (DAY_MS * rowsOf(({ left }) => Math.min(left, limit))) / ROWS_LEFT_A_DAY[plan];
}
