import { and, desc, eq, exists, gt, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { MAX_PENDING_PER_INVITEE, MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import { DAY_MS } from "#shared/time.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";

/** SQL condition: the user has reached the limit of pending invitations at this instant. */
export function isInboxFull(
  userId: string | SQLWrapper,
  now: number | SQLWrapper | Placeholder,
): SQL {
  return exists(
    orm
      .select()
      .from(invitations)
      .where(and(eq(invitations.inviteeId, userId), isPendingInvitation(now)))
      .limit(1)
      .offset(MAX_PENDING_PER_INVITEE - 1),
  );
}

/** Includes revoked invitations, so that revoking does not make room. Literals, as the partial index has them. */
export const isWithoutAnswer = sql`${invitations.status} in ('pending', 'revoked')`;

/** Reads when the inviter sent the oldest of the invitations that reach the daily limit. No row below the limit. */
export const selectDayFilledSince = prepare({ createdAt: invitations.createdAt }, (fields) =>
  orm
    .select(fields)
    .from(invitations)
    .where(
      and(
        eq(invitations.inviterId, sql.placeholder("inviterId")),
        gt(invitations.createdAt, sql`${sql.placeholder("since")}`),
        isWithoutAnswer,
      ),
    )
    .orderBy(desc(invitations.createdAt))
    .limit(1)
    .offset(MAX_UNANSWERED_PER_DAY - 1),
);

/** SQL condition: the inviter has reached the daily limit of unanswered invitations. */
export function isDayFilled(inviterId: string, now: Date): SQL {
  return exists(
    orm
      .select()
      .from(invitations)
      .where(
        and(
          eq(invitations.inviterId, inviterId),
          gt(invitations.createdAt, new Date(now.getTime() - DAY_MS)),
          isWithoutAnswer,
        ),
      )
      .limit(1)
      .offset(MAX_UNANSWERED_PER_DAY - 1),
  );
}
