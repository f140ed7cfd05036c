import type { Requirement } from "#shared/requirements/tree.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import type { Community } from "#test/support/workerd/harness.ts";

/** Sets the requirements of a group, without the editor. */
export async function setRule({ context: { db } }: Community, groupId: string, tree: Requirement) {
  await db
    .insert(groupRequirements)
    .values({
      groupId,
      tree,
      enrolment: "manual",
      listing: "everyone",
      graceDays: 3,
      updatedAt: new Date(),
    })
    .onConflictDoUpdate({ target: groupRequirements.groupId, set: { tree } });
}
