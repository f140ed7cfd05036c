import type { ActivityPage } from "#shared/activity.ts";
import { groupActivity, toActivityPage } from "#worker/activity/service.ts";
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
  const [[row], events] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    groupActivity(db, groupId, cursor),
  ]);
  requireSight(requireSeen(row, actor), "seeActivity");
  return toActivityPage(events);
}
