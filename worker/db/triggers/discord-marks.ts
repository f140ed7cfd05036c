import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord/links.ts";
import {
  discordMarks,
  discordMembers,
  discordRoleGroups,
  discordServers,
} from "#worker/db/schema/discord/servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { onDelete, onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

/** A change that a role or nickname at Discord depends on marks the accounts concerned; the next plan of the server works through the marks. */
export const discordMarkReactions: Reactions = {
  discord_affiliation_changed: onUpdate(characterAffiliations, ["corporationId", "allianceId"], {
    when: text`(new.${characterAffiliations.corporationId} <> old.${characterAffiliations.corporationId} OR new.${characterAffiliations.allianceId} IS NOT old.${characterAffiliations.allianceId})
	AND EXISTS (SELECT 1 FROM ${discordServers} WHERE ${discordServers.isOn} = 1 AND ${discordServers.nicknameTemplate} IS NOT NULL)`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordServers} s JOIN ${users} u ON u.${users.mainCharacterId} = new.${characterAffiliations.characterId}
		JOIN ${discordAccounts} a ON a.${discordAccounts.userId} = u.${users.id}
	WHERE s.${discordServers.isOn} = 1 AND s.${discordServers.nicknameTemplate} IS NOT NULL
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_character_renamed: onUpdate(characters, ["name"], {
    when: text`new.${characters.name} <> old.${characters.name} AND new.${characters.userId} IS NOT NULL
	AND EXISTS (SELECT 1 FROM ${discordServers} WHERE ${discordServers.isOn} = 1 AND ${discordServers.nicknameTemplate} IS NOT NULL)`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordServers} s JOIN ${users} u ON u.${users.mainCharacterId} = new.${characters.id}
		JOIN ${discordAccounts} a ON a.${discordAccounts.userId} = u.${users.id}
	WHERE s.${discordServers.isOn} = 1 AND s.${discordServers.nicknameTemplate} IS NOT NULL
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_link_added: onInsert(discordAccounts, {
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT ${discordServers.id}, new.${discordAccounts.discordId}, lower(hex(randomblob(8))) FROM ${discordServers} WHERE ${discordServers.isOn} = 1
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_link_moved: onUpdate(discordAccounts, ["userId"], {
    when: text`new.${discordAccounts.userId} <> old.${discordAccounts.userId}`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT ${discordServers.id}, new.${discordAccounts.discordId}, lower(hex(randomblob(8))) FROM ${discordServers} WHERE ${discordServers.isOn} = 1
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_link_removed: onDelete(discordAccounts, {
    follows: [
      text`DELETE FROM ${discordMembers} WHERE ${discordMembers.discordId} = old.${discordAccounts.discordId} AND ${discordMembers.given} = '[]' AND ${discordMembers.attempt} IS NULL`,
      text`DELETE FROM ${discordMarks} WHERE ${discordMarks.discordId} = old.${discordAccounts.discordId}`,
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, old.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordMembers} m JOIN ${discordServers} s ON s.${discordServers.id} = m.${discordMembers.serverId}
	WHERE m.${discordMembers.discordId} = old.${discordAccounts.discordId} AND s.${discordServers.isOn} = 1`,
    ],
  }),

  discord_role_group_removed: onDelete(discordRoleGroups, {
    follows: [
      text`UPDATE ${discordServers} SET ${discordServers.sweepAfter} = '' WHERE ${discordServers.id} = old.${discordRoleGroups.serverId} AND ${discordServers.isOn} = 1`,
    ],
  }),

  discord_membership_added: onInsert(groupMembers, {
    when: text`EXISTS (SELECT 1 FROM ${discordRoleGroups} WHERE ${discordRoleGroups.groupId} = new.${groupMembers.groupId})`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordRoleGroups} r JOIN ${discordServers} s ON s.${discordServers.id} = r.${discordRoleGroups.serverId} JOIN ${discordAccounts} a
	WHERE r.${discordRoleGroups.groupId} = new.${groupMembers.groupId} AND s.${discordServers.isOn} = 1 AND a.${discordAccounts.userId} = new.${groupMembers.userId}
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_membership_ended: onDelete(groupMembers, {
    when: text`EXISTS (SELECT 1 FROM ${discordRoleGroups} WHERE ${discordRoleGroups.groupId} = old.${groupMembers.groupId})
	AND EXISTS (SELECT 1 FROM ${groups} WHERE ${groups.id} = old.${groupMembers.groupId})`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordRoleGroups} r JOIN ${discordServers} s ON s.${discordServers.id} = r.${discordRoleGroups.serverId} JOIN ${discordAccounts} a
	WHERE r.${discordRoleGroups.groupId} = old.${groupMembers.groupId} AND s.${discordServers.isOn} = 1 AND a.${discordAccounts.userId} = old.${groupMembers.userId}
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_membership_moved: onUpdate(groupMembers, ["userId"], {
    when: text`new.${groupMembers.userId} <> old.${groupMembers.userId} AND EXISTS (SELECT 1 FROM ${discordRoleGroups} WHERE ${discordRoleGroups.groupId} = new.${groupMembers.groupId})`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordRoleGroups} r JOIN ${discordServers} s ON s.${discordServers.id} = r.${discordRoleGroups.serverId} JOIN ${discordAccounts} a
	WHERE r.${discordRoleGroups.groupId} = new.${groupMembers.groupId} AND s.${discordServers.isOn} = 1 AND a.${discordAccounts.userId} IN (old.${groupMembers.userId}, new.${groupMembers.userId})
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_main_changed: onUpdate(users, ["mainCharacterId"], {
    when: text`new.${users.mainCharacterId} IS NOT old.${users.mainCharacterId}
	AND EXISTS (SELECT 1 FROM ${discordServers} WHERE ${discordServers.isOn} = 1 AND ${discordServers.nicknameTemplate} IS NOT NULL)`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordServers} s JOIN ${discordAccounts} a ON a.${discordAccounts.userId} = new.${users.id}
	WHERE s.${discordServers.isOn} = 1 AND s.${discordServers.nicknameTemplate} IS NOT NULL
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),

  discord_suspension_changed: onUpdate(users, ["suspendedUntil"], {
    when: text`new.${users.suspendedUntil} IS NOT old.${users.suspendedUntil} AND EXISTS (SELECT 1 FROM ${discordServers} WHERE ${discordServers.isOn} = 1)`,
    follows: [
      text`INSERT INTO ${discordMarks} (${discordMarks.serverId}, ${discordMarks.discordId}, ${discordMarks.mark})
	SELECT s.${discordServers.id}, a.${discordAccounts.discordId}, lower(hex(randomblob(8)))
	FROM ${discordServers} s JOIN ${discordAccounts} a ON a.${discordAccounts.userId} = new.${users.id}
	WHERE s.${discordServers.isOn} = 1
	ON CONFLICT (${discordMarks.serverId}, ${discordMarks.discordId}) DO UPDATE SET ${discordMarks.mark} = excluded.${discordMarks.mark}`,
    ],
  }),
};
