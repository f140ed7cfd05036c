import { and, eq, lt, sql } from "drizzle-orm";
import { TOLD_DAYS } from "#shared/groups/ends.ts";
import type { TakeEmergencyAccess } from "#shared/groups/ends.ts";
import type { Group } from "#shared/groups/groups.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch, unlessGuarded } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { emergencyAccesses, groupMembers } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { getAuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { presentGroup, selectGroup } from "#worker/groups/group/group-row.ts";
import { addMember, BEGINNINGS } from "./add-member.ts";
import { guardGroup } from "./many.ts";
import { requireEmergency } from "./policy.ts";
import type { OnMembers } from "./policy.ts";

/** Makes a system administrator a member for some hours. The job of every minute ends it. */
export async function takeEmergencyAccess(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: TakeEmergencyAccess,
): Promise<Group> {
  const read = async () => requireEmergency(await getAuthorizedGroup(context, actor, groupId));
  const row = await withOptimisticLock(read, (allowed) =>
    unlessGuarded(insertEmergency(context, allowed, input)),
  );
  return presentGroup(row, actor);
}

async function insertEmergency(
  context: Context,
  allowed: OnMembers<"takeEmergency">,
  { role, hours, reason }: TakeEmergencyAccess,
) {
  const { by: actor, of } = allowed;
  const { group } = of;
  const { userId } = actor;
  const id = randomToken(12);
  const startedAt = new Date();
  const endsAt = new Date(startedAt.getTime() + hours * HOUR_MS);
  const about = { actor, subjectId: userId, groupId: group.id };
  const until = endsAt.toISOString();
  // The first event says what it means for the membership, the second why.
  const joined = recordEvent(context, {
    kind: BEGINNINGS.takeEmergency,
    ...about,
    detail: { role, until },
  });
  const taken = recordEvent(
    context,
    { kind: "emergency_access_taken", ...about, detail: { role, until, reason } },
    joined.applied,
  );
  await runBatch(context.db, [
    requireFreshProof(actor),
    guardGroup(group, actor),
    countAct(context, actor, "edits"),
    joined.statement,
    taken.statement,
    ...addMember(context, { allowed }, { userId, days: 0 }, joined.applied),
    orm
      .update(groupMembers)
      .set({ role, endsAt, endDueAt: endsAt, emergencyId: id })
      .where(
        and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, userId), joined.applied),
      ),
    orm
      .insert(emergencyAccesses)
      .values({ id, groupId: group.id, userId, role, reason, startedAt, endsAt }),
  ]);
  const [row] = await run(context.db, selectGroup(userId, group.id));
  return row;
}

const KEPT_MS = 2 * TOLD_DAYS * DAY_MS;

/** Deletes records of emergency access that no page shows any more. */
export function deleteOldEmergencies(now: Date) {
  return orm.delete(emergencyAccesses).where(
    and(
      lt(emergencyAccesses.startedAt, new Date(now.getTime() - KEPT_MS)),
      sql`not exists (select 1 from ${groupMembers}
          where ${groupMembers.groupId} = ${emergencyAccesses.groupId}
            and ${groupMembers.emergencyId} = ${emergencyAccesses.id}
            and ${groupMembers.userId} = ${emergencyAccesses.userId})`,
    ),
  );
}
