import { and, eq, sql } from "drizzle-orm";
import type { EndsSet, SetEnds } from "#shared/groups/ends.ts";
import { DAY_MS } from "#shared/time.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { runNamed, unlessGuarded } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { idsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { requireEnds } from "./policy.ts";
import type { OnMembers } from "./policy.ts";
import { getAuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { endChange, nextDue } from "./add-member.ts";
import { guardGroup } from "./many.ts";

/**
 * Gives members another end, in one batch. Leaves out those who may not get one from the actor: the owner, admins unless the
 * actor appoints admins, and emergency access; "extend" also leaves out members without an end.
 */
export function setEnds(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: SetEnds,
  besides: readonly Statement[] = [],
): Promise<EndsSet> {
  const read = async () => requireEnds(await getAuthorizedGroup(context, actor, groupId));
  return withOptimisticLock(read, (allowed) =>
    unlessGuarded(updateEnds(context, allowed, input, besides)),
  );
}

async function updateEnds(
  context: Context,
  { by: actor, of: { group } }: OnMembers<"setEnds">,
  { userIds, end }: SetEnds,
  besides: readonly Statement[],
): Promise<EndsSet> {
  const now = Date.now();
  const days = end.kind === "none" ? 0 : end.days * DAY_MS;
  const to = {
    extend: sql`max(${groupMembers.endsAt}, ${now}) + ${days}`,
    days: sql`${now + days}`,
    none: sql`null`,
  }[end.kind];
  const isOne = sql`${and(
    eq(groupMembers.groupId, group.id),
    sql`${groupMembers.userId} in ${idsIn(userIds)}`,
    sql`${groupMembers.emergencyId} is null`,
    group.can.manageAdmins
      ? sql`+${groupMembers.role} <> 'owner'`
      : sql`+${groupMembers.role} = 'member'`,
    // The plus keeps SQLite from walking all members with an end instead.
    end.kind === "days" ? undefined : sql`+${groupMembers.endsAt} is not null`,
  )}`;
  const later = sql`exists (select 1 from ${groupMembers} where ${isOne}
    and ${groupMembers.endsAt} is not null and coalesce(${to} > ${groupMembers.endsAt}, true))`;
  const { changed } = await runNamed(context.db, {
    before: [
      ...requireProofToGive(actor, sql`${givesBeyond(group.id)} and ${later}`),
      guardGroup(group, actor),
      countAct(context, actor, "edits", { items: userIds.length }),
      recordForEach(
        context,
        {
          kind: "membership_end_set",
          actor,
          groupId: group.id,
          subjectId: groupMembers.userId,
          detail: endChange(to),
        },
        sql`${groupMembers}`,
        isOne,
      ),
    ],
    changed: [
      orm
        .update(groupMembers)
        .set({ endsAt: to, endDueAt: nextDue(to, now) })
        .where(isOne),
    ],
    besides,
  });
  return { changed: changed[0] };
}
