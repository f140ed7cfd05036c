import type { ActivityPage } from "#shared/activity.ts";
import { selectGroupActivity, toGroupActivity } from "#worker/audit/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { selectGroup } from "./group-row.ts";
import { requireSeen, requireSight } from "./seen-group.ts";

export async function readActivity(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  cursor: string | undefined,
): Promise<ActivityPage> {
  const [[row], events] = await runBatch(db, [
    selectGroup(db, actor.userId, groupId),
    selectGroupActivity(groupId, cursor),
  ]);
  requireSight(requireSeen(row, actor), "seeActivity");
  return toGroupActivity(events);
}
