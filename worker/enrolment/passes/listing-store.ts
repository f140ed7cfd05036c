import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { users } from "#worker/db/schema/accounts.ts";
import { groupQualifications } from "#worker/db/schema/requirements.ts";
import { idsIn, insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

export type Pair = { groupId: string; userId: string };

/** A JSON text; `ofGroup` and `ofUser` read the rows of its `json_each`. */
export function pairsOf(changes: readonly Pair[]): string {
  return JSON.stringify(changes.map(({ groupId, userId }) => ({ groupId, userId })));
}
export const ofGroup = sql`json_extract(value, '$.groupId')`;
export const ofUser = sql`json_extract(value, '$.userId')`;

/** The groups that are listed for these users because of their requirements. */
export function selectQualifications(userIds: readonly string[]) {
  return rows(
    { userId: groupQualifications.userId, groupId: groupQualifications.groupId },
    (fields) =>
      orm
        .select(fields)
        .from(groupQualifications)
        .where(sql`${groupQualifications.userId} in ${idsIn(userIds)}`),
  );
}

/** Lists groups for users who meet their requirements, and no longer for those who do not, where `isCurrent` holds. */
export function updateListings(
  changes: readonly (Pair & { isListed: boolean })[],
  isCurrent: SQL,
): Statement[] {
  const listed = changes.filter(({ isListed }) => isListed);
  const unlisted = changes.filter(({ isListed }) => !isListed);
  return [
    ...(listed.length === 0 ? [] : [insertListed(listed, isCurrent)]),
    ...(unlisted.length === 0 ? [] : [deleteUnlisted(unlisted, isCurrent)]),
  ];
}

function insertListed(listed: readonly Pair[], isCurrent: SQL): Statement {
  return insertWhere(
    groupQualifications,
    { groupId: ofGroup, userId: ofUser },
    // The account may have been deleted since it was read.
    sql`exists (select 1 from ${users} where ${users.id} = ${ofUser}) and ${isCurrent}`,
    sql`json_each(${pairsOf(listed)})`,
  ).onConflictDoNothing();
}

function deleteUnlisted(unlisted: readonly Pair[], isCurrent: SQL): Statement {
  return orm.delete(groupQualifications).where(
    sql`(${groupQualifications.groupId}, ${groupQualifications.userId}) in (
        select ${ofGroup}, ${ofUser} from json_each(${pairsOf(unlisted)})) and ${isCurrent}`,
  );
}
