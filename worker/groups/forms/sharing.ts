import { and, desc, eq, inArray, lte, not, or, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { SHARE_DAYS } from "#shared/groups/forms.ts";
import type { FormContent, SharedSection, Sharing } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import { isSeenBy } from "#worker/access/visibility.ts";
import { isSuspendedUser } from "#worker/auth/suspensions/suspended.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers, requestShares } from "#worker/db/schema/group-forms.ts";
import { existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

// When sharing ends: with a rejection or a withdrawal, some days after an approval or with the membership that it began, and 30 days
// after the request in any case. It is decided by what is stored whenever a value is read; the job only removes what has ended.

type Times = {
  status: string;
  createdAt: Date;
  decidedAt: Date | null;
};

/** When sharing ends by itself, in ms; null if it has ended with the decision. A membership that ends first ends it too. */
export function endOfSharing({ status, createdAt, decidedAt }: Times, shareDays: number) {
  const latest = createdAt.getTime() + SHARE_DAYS * DAY_MS;
  if (status === "pending") return latest;
  if (status !== "approved" || decidedAt === null) return null;
  return Math.min(latest, decidedAt.getTime() + shareDays * DAY_MS);
}

/** SQL condition on `join_requests`: the pilot has not left since the approval, also if they are a member again. */
const isMemberSinceDecision = existsIn(
  groupMembers,
  eq(groupMembers.groupId, joinRequests.groupId),
  eq(groupMembers.userId, joinRequests.userId),
  lte(groupMembers.joinedAt, joinRequests.decidedAt),
);

/** SQL condition on `join_requests`: sharing goes on. */
export function isSharingOpen(now: number | Placeholder): SQL {
  const shareDays = sql`coalesce((${orm
    .select({ days: requestAnswers.shareDays })
    .from(requestAnswers)
    .where(eq(requestAnswers.requestId, joinRequests.id))}), 0)`;
  return sql`${and(
    sql`${joinRequests.createdAt} > ${now} - ${SHARE_DAYS * DAY_MS}`,
    or(
      sql`${joinRequests.status} = 'pending'`,
      sql`${joinRequests.status} = 'approved' and ${joinRequests.decidedAt} + ${shareDays} * ${DAY_MS} > ${now}
        and ${isMemberSinceDecision}`,
    ),
  )}`;
}

/**
 * SQL condition on `request_shares`, `join_requests` and `characters`: reviewers may look. The character is still the
 * pilot's, who is not suspended: a suspended pilot could not end it.
 */
function isShared(now: number | Placeholder): SQL {
  return sql`${and(
    eq(joinRequests.id, requestShares.requestId),
    eq(characters.id, requestShares.characterId),
    eq(characters.userId, joinRequests.userId),
    isSharingOpen(now),
    not(isSuspendedUser(joinRequests.userId, now)),
  )}`;
}

/** The characters that share a section with the reviewers of a request now: a query of the column `id`. */
export function sharedCharacters(requestId: string, section: SharedSection, now: number): SQL {
  return orm
    .select({ id: sql`${requestShares.characterId}`.as("id") })
    .from(requestShares)
    .crossJoin(joinRequests)
    .crossJoin(characters)
    .where(
      and(
        eq(requestShares.requestId, requestId),
        eq(requestShares.section, section),
        isShared(now),
      ),
    )
    .getSQL();
}

/** What is shared with a request now, a row for each section and character. */
export const selectShares = prepare(
  { section: requestShares.section, characterId: requestShares.characterId },
  (fields) =>
    orm
      .select(fields)
      .from(requestShares)
      .crossJoin(joinRequests)
      .crossJoin(characters)
      .where(
        and(eq(requestShares.requestId, sql.placeholder("id")), isShared(sql.placeholder("now"))),
      )
      .orderBy(requestShares.section, characters.nameFolded),
);

const userId = sql.placeholder("userId");

/** The requests with which a user shares something now, the latest first, and the names of those of their groups that the user sees. */
export const selectOwnShares = prepare(
  () => {
    const isNamed = isSeenBy({ userId, role: groupMembers.role });
    return {
      requestId: joinRequests.id,
      groupName: sql<string | null>`case when ${isNamed} then ${groups.name} end`,
      status: joinRequests.status,
      createdAt: joinRequests.createdAt,
      decidedAt: joinRequests.decidedAt,
      shareDays: requestAnswers.shareDays,
      sections: sql<string>`json_group_array(distinct ${requestShares.section})`,
    };
  },
  (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .crossJoin(requestShares)
      .crossJoin(characters)
      .innerJoin(groups, eq(groups.id, joinRequests.groupId))
      .innerJoin(requestAnswers, eq(requestAnswers.requestId, joinRequests.id))
      .leftJoin(
        groupMembers,
        and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId)),
      )
      .where(and(eq(joinRequests.userId, userId), isShared(sql.placeholder("now"))))
      .groupBy(joinRequests.id)
      .orderBy(desc(joinRequests.createdAt)),
);

/** Whether a form asks for all of this. */
export function isAllAsked({ sections }: Pick<FormContent, "sections">, sharing: Sharing): boolean {
  return sharing.sections.every(({ section }) => sections.includes(section));
}

/** The statement that shares sections of the pilot's own characters; of the main alone if the form asks for no more. */
export function insertShares(
  requestId: string,
  userId: string,
  { sections }: Sharing,
  { whose }: Pick<FormContent, "whose">,
  condition: SQL,
): Statement {
  const list = sections.flatMap(({ section, characterIds }) =>
    characterIds.map((characterId) => ({ section, characterId })),
  );
  const isMain = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.mainCharacterId} = ${characters.id})`;
  return insertWhere(
    requestShares,
    {
      requestId,
      section: sql`share.value ->> '$.section'`,
      characterId: sql`${characters.id}`,
    },
    sql`${eq(characters.userId, userId)} and ${whose === "main" ? isMain : sql`true`} and ${condition}`,
    sql`json_each(${JSON.stringify(list)}) as share
      cross join ${characters} on ${characters.id} = share.value ->> '$.characterId'`,
  ).onConflictDoNothing();
}

/** Removes what has ended: nobody could read it any more. */
export function deleteEndedShares(now: Date): Statement[] {
  const isEnded = lte(requestAnswers.shareUntil, now);
  const ended = orm
    .select({ requestId: requestAnswers.requestId })
    .from(requestAnswers)
    .where(isEnded);
  return [
    orm.delete(requestShares).where(inArray(requestShares.requestId, ended)),
    orm.update(requestAnswers).set({ shareUntil: null }).where(isEnded),
  ];
}
