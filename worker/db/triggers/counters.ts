import type { Reactions } from "./reaction.ts";

/** Numbers that lists and pages show without counting rows. */
export const counterReactions: Reactions = {
  group_members_counted: {
    on: "AFTER INSERT ON group_members",
    follows: [
      "UPDATE groups SET member_count = member_count + 1, member_rank = member_rank - 1 WHERE id = new.group_id",
    ],
  },

  group_members_discounted: {
    on: "AFTER DELETE ON group_members",
    follows: [
      "UPDATE groups SET member_count = member_count - 1, member_rank = member_rank + 1 WHERE id = old.group_id",
    ],
  },

  groups_counted: {
    on: "AFTER INSERT ON groups",
    follows: [
      `INSERT INTO group_counts (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1`,
    ],
  },

  groups_discounted: {
    on: "AFTER DELETE ON groups",
    follows: [
      `UPDATE group_counts SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode`,
    ],
  },

  groups_recounted: {
    on: "AFTER UPDATE OF category_id, effective_visibility, visibility, join_mode ON groups",
    follows: [
      `UPDATE group_counts SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode`,
      `INSERT INTO group_counts (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1`,
    ],
  },

  join_requests_counted: {
    on: "AFTER INSERT ON join_requests",
    when: "new.status = 'pending'",
    follows: [
      "UPDATE groups SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id",
    ],
  },

  join_requests_discounted: {
    on: "AFTER UPDATE OF status ON join_requests",
    when: "old.status = 'pending' AND new.status <> 'pending'",
    follows: [
      "UPDATE groups SET pending_request_count = pending_request_count - 1 WHERE id = new.group_id",
    ],
  },

  join_requests_recounted: {
    on: "AFTER UPDATE OF status ON join_requests",
    when: "old.status <> 'pending' AND new.status = 'pending'",
    follows: [
      "UPDATE groups SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id",
    ],
  },

  non_public_listings_counted: {
    on: "AFTER INSERT ON non_public_listings",
    follows: [
      `INSERT INTO non_public_counts (user_id, category_id, visibility, join_mode, count)
	VALUES (new.user_id, new.category_id, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1`,
    ],
  },

  non_public_listings_discounted: {
    on: "AFTER DELETE ON non_public_listings",
    follows: [
      `UPDATE non_public_counts SET count = count - 1
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode`,
      `DELETE FROM non_public_counts
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode
		AND count = 0`,
    ],
  },
};
