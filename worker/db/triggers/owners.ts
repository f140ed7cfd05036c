import type { Reactions } from "./reaction.ts";

/** A group keeps its owner until it is deleted. */
export const ownerReactions: Reactions = {
  group_members_keep_owner: {
    on: "BEFORE DELETE ON group_members",
    when: "old.role = 'owner' AND EXISTS (SELECT 1 FROM groups WHERE id = old.group_id)",
    follows: ["SELECT RAISE(ABORT, 'a group keeps its owner')"],
  },
};
