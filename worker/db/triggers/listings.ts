import { nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups, invitations } from "#worker/db/schema/groups.ts";
import { groupQualifications, groupRequirements } from "#worker/db/schema/requirements.ts";
import { beforeDelete, onDelete, onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

/** Who sees a group that is not public: one row for each user and group. */
export const listingReactions: Reactions = {
  non_public_listings_changed: onUpdate(groupMembers, ["userId", "role"], {
    when: text`old.${groupMembers.userId} <> new.${groupMembers.userId} OR (old.${groupMembers.role} = 'member') <> (new.${groupMembers.role} = 'member')`,
    follows: [
      text`DELETE FROM ${nonPublicListings}
	WHERE ${nonPublicListings.userId} = old.${groupMembers.userId} AND ${nonPublicListings.id} = old.${groupMembers.groupId}
		AND ${nonPublicListings.nameFolded} = (SELECT ${groups.nameFolded} FROM ${groups} WHERE ${groups.id} = old.${groupMembers.groupId})
		AND NOT EXISTS (SELECT 1 FROM ${groupQualifications} q JOIN ${groups} g ON g.${groups.id} = q.${groupQualifications.groupId}
			WHERE q.${groupQualifications.groupId} = old.${groupMembers.groupId} AND q.${groupQualifications.userId} = old.${groupMembers.userId} AND g.${groups.effectiveVisibility} = 'qualified')`,
      text`INSERT OR IGNORE INTO ${nonPublicListings} (${nonPublicListings.userId}, ${nonPublicListings.nameFolded}, ${nonPublicListings.id}, ${nonPublicListings.categoryId}, ${nonPublicListings.visibility}, ${nonPublicListings.joinMode})
	SELECT new.${groupMembers.userId}, g.${groups.nameFolded}, g.${groups.id}, g.${groups.categoryId}, g.${groups.visibility}, g.${groups.joinMode} FROM ${groups} g
	WHERE g.${groups.id} = new.${groupMembers.groupId}
		AND (g.${groups.effectiveVisibility} IN ('qualified', 'hidden') OR (g.${groups.effectiveVisibility} = 'system' AND new.${groupMembers.role} <> 'member'))`,
    ],
  }),

  non_public_listings_joined: onInsert(groupMembers, {
    follows: [
      text`INSERT OR IGNORE INTO ${nonPublicListings} (${nonPublicListings.userId}, ${nonPublicListings.nameFolded}, ${nonPublicListings.id}, ${nonPublicListings.categoryId}, ${nonPublicListings.visibility}, ${nonPublicListings.joinMode})
	SELECT new.${groupMembers.userId}, g.${groups.nameFolded}, g.${groups.id}, g.${groups.categoryId}, g.${groups.visibility}, g.${groups.joinMode} FROM ${groups} g
	WHERE g.${groups.id} = new.${groupMembers.groupId}
		AND (g.${groups.effectiveVisibility} IN ('qualified', 'hidden') OR (g.${groups.effectiveVisibility} = 'system' AND new.${groupMembers.role} <> 'member'))`,
    ],
  }),

  non_public_listings_left: onDelete(groupMembers, {
    follows: [
      text`DELETE FROM ${nonPublicListings}
	WHERE ${nonPublicListings.userId} = old.${groupMembers.userId} AND ${nonPublicListings.id} = old.${groupMembers.groupId}
		AND ${nonPublicListings.nameFolded} = (SELECT ${groups.nameFolded} FROM ${groups} WHERE ${groups.id} = old.${groupMembers.groupId})
		AND NOT EXISTS (SELECT 1 FROM ${groupQualifications} q JOIN ${groups} g ON g.${groups.id} = q.${groupQualifications.groupId}
			WHERE q.${groupQualifications.groupId} = old.${groupMembers.groupId} AND q.${groupQualifications.userId} = old.${groupMembers.userId} AND g.${groups.effectiveVisibility} = 'qualified')`,
    ],
  }),

  non_public_listings_disqualified: onDelete(groupQualifications, {
    follows: [
      text`DELETE FROM ${nonPublicListings}
	WHERE ${nonPublicListings.userId} = old.${groupQualifications.userId} AND ${nonPublicListings.id} = old.${groupQualifications.groupId}
		AND ${nonPublicListings.nameFolded} = (SELECT ${groups.nameFolded} FROM ${groups} WHERE ${groups.id} = old.${groupQualifications.groupId})
		AND NOT EXISTS (SELECT 1 FROM ${groupMembers} WHERE ${groupMembers.groupId} = old.${groupQualifications.groupId} AND ${groupMembers.userId} = old.${groupQualifications.userId})`,
    ],
  }),

  non_public_listings_qualified: onInsert(groupQualifications, {
    follows: [
      text`INSERT OR IGNORE INTO ${nonPublicListings} (${nonPublicListings.userId}, ${nonPublicListings.nameFolded}, ${nonPublicListings.id}, ${nonPublicListings.categoryId}, ${nonPublicListings.visibility}, ${nonPublicListings.joinMode})
	SELECT new.${groupQualifications.userId}, g.${groups.nameFolded}, g.${groups.id}, g.${groups.categoryId}, g.${groups.visibility}, g.${groups.joinMode} FROM ${groups} g
	WHERE g.${groups.id} = new.${groupQualifications.groupId} AND g.${groups.effectiveVisibility} = 'qualified'`,
    ],
  }),

  rule_listing_added: onInsert(groupRequirements, {
    when: text`new.${groupRequirements.listing} = 'qualified'`,
    follows: [
      text`UPDATE ${groups} SET ${groups.effectiveVisibility} = 'qualified', ${groups.version} = ${groups.version} + 1
	WHERE ${groups.id} = new.${groupRequirements.groupId} AND ${groups.effectiveVisibility} = 'public'`,
    ],
  }),

  rule_listing_changed: onUpdate(groupRequirements, ["listing"], {
    when: text`new.${groupRequirements.listing} <> old.${groupRequirements.listing}`,
    follows: [
      text`UPDATE ${groups} SET ${groups.effectiveVisibility} = iif(new.${groupRequirements.listing} = 'qualified', 'qualified', 'public'), ${groups.version} = ${groups.version} + 1
	WHERE ${groups.id} = new.${groupRequirements.groupId} AND ${groups.effectiveVisibility} IN ('public', 'qualified')`,
      text`DELETE FROM ${groupQualifications} WHERE ${groupQualifications.groupId} = new.${groupRequirements.groupId} AND new.${groupRequirements.listing} = 'everyone'`,
    ],
  }),

  rule_listing_removed: onDelete(groupRequirements, {
    when: text`old.${groupRequirements.listing} = 'qualified'`,
    follows: [
      text`UPDATE ${groups} SET ${groups.effectiveVisibility} = 'public', ${groups.version} = ${groups.version} + 1
	WHERE ${groups.id} = old.${groupRequirements.groupId} AND ${groups.effectiveVisibility} = 'qualified'`,
    ],
  }),

  invitations_recategorized: onUpdate(groups, ["categoryId", "effectiveVisibility"], {
    when: text`old.${groups.categoryId} <> new.${groups.categoryId} OR old.${groups.effectiveVisibility} <> new.${groups.effectiveVisibility}`,
    follows: [
      text`UPDATE ${invitations} SET ${invitations.categoryId} = iif(new.${groups.effectiveVisibility} = 'hidden', new.${groups.categoryId}, NULL)
	WHERE ${invitations.groupId} = new.${groups.id} AND ${invitations.status} = 'pending'`,
    ],
  }),

  non_public_listings_deleted: beforeDelete(groups, {
    when: text`old.${groups.effectiveVisibility} <> 'public'`,
    follows: [
      text`DELETE FROM ${nonPublicListings}
	WHERE ${nonPublicListings.userId} IN (SELECT ${groupMembers.userId} FROM ${groupMembers} WHERE ${groupMembers.groupId} = old.${groups.id}
			UNION ALL SELECT ${groupMembers.userId} FROM ${groupQualifications} WHERE ${groupMembers.groupId} = old.${groups.id})
		AND ${nonPublicListings.nameFolded} = old.${groups.nameFolded} AND ${nonPublicListings.id} = old.${groups.id}`,
    ],
  }),

  non_public_listings_edited: onUpdate(
    groups,
    ["nameFolded", "categoryId", "visibility", "effectiveVisibility", "joinMode"],
    {
      when: text`(old.${groups.effectiveVisibility} <> 'public' OR new.${groups.effectiveVisibility} <> 'public')
	AND (old.${groups.nameFolded} <> new.${groups.nameFolded} OR old.${groups.categoryId} <> new.${groups.categoryId} OR old.${groups.visibility} <> new.${groups.visibility}
		OR old.${groups.effectiveVisibility} <> new.${groups.effectiveVisibility} OR old.${groups.joinMode} <> new.${groups.joinMode})`,
      follows: [
        text`DELETE FROM ${nonPublicListings}
	WHERE ${nonPublicListings.userId} IN (SELECT ${groupMembers.userId} FROM ${groupMembers} WHERE ${groupMembers.groupId} = old.${groups.id}
			UNION ALL SELECT ${groupMembers.userId} FROM ${groupQualifications} WHERE ${groupMembers.groupId} = old.${groups.id})
		AND ${nonPublicListings.nameFolded} = old.${groups.nameFolded} AND ${nonPublicListings.id} = old.${groups.id}`,
        text`INSERT OR IGNORE INTO ${nonPublicListings} (${nonPublicListings.userId}, ${nonPublicListings.nameFolded}, ${nonPublicListings.id}, ${nonPublicListings.categoryId}, ${nonPublicListings.visibility}, ${nonPublicListings.joinMode})
	SELECT m.${groupMembers.userId}, new.${groups.nameFolded}, new.${groups.id}, new.${groups.categoryId}, new.${groups.visibility}, new.${groups.joinMode} FROM ${groupMembers} m
	WHERE m.${groupMembers.groupId} = new.${groups.id}
		AND (new.${groups.effectiveVisibility} IN ('qualified', 'hidden') OR (new.${groups.effectiveVisibility} = 'system' AND m.${groupMembers.role} <> 'member'))`,
        text`INSERT OR IGNORE INTO ${nonPublicListings} (${nonPublicListings.userId}, ${nonPublicListings.nameFolded}, ${nonPublicListings.id}, ${nonPublicListings.categoryId}, ${nonPublicListings.visibility}, ${nonPublicListings.joinMode})
	SELECT q.${groupQualifications.userId}, new.${groups.nameFolded}, new.${groups.id}, new.${groups.categoryId}, new.${groups.visibility}, new.${groups.joinMode} FROM ${groupQualifications} q
	WHERE q.${groupQualifications.groupId} = new.${groups.id} AND new.${groups.effectiveVisibility} = 'qualified'`,
      ],
    },
  ),

  invitations_categorized: onInsert(invitations, {
    when: text`(SELECT ${groups.effectiveVisibility} FROM ${groups} WHERE ${groups.id} = new.${invitations.groupId}) = 'hidden'`,
    follows: [
      text`UPDATE ${invitations} SET ${invitations.categoryId} = (SELECT ${groups.categoryId} FROM ${groups} WHERE ${groups.id} = new.${invitations.groupId}) WHERE ${invitations.id} = new.${invitations.id}`,
    ],
  }),
};
