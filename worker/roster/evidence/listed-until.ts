import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { fetchRuns } from "#worker/db/schema/corporations.ts";

/** How long ESI caches the list of members and affiliations: it made an answer that long before the answer expires. */
export const CACHED_MS = 60 * 60 * 1000;

/** SQL expression on `corporation_runs`. */
export const membersExpireAt = sql`json_extract(${fetchRuns.plan}, '$.sources.members.expiresAt')`;

/** SQL: as of when the last list of the corporation confirms who is in it; 0 without one. */
export function listedUntil(corporationId: number): SQL<number> {
  return sql<number>`coalesce((select ${membersExpireAt} - ${CACHED_MS}
    from ${fetchRuns} where ${fetchRuns.corporationId} = ${corporationId} and ${fetchRuns.category} = 'core'
    order by ${fetchRuns.startedAt} desc limit 1), 0)`;
}
