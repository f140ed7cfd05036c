import { and, eq, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { existsIn } from "#worker/db/statements.ts";
import type { Id } from "./membership.ts";

// Literals, not parameters: SQLite uses a partial index only if the query states its condition
// (https://www.sqlite.org/partialindex.html).

/** SQL condition on `join_requests`. */
export const isPendingRequest = sql`${joinRequests.status} = 'pending'`;

/** SQL condition on `join_requests`: the reviewers were told that it waits, and it still does. */
export const isToldToWait = sql`${isPendingRequest} and ${joinRequests.waitToldAt} is not null and ${joinRequests.inTalks} = 0`;

/** SQL condition on `invitations`: not answered. Some of them have expired. */
export const isUnanswered = sql`${invitations.status} = 'pending'`;

/** SQL condition on `invitations`: not answered and not expired at this instant, in milliseconds. */
export function isPendingInvitation(now: number | SQLWrapper | Placeholder): SQL | undefined {
  return and(isUnanswered, sql`${invitations.expiresAt} > ${now}`);
}

/** SQL condition: the user has asked to join the group, and has no answer yet. */
export function hasPendingRequest(groupId: Id, userId: Id): SQL {
  return existsIn(
    joinRequests,
    eq(joinRequests.groupId, groupId),
    eq(joinRequests.userId, userId),
    isPendingRequest,
  );
}

/** SQL condition: the user is invited to the group at this instant, in milliseconds. */
export function hasPendingInvitation(
  groupId: Id,
  userId: Id,
  now: number | SQLWrapper | Placeholder,
): SQL {
  return existsIn(
    invitations,
    eq(invitations.groupId, groupId),
    eq(invitations.inviteeId, userId),
    isPendingInvitation(now),
  );
}

/** SQL condition on `account_merges`: neither of the mains, nor the owner of the absorbed one, has changed since the offer. */
export const isMergeCurrent = sql`(${accountMerges.intoMainId} = ${mainOf(accountMerges.intoId)}
  and ${accountMerges.fromMainId} = ${mainOf(accountMerges.fromId)}
  and ${accountMerges.ownerHash} = (select ${characters.ownerHash} from ${characters}
    where ${characters.id} = ${accountMerges.fromMainId}))`;

function mainOf(userId: SQLWrapper): SQL {
  return sql`(select ${users.mainCharacterId} from ${users} where ${users.id} = ${userId})`;
}
