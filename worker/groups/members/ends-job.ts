import { and, eq, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordForEach } from "#worker/audit/record-many.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { existsIn, orm, prepareAtStart } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { endMemberships } from "./many.ts";
import { endText, nextDue, NO_END } from "./add-member.ts";
import { isAutomatic } from "./list-store.ts";

const { groupId, userId, endsAt, endDueAt } = groupMembers;

const selectDue = prepareAtStart({ isDue: sql<number>`1` }, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .where(sql`${endDueAt} <= ${sql.placeholder("now")}`)
    .limit(1),
);

/** Ends memberships and reminds members. The first slice is the cron's: what follows does not wait for another minute. */
export const membershipEnds = defineWork({
  kind: "membership-ends",
  due: (_context, now) => [selectDue({ now })],
  async begin(context, [due], message) {
    if (due.length === 0) return { messages: [] };
    const hasMore = await endDueMemberships(context);
    return { hasWorked: true, messages: hasMore ? [message({})] : [] };
  },
  slice: endDueMemberships,
});

/** Ends memberships and reminds members; returns whether there are more. */
export async function endDueMemberships(context: Context): Promise<boolean> {
  const now = Date.now();
  const limit = BUDGETS[context.config.PLAN].removedMembers;
  const results = await runBatch(context.db, [
    ...remind(context, now, limit),
    ...keepRuled(now, limit),
    ...end(context, now, limit),
    selectDue({ now }),
  ]);
  const left = results.at(-1);
  return Array.isArray(left) && left.length > 0;
}

/** SQL condition on `group_members`: among the first that are due and meet the condition. */
function firstDue(now: number, limit: number, condition: SQL | undefined): SQL {
  const first = orm
    .select({ groupId, userId })
    .from(groupMembers)
    .where(and(lte(endDueAt, new Date(now)), condition))
    .orderBy(endDueAt)
    .limit(limit);
  return sql`(${groupId}, ${userId}) in (${first})`;
}

/** The owner stays, and so do the members of a group whose requirements alone decide. */
const isKept = sql`(${groupMembers.role} = 'owner' or ${isAutomatic} and ${groupMembers.emergencyId} is null)`;

function hasEnded(now: number): SQL {
  return sql`${endsAt} <= ${now}`;
}

/** The log is read by the direct messages at Discord. Other members see the end on their dashboard. */
function remind(context: Context, now: number, limit: number): Statement[] {
  const isAhead = firstDue(now, limit, sql`${endsAt} > ${now}`);
  const isTold = existsIn(discordDirectMessages, eq(discordDirectMessages.userId, userId));
  return [
    recordForEach(
      context,
      {
        kind: "membership_ending",
        actor: "job",
        groupId,
        subjectId: userId,
        detail: sql`json_object('until', ${endText})`,
      },
      sql`${groupMembers}`,
      sql`${isAhead} and ${isTold} and not ${isKept}`,
    ),
    orm
      .update(groupMembers)
      .set({ endDueAt: nextDue(endsAt, now) })
      .where(isAhead),
  ];
}

function keepRuled(now: number, limit: number): Statement[] {
  const isOne = firstDue(now, limit, sql`${hasEnded(now)} and ${isKept}`);
  return [orm.update(groupMembers).set(NO_END).where(isOne)];
}

function end(context: Context, now: number, limit: number): Statement[] {
  const isOver = firstDue(now, limit, sql`${hasEnded(now)} and not ${isKept}`);
  const detail = sql`json_object('until', ${endText})`;
  return endMemberships(
    context,
    { kind: "member_removed", actor: "job", groupId, subjectId: userId, detail },
    isOver,
  );
}
