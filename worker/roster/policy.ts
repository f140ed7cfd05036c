import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { ApiError } from "#worker/http/api-error.ts";

type Reader = Pick<UserActor, "userId" | "isAdmin" | "isGuest">;

/** SQL condition on `corporations`: system administrators, and the members of one group who are no guests, read the roster. */
export function mayRead({ userId, isAdmin, isGuest }: Reader): SQL {
  if (isAdmin) return sql`true`;
  if (isGuest) return sql`false`;
  return sql`exists (select 1 from ${groupMembers} where ${groupMembers.groupId} = ${corporations.rosterGroupId}
    and ${groupMembers.userId} = ${userId})`;
}

/** SQL query: one row if the reader may read the roster. Joined first, it keeps everything else from being read. */
export const readable = (corporationId: number, reader: Reader) =>
  sql`(select ${corporations.id} as id from ${corporations}
    where ${corporations.id} = ${corporationId} and ${mayRead(reader)})`;

/** To users who may not read the roster, the corporation does not exist. */
export function requireRoster<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError("no_such_corporation");
  return row;
}
