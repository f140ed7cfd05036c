import { sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { community } from "#worker/db/schema/community.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";

/** SQL condition: the user is in the group whose members keep the watchlist. System administrators keep it without that. */
export function isInKeepersGroup(userId: SQLWrapper | Placeholder): SQL {
  return sql`exists (select 1 from ${community} cross join ${groupMembers}
    on ${groupMembers.groupId} = ${community.watchKeepersId} and ${groupMembers.userId} = ${userId})`;
}
