import { and, inArray, lte, sql } from "drizzle-orm";
import { TOLD_AFTER_DAYS } from "#shared/groups/requests.ts";
import { DAY_MS } from "#shared/time.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

/** A run tells of so many. The others follow an hour later. */
const MOST_TOLD = 100;

// Literals, so that SQLite can use the partial index.
const isUntold = sql`${joinRequests.status} = 'pending' and ${joinRequests.waitToldAt} is null and ${joinRequests.inTalks} = 0`;

/**
 * Records once that a request has waited for days: the log is the outbox of the posts and messages to its reviewers. A request in
 * talks does not wait. The second statement marks what the first has recorded: nothing changes in between.
 */
export function tellReviewers(context: Pick<Context, "requestId">, now: Date): Statement[] {
  const since = new Date(now.getTime() - TOLD_AFTER_DAYS * DAY_MS);
  const first = orm
    .select({ id: joinRequests.id })
    .from(joinRequests)
    .where(and(lte(joinRequests.createdAt, since), isUntold))
    .orderBy(joinRequests.createdAt)
    .limit(MOST_TOLD);
  const isFirst = inArray(joinRequests.id, first);
  return [
    recordForEach(
      context,
      {
        kind: "request_waiting",
        actor: "job",
        groupId: joinRequests.groupId,
        subjectId: joinRequests.userId,
      },
      sql`${joinRequests}`,
      isFirst,
    ),
    orm.update(joinRequests).set({ waitToldAt: now }).where(isFirst),
  ];
}
