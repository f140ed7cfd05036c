import { users } from "#worker/db/schema/accounts.ts";
import {
  applicationGrants,
  applicationGroups,
  applications,
} from "#worker/db/schema/applications.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { community } from "#worker/db/schema/installation.ts";
import { afterDelete, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** SQL condition on a grant: the application has asked for the groups. */
const learnsGroups = `(instr(scope, 'groups') > 0
		OR NOT (SELECT b.claims_by_scope FROM applications b WHERE b.id = application_grants.application_id))`;

/** A user who may no longer sign in at an application loses the grant, and the application is told of the logout. */
export const grantReactions: Reactions = {
  application_grant_ended: {
    on: afterDelete(applicationGrants),
    when: "EXISTS (SELECT 1 FROM applications WHERE id = old.application_id AND backchannel_logout_uri IS NOT NULL)",
    follows: [
      `INSERT INTO logout_deliveries (id, application_id, user_id, issuer, tries, due_at)
	VALUES (old.id, old.application_id, old.user_id, old.issuer, 0, 0) ON CONFLICT DO NOTHING`,
    ],
  },

  application_told_group_removed: {
    on: afterDelete(applicationGroups),
    when: `EXISTS (SELECT 1 FROM applications WHERE id = old.application_id AND tells_lost_groups
	AND backchannel_logout_uri IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(claims) WHERE value = 'groups'))`,
    follows: [
      `DELETE FROM application_grants WHERE application_id = old.application_id AND EXISTS (
		SELECT 1 FROM group_members m WHERE m.group_id = old.group_id AND m.user_id = application_grants.user_id)
		AND ${learnsGroups}`,
    ],
  },

  application_requires_group: {
    on: afterUpdate(applications, "requiredGroupId"),
    when: "new.required_group_id IS NOT old.required_group_id",
    follows: [
      `DELETE FROM application_grants WHERE application_id = new.id
		AND coalesce(new.required_group_id, (SELECT member_group_id FROM community)) IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM group_members m WHERE m.user_id = application_grants.user_id
			AND m.group_id = coalesce(new.required_group_id, (SELECT member_group_id FROM community)))`,
    ],
  },

  application_community_changed: {
    on: afterUpdate(community, "memberGroupId"),
    when: "new.member_group_id IS NOT NULL AND new.member_group_id IS NOT old.member_group_id",
    follows: [
      `DELETE FROM application_grants WHERE application_id IN (SELECT id FROM applications WHERE required_group_id IS NULL)
		AND NOT EXISTS (SELECT 1 FROM group_members m
			WHERE m.user_id = application_grants.user_id AND m.group_id = new.member_group_id)`,
    ],
  },

  application_membership_ended: {
    on: afterDelete(groupMembers),
    when: "EXISTS (SELECT 1 FROM application_grants WHERE user_id = old.user_id)",
    follows: [
      `DELETE FROM application_grants WHERE user_id = old.user_id AND application_id IN (
		SELECT id FROM applications
		WHERE coalesce(required_group_id, (SELECT member_group_id FROM community)) = old.group_id)`,
    ],
  },

  application_told_group_left: {
    on: afterDelete(groupMembers),
    when: "EXISTS (SELECT 1 FROM application_grants WHERE user_id = old.user_id)",
    follows: [
      `DELETE FROM application_grants WHERE user_id = old.user_id AND application_id IN (
		SELECT a.id FROM application_groups t CROSS JOIN applications a ON a.id = t.application_id
		WHERE t.group_id = old.group_id AND a.tells_lost_groups AND a.backchannel_logout_uri IS NOT NULL
			AND EXISTS (SELECT 1 FROM json_each(a.claims) WHERE value = 'groups'))
		AND ${learnsGroups}`,
    ],
  },

  application_user_locked: {
    on: afterUpdate(users, "mainCharacterId"),
    when: "new.main_character_id IS NULL AND old.main_character_id IS NOT NULL",
    follows: ["DELETE FROM application_grants WHERE user_id = new.id"],
  },

  application_user_suspended: {
    on: afterUpdate(users, "suspendedUntil"),
    when: "new.suspended_until IS NOT NULL AND new.suspended_until IS NOT old.suspended_until",
    follows: ["DELETE FROM application_grants WHERE user_id = new.id"],
  },
};
