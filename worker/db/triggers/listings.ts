import { groupMembers, groups, invitations } from "#worker/db/schema/groups.ts";
import { groupQualifications, groupRequirements } from "#worker/db/schema/requirements.ts";
import { afterDelete, afterInsert, afterUpdate, beforeDelete } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** Who sees a group that is not public: one row for each user and group. */
export const listingReactions: Reactions = {
  non_public_listings_changed: {
    on: afterUpdate(groupMembers, "userId", "role"),
    when: "old.user_id <> new.user_id OR (old.role = 'member') <> (new.role = 'member')",
    follows: [
      `DELETE FROM non_public_listings
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM groups WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM group_qualifications q JOIN groups g ON g.id = q.group_id
			WHERE q.group_id = old.group_id AND q.user_id = old.user_id AND g.effective_visibility = 'qualified')`,
      `INSERT OR IGNORE INTO non_public_listings (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM groups g
	WHERE g.id = new.group_id
		AND (g.effective_visibility IN ('qualified', 'hidden') OR (g.effective_visibility = 'system' AND new.role <> 'member'))`,
    ],
  },

  non_public_listings_joined: {
    on: afterInsert(groupMembers),
    follows: [
      `INSERT OR IGNORE INTO non_public_listings (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM groups g
	WHERE g.id = new.group_id
		AND (g.effective_visibility IN ('qualified', 'hidden') OR (g.effective_visibility = 'system' AND new.role <> 'member'))`,
    ],
  },

  non_public_listings_left: {
    on: afterDelete(groupMembers),
    follows: [
      `DELETE FROM non_public_listings
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM groups WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM group_qualifications q JOIN groups g ON g.id = q.group_id
			WHERE q.group_id = old.group_id AND q.user_id = old.user_id AND g.effective_visibility = 'qualified')`,
    ],
  },

  non_public_listings_disqualified: {
    on: afterDelete(groupQualifications),
    follows: [
      `DELETE FROM non_public_listings
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM groups WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = old.group_id AND user_id = old.user_id)`,
    ],
  },

  non_public_listings_qualified: {
    on: afterInsert(groupQualifications),
    follows: [
      `INSERT OR IGNORE INTO non_public_listings (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM groups g
	WHERE g.id = new.group_id AND g.effective_visibility = 'qualified'`,
    ],
  },

  rule_listing_added: {
    on: afterInsert(groupRequirements),
    when: "new.listing = 'qualified'",
    follows: [
      `UPDATE groups SET effective_visibility = 'qualified', version = version + 1
	WHERE id = new.group_id AND effective_visibility = 'public'`,
    ],
  },

  rule_listing_changed: {
    on: afterUpdate(groupRequirements, "listing"),
    when: "new.listing <> old.listing",
    follows: [
      `UPDATE groups SET effective_visibility = iif(new.listing = 'qualified', 'qualified', 'public'), version = version + 1
	WHERE id = new.group_id AND effective_visibility IN ('public', 'qualified')`,
      "DELETE FROM group_qualifications WHERE group_id = new.group_id AND new.listing = 'everyone'",
    ],
  },

  rule_listing_removed: {
    on: afterDelete(groupRequirements),
    when: "old.listing = 'qualified'",
    follows: [
      `UPDATE groups SET effective_visibility = 'public', version = version + 1
	WHERE id = old.group_id AND effective_visibility = 'qualified'`,
    ],
  },

  invitations_recategorized: {
    on: afterUpdate(groups, "categoryId", "effectiveVisibility"),
    when: "old.category_id <> new.category_id OR old.effective_visibility <> new.effective_visibility",
    follows: [
      `UPDATE invitations SET category_id = iif(new.effective_visibility = 'hidden', new.category_id, NULL)
	WHERE group_id = new.id AND status = 'pending'`,
    ],
  },

  non_public_listings_deleted: {
    on: beforeDelete(groups),
    when: "old.effective_visibility <> 'public'",
    follows: [
      `DELETE FROM non_public_listings
	WHERE user_id IN (SELECT user_id FROM group_members WHERE group_id = old.id
			UNION ALL SELECT user_id FROM group_qualifications WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id`,
    ],
  },

  non_public_listings_edited: {
    on: afterUpdate(
      groups,
      "nameFolded",
      "categoryId",
      "visibility",
      "effectiveVisibility",
      "joinMode",
    ),
    when: `(old.effective_visibility <> 'public' OR new.effective_visibility <> 'public')
	AND (old.name_folded <> new.name_folded OR old.category_id <> new.category_id OR old.visibility <> new.visibility
		OR old.effective_visibility <> new.effective_visibility OR old.join_mode <> new.join_mode)`,
    follows: [
      `DELETE FROM non_public_listings
	WHERE user_id IN (SELECT user_id FROM group_members WHERE group_id = old.id
			UNION ALL SELECT user_id FROM group_qualifications WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id`,
      `INSERT OR IGNORE INTO non_public_listings (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT m.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM group_members m
	WHERE m.group_id = new.id
		AND (new.effective_visibility IN ('qualified', 'hidden') OR (new.effective_visibility = 'system' AND m.role <> 'member'))`,
      `INSERT OR IGNORE INTO non_public_listings (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT q.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM group_qualifications q
	WHERE q.group_id = new.id AND new.effective_visibility = 'qualified'`,
    ],
  },

  invitations_categorized: {
    on: afterInsert(invitations),
    when: "(SELECT effective_visibility FROM groups WHERE id = new.group_id) = 'hidden'",
    follows: [
      "UPDATE invitations SET category_id = (SELECT category_id FROM groups WHERE id = new.group_id) WHERE id = new.id",
    ],
  },
};

/** A group keeps its owner until it is deleted. */
export const ownerReactions: Reactions = {
  group_members_keep_owner: {
    on: beforeDelete(groupMembers),
    when: "old.role = 'owner' AND EXISTS (SELECT 1 FROM groups WHERE id = old.group_id)",
    follows: ["SELECT RAISE(ABORT, 'a group keeps its owner')"],
  },
};
