import { users } from "#worker/db/schema/accounts.ts";
import {
  applicationGrants,
  applicationGroups,
  applications,
  logoutDeliveries,
} from "#worker/db/schema/applications/applications.ts";
import { community } from "#worker/db/schema/community.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { onDelete, onUpdate, type Reactions, text } from "./reaction.ts";

/** SQL condition on a grant: the application has asked for the groups. */
const learnsGroups = text`(instr(${applicationGrants.scope}, 'groups') > 0
		OR NOT (SELECT b.${applications.claimsByScope} FROM ${applications} b WHERE b.${applications.id} = ${applicationGrants}.${applicationGrants.applicationId}))`;

/** A user who may no longer sign in at an application loses the grant, and the application is told of the logout. */
export const grantReactions: Reactions = {
  application_grant_ended: onDelete(applicationGrants, {
    when: text`EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.id} = old.${applicationGrants.applicationId} AND ${applications.backchannelLogoutUri} IS NOT NULL)`,
    follows: [
      text`INSERT INTO ${logoutDeliveries} (${logoutDeliveries.id}, ${logoutDeliveries.applicationId}, ${logoutDeliveries.userId}, ${logoutDeliveries.issuer}, ${logoutDeliveries.tries}, ${logoutDeliveries.dueAt})
	VALUES (old.${applicationGrants.id}, old.${applicationGrants.applicationId}, old.${applicationGrants.userId}, old.${applicationGrants.issuer}, 0, 0) ON CONFLICT DO NOTHING`,
    ],
  }),

  application_told_group_removed: onDelete(applicationGroups, {
    when: text`EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.id} = old.${applicationGroups.applicationId} AND ${applications.tellsLostGroups}
	AND ${applications.backchannelLogoutUri} IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(${applications.claims}) WHERE value = 'groups'))`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.applicationId} = old.${applicationGroups.applicationId} AND EXISTS (
		SELECT 1 FROM ${groupMembers} m WHERE m.${groupMembers.groupId} = old.${applicationGroups.groupId} AND m.${groupMembers.userId} = ${applicationGrants}.${applicationGrants.userId})
		AND ${learnsGroups}`,
    ],
  }),

  application_requires_group: onUpdate(applications, ["requiredGroupId"], {
    when: text`new.${applications.requiredGroupId} IS NOT old.${applications.requiredGroupId}`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.applicationId} = new.${applications.id}
		AND coalesce(new.${applications.requiredGroupId}, (SELECT ${community.memberGroupId} FROM ${community})) IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM ${groupMembers} m WHERE m.${groupMembers.userId} = ${applicationGrants}.${applicationGrants.userId}
			AND m.${groupMembers.groupId} = coalesce(new.${applications.requiredGroupId}, (SELECT ${community.memberGroupId} FROM ${community})))`,
    ],
  }),

  application_community_changed: onUpdate(community, ["memberGroupId"], {
    when: text`new.${community.memberGroupId} IS NOT NULL AND new.${community.memberGroupId} IS NOT old.${community.memberGroupId}`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.applicationId} IN (SELECT ${applications.id} FROM ${applications} WHERE ${applications.requiredGroupId} IS NULL)
		AND NOT EXISTS (SELECT 1 FROM ${groupMembers} m
			WHERE m.${groupMembers.userId} = ${applicationGrants}.${applicationGrants.userId} AND m.${groupMembers.groupId} = new.${community.memberGroupId})`,
    ],
  }),

  application_membership_ended: onDelete(groupMembers, {
    when: text`EXISTS (SELECT 1 FROM ${applicationGrants} WHERE ${applicationGrants.userId} = old.${groupMembers.userId})`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.userId} = old.${groupMembers.userId} AND ${applicationGrants.applicationId} IN (
		SELECT ${applications.id} FROM ${applications}
		WHERE coalesce(${applications.requiredGroupId}, (SELECT ${community.memberGroupId} FROM ${community})) = old.${groupMembers.groupId})`,
    ],
  }),

  application_told_group_left: onDelete(groupMembers, {
    when: text`EXISTS (SELECT 1 FROM ${applicationGrants} WHERE ${applicationGrants.userId} = old.${groupMembers.userId})`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.userId} = old.${groupMembers.userId} AND ${applicationGrants.applicationId} IN (
		SELECT a.${applications.id} FROM ${applicationGroups} t CROSS JOIN ${applications} a ON a.${applications.id} = t.${applicationGroups.applicationId}
		WHERE t.${applicationGroups.groupId} = old.${groupMembers.groupId} AND a.${applications.tellsLostGroups} AND a.${applications.backchannelLogoutUri} IS NOT NULL
			AND EXISTS (SELECT 1 FROM json_each(a.${applications.claims}) WHERE value = 'groups'))
		AND ${learnsGroups}`,
    ],
  }),

  application_user_locked: onUpdate(users, ["mainCharacterId"], {
    when: text`new.${users.mainCharacterId} IS NULL AND old.${users.mainCharacterId} IS NOT NULL`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.userId} = new.${users.id}`,
    ],
  }),

  application_user_suspended: onUpdate(users, ["suspendedUntil"], {
    when: text`new.${users.suspendedUntil} IS NOT NULL AND new.${users.suspendedUntil} IS NOT old.${users.suspendedUntil}`,
    follows: [
      text`DELETE FROM ${applicationGrants} WHERE ${applicationGrants.userId} = new.${users.id}`,
    ],
  }),
};
