import { sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { community } from "#worker/db/schema/community.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { isGuest } from "./guests.ts";

/**
 * SQL condition: the user is in the group whose members keep the watchlist, and no guest, because guests look up no other pilots.
 * System administrators keep it without that.
 */
export function isInKeepersGroup(userId: SQLWrapper | Placeholder): SQL {
  return sql`(exists (select 1 from ${community} cross join ${groupMembers}
    on ${groupMembers.groupId} = ${community.watchKeepersId} and ${groupMembers.userId} = ${userId})
    and not ${isGuest(userId)})`;
}
