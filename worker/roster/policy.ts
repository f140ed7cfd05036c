import { sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** What decides the text of a statement; the ids of the reader and of the corporation are placeholders in it. */
export type ReaderKind = Pick<UserActor, "isAdmin" | "isGuest"> & {
  /** A program, which is not told in how many groups the members are. */
  isProgram?: true;
};

export function kindOf({ isAdmin, isGuest }: UserActor): ReaderKind {
  return { isAdmin, isGuest };
}

/** SQL condition on `corporations`: system administrators, and the members of one group who are no guests, read the roster. */
export function mayRead(
  { isAdmin, isGuest }: ReaderKind,
  userId: Placeholder = sql.placeholder("userId"),
): SQL {
  if (isAdmin) return sql`true`;
  if (isGuest) return sql`false`;
  return sql`exists (select 1 from ${groupMembers} where ${groupMembers.groupId} = ${corporations.rosterGroupId}
    and ${groupMembers.userId} = ${userId})`;
}

/** SQL query: one row if the reader may read the roster. Joined first, it keeps everything else from being read. */
export const readable = (reader: ReaderKind) =>
  sql`(select ${corporations.id} as id from ${corporations}
    where ${corporations.id} = ${sql.placeholder("corporationId")} and ${mayRead(reader)})`;

/** To users who may not read the roster, the corporation does not exist. */
export function requireRoster<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError("no_such_corporation");
  return row;
}
