import type { Requirement } from "#shared/requirements/tree.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { buildGroup } from "./group-builders.ts";
import type { BuiltUser } from "./builders.ts";
import type { Community } from "./harness.ts";

/** A group of this owner whose members must meet this. */
export async function buildRuledGroup(
  muster: Community,
  tree: Requirement,
  given: { owner: BuiltUser; members?: BuiltUser[] },
) {
  const group = await buildGroup(muster, given);
  await setRule(muster, group.id, tree);
  return group;
}

/** Sets the requirements of a group, without the editor. */
export async function setRule({ context: { db } }: Community, groupId: string, tree: Requirement) {
  await db
    .insert(groupRequirements)
    .values({
      groupId,
      tree,
      enrolment: "manual",
      graceDays: 3,
      listing: "everyone",
      updatedAt: new Date(),
    })
    .onConflictDoUpdate({ target: groupRequirements.groupId, set: { tree } });
}
