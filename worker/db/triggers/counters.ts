import { groupCounts, nonPublicCounts, nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { onDelete, onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

/** Numbers that lists and pages show without counting rows. */
export const counterReactions: Reactions = {
  group_members_counted: onInsert(groupMembers, {
    follows: [
      text`UPDATE ${groups} SET ${groups.memberCount} = ${groups.memberCount} + 1, ${groups.memberRank} = ${groups.memberRank} - 1 WHERE ${groups.id} = new.${groupMembers.groupId}`,
    ],
  }),

  group_members_discounted: onDelete(groupMembers, {
    follows: [
      text`UPDATE ${groups} SET ${groups.memberCount} = ${groups.memberCount} - 1, ${groups.memberRank} = ${groups.memberRank} + 1 WHERE ${groups.id} = old.${groupMembers.groupId}`,
    ],
  }),

  groups_counted: onInsert(groups, {
    follows: [
      text`INSERT INTO ${groupCounts} (${groupCounts.categoryId}, ${groupCounts.effectiveVisibility}, ${groupCounts.visibility}, ${groupCounts.joinMode}, ${groupCounts.count})
	VALUES (new.${groups.categoryId}, new.${groups.effectiveVisibility}, new.${groups.visibility}, new.${groups.joinMode}, 1)
	ON CONFLICT DO UPDATE SET ${groupCounts.count} = ${groupCounts.count} + 1`,
    ],
  }),

  groups_discounted: onDelete(groups, {
    follows: [
      text`UPDATE ${groupCounts} SET ${groupCounts.count} = ${groupCounts.count} - 1
	WHERE ${groupCounts.categoryId} = old.${groups.categoryId} AND ${groupCounts.effectiveVisibility} = old.${groups.effectiveVisibility}
		AND ${groupCounts.visibility} = old.${groups.visibility} AND ${groupCounts.joinMode} = old.${groups.joinMode}`,
    ],
  }),

  groups_recounted: onUpdate(
    groups,
    ["categoryId", "effectiveVisibility", "visibility", "joinMode"],
    {
      follows: [
        text`UPDATE ${groupCounts} SET ${groupCounts.count} = ${groupCounts.count} - 1
	WHERE ${groupCounts.categoryId} = old.${groups.categoryId} AND ${groupCounts.effectiveVisibility} = old.${groups.effectiveVisibility}
		AND ${groupCounts.visibility} = old.${groups.visibility} AND ${groupCounts.joinMode} = old.${groups.joinMode}`,
        text`INSERT INTO ${groupCounts} (${groupCounts.categoryId}, ${groupCounts.effectiveVisibility}, ${groupCounts.visibility}, ${groupCounts.joinMode}, ${groupCounts.count})
	VALUES (new.${groups.categoryId}, new.${groups.effectiveVisibility}, new.${groups.visibility}, new.${groups.joinMode}, 1)
	ON CONFLICT DO UPDATE SET ${groupCounts.count} = ${groupCounts.count} + 1`,
      ],
    },
  ),

  join_requests_counted: onInsert(joinRequests, {
    when: text`new.${joinRequests.status} = 'pending'`,
    follows: [
      text`UPDATE ${groups} SET ${groups.pendingRequestCount} = ${groups.pendingRequestCount} + 1 WHERE ${groups.id} = new.${joinRequests.groupId}`,
    ],
  }),

  join_requests_discounted: onUpdate(joinRequests, ["status"], {
    when: text`old.${joinRequests.status} = 'pending' AND new.${joinRequests.status} <> 'pending'`,
    follows: [
      text`UPDATE ${groups} SET ${groups.pendingRequestCount} = ${groups.pendingRequestCount} - 1 WHERE ${groups.id} = new.${joinRequests.groupId}`,
    ],
  }),

  join_requests_recounted: onUpdate(joinRequests, ["status"], {
    when: text`old.${joinRequests.status} <> 'pending' AND new.${joinRequests.status} = 'pending'`,
    follows: [
      text`UPDATE ${groups} SET ${groups.pendingRequestCount} = ${groups.pendingRequestCount} + 1 WHERE ${groups.id} = new.${joinRequests.groupId}`,
    ],
  }),

  non_public_listings_counted: onInsert(nonPublicListings, {
    follows: [
      text`INSERT INTO ${nonPublicCounts} (${nonPublicCounts.userId}, ${nonPublicCounts.categoryId}, ${nonPublicCounts.visibility}, ${nonPublicCounts.joinMode}, ${nonPublicCounts.count})
	VALUES (new.${nonPublicListings.userId}, new.${nonPublicListings.categoryId}, new.${nonPublicListings.visibility}, new.${nonPublicListings.joinMode}, 1)
	ON CONFLICT DO UPDATE SET ${nonPublicCounts.count} = ${nonPublicCounts.count} + 1`,
    ],
  }),

  non_public_listings_discounted: onDelete(nonPublicListings, {
    follows: [
      text`UPDATE ${nonPublicCounts} SET ${nonPublicCounts.count} = ${nonPublicCounts.count} - 1
	WHERE ${nonPublicCounts.userId} = old.${nonPublicListings.userId} AND ${nonPublicCounts.categoryId} = old.${nonPublicListings.categoryId} AND ${nonPublicCounts.visibility} = old.${nonPublicListings.visibility} AND ${nonPublicCounts.joinMode} = old.${nonPublicListings.joinMode}`,
      text`DELETE FROM ${nonPublicCounts}
	WHERE ${nonPublicCounts.userId} = old.${nonPublicListings.userId} AND ${nonPublicCounts.categoryId} = old.${nonPublicListings.categoryId} AND ${nonPublicCounts.visibility} = old.${nonPublicListings.visibility} AND ${nonPublicCounts.joinMode} = old.${nonPublicListings.joinMode}
		AND ${nonPublicCounts.count} = 0`,
    ],
  }),
};
