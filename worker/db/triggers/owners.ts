import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { beforeDelete, type Reactions, text } from "./reaction.ts";

/** A group keeps its owner until it is deleted. */
export const ownerReactions: Reactions = {
  group_members_keep_owner: beforeDelete(groupMembers, {
    when: text`old.${groupMembers.role} = 'owner' AND EXISTS (SELECT 1 FROM ${groups} WHERE ${groups.id} = old.${groupMembers.groupId})`,
    follows: [text`SELECT RAISE(ABORT, 'a group keeps its owner')`],
  }),
};
