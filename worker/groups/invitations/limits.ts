import { and, desc, eq, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { MAX_PENDING_PER_INVITEE, MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import { DAY_MS } from "#shared/time.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import { countIn, orm, prepare } from "#worker/db/statements.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";

/** SQL condition: the user has reached the limit of pending invitations at this instant. */
export function isInboxFull(
  userId: string | SQLWrapper,
  now: number | SQLWrapper | Placeholder,
): SQL {
  const pending = countIn(invitations, eq(invitations.inviteeId, userId), isPendingInvitation(now));
  return sql`(${pending} >= ${MAX_PENDING_PER_INVITEE})`;
}

/**
 * SQL condition on `invitations`: the inviter has sent it since then, and has no answer. Includes revoked ones, so that revoking
 * does not make room. Literals, as the partial index has them.
 */
function isUnansweredOf(inviterId: string | Placeholder, since: number | Placeholder) {
  return and(
    eq(invitations.inviterId, inviterId),
    sql`${invitations.createdAt} > ${since}`,
    sql`${invitations.status} in ('pending', 'revoked')`,
  );
}

const isOfDay = isUnansweredOf(sql.placeholder("inviterId"), sql.placeholder("since"));

/** Reads when the inviter sent the oldest of the invitations that reach the daily limit. No row below the limit. */
export const selectDayFilledSince = prepare({ createdAt: invitations.createdAt }, (fields) =>
  orm
    .select(fields)
    .from(invitations)
    .where(isOfDay)
    .orderBy(desc(invitations.createdAt))
    .limit(1)
    .offset(MAX_UNANSWERED_PER_DAY - 1),
);

const selectSent = prepare({ count: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(invitations).where(isOfDay),
);

/** Reads how many invitations of the last day the inviter has no answer to. */
export function selectUnanswered(inviterId: string, now: number) {
  return selectSent({ inviterId, since: now - DAY_MS });
}

/** SQL condition: the inviter may send so many more within the daily limit of unanswered invitations. */
export function hasRoomOfDay(inviterId: string, now: Date, more: number): SQL {
  const sent = countIn(invitations, isUnansweredOf(inviterId, now.getTime() - DAY_MS));
  return sql`${sent} + ${more} <= ${MAX_UNANSWERED_PER_DAY}`;
}
