import { and, eq } from "drizzle-orm";
import type { SetEnds } from "#shared/groups/ends.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import type { BuiltUser } from "./builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { evaluateAll } from "#test/support/requirements/requirement-builders.ts";

export const DAY = 24 * 60 * 60;

type Of = { id: string };

/** What tests of ends ask and do. */
export function endsOf(muster: Muster) {
  const { db } = muster.context;

  async function endOf(group: Of, { userId }: { userId: string }) {
    const [row] = await db
      .select({ endsAt: groupMembers.endsAt })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, userId)));
    return row === undefined ? "no member" : (row.endsAt?.getTime() ?? null);
  }

  const setEnds = (who: BuiltUser, group: Of, users: { userId: string }[], end: SetEnds["end"]) =>
    who.api.groups[":id"].members.ends.$put({
      param: { id: group.id },
      json: { userIds: users.map(({ userId }) => userId), end },
    });

  const eventsOf = (group: Of, { userId }: { userId: string }) =>
    db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.groupId, group.id), eq(auditEvents.subjectId, userId)))
      .orderBy(auditEvents.seq);

  /** The cron of every minute, so many seconds later. */
  const minuteAfter = (seconds: number) => muster.later(seconds, () => evaluateAll(muster));

  return { endOf, setEnds, eventsOf, minuteAfter };
}
