import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { discordAccounts, discordRoleGroups } from "#worker/db/schema/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { afterDelete, afterInsert, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

const MARK = "lower(hex(randomblob(8)))";

/** Marks accounts on servers. A new mark replaces an older one, so that a plan that is under way is made again. */
const mark = (accounts: string) =>
  `INSERT INTO discord_marks (server_id, discord_id, mark) ${accounts} ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark`;

/** On every server that is on. */
const onServers = (account: string) =>
  `SELECT id, ${account}, ${MARK} FROM discord_servers WHERE is_on = 1`;

/** SQL condition: some server sets nicknames. */
const hasNicknames =
  "EXISTS (SELECT 1 FROM discord_servers WHERE is_on = 1 AND nickname_template IS NOT NULL)";

/** The account of the user with this main, on the servers that set nicknames. */
const onNicknameServers = (mainId: string) =>
  `SELECT s.id, a.discord_id, ${MARK}
	FROM discord_servers s JOIN users u ON u.main_character_id = ${mainId}
		JOIN discord_accounts a ON a.user_id = u.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL`;

/** The account of a member, on the servers where the group gives a role. */
const onServersOfGroup = (groupId: string, isMember: string) =>
  `SELECT s.id, a.discord_id, ${MARK}
	FROM discord_role_groups r JOIN discord_servers s ON s.id = r.server_id JOIN discord_accounts a
	WHERE r.group_id = ${groupId} AND s.is_on = 1 AND a.user_id ${isMember}`;

/** A change that a role or nickname at Discord depends on marks the accounts concerned; the next plan of the server works through the marks. */
export const discordMarkReactions: Reactions = {
  discord_affiliation_changed: {
    on: afterUpdate(characterAffiliations, "corporationId", "allianceId"),
    when: `(new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id)
	AND ${hasNicknames}`,
    follows: [mark(onNicknameServers("new.character_id"))],
  },

  discord_character_renamed: {
    on: afterUpdate(characters, "name"),
    when: `new.name <> old.name AND new.user_id IS NOT NULL
	AND ${hasNicknames}`,
    follows: [mark(onNicknameServers("new.id"))],
  },

  discord_link_added: {
    on: afterInsert(discordAccounts),
    follows: [mark(onServers("new.discord_id"))],
  },

  discord_link_moved: {
    on: afterUpdate(discordAccounts, "userId"),
    when: "new.user_id <> old.user_id",
    follows: [mark(onServers("new.discord_id"))],
  },

  discord_link_removed: {
    on: afterDelete(discordAccounts),
    follows: [
      "DELETE FROM discord_members WHERE discord_id = old.discord_id AND given = '[]' AND attempt IS NULL",
      "DELETE FROM discord_marks WHERE discord_id = old.discord_id",
      `INSERT INTO discord_marks (server_id, discord_id, mark)
	SELECT s.id, old.discord_id, ${MARK}
	FROM discord_members m JOIN discord_servers s ON s.id = m.server_id
	WHERE m.discord_id = old.discord_id AND s.is_on = 1`,
    ],
  },

  discord_role_group_removed: {
    on: afterDelete(discordRoleGroups),
    // A slice that has read the group's members before would end the check that begins: with a new version it saves nothing.
    follows: [
      "UPDATE discord_servers SET sweep_after = '', version = version + 1 WHERE id = old.server_id AND is_on = 1",
    ],
  },

  discord_membership_added: {
    on: afterInsert(groupMembers),
    when: "EXISTS (SELECT 1 FROM discord_role_groups WHERE group_id = new.group_id)",
    follows: [mark(onServersOfGroup("new.group_id", "= new.user_id"))],
  },

  discord_membership_ended: {
    on: afterDelete(groupMembers),
    when: `EXISTS (SELECT 1 FROM discord_role_groups WHERE group_id = old.group_id)
	AND EXISTS (SELECT 1 FROM groups WHERE id = old.group_id)`,
    follows: [mark(onServersOfGroup("old.group_id", "= old.user_id"))],
  },

  discord_membership_moved: {
    on: afterUpdate(groupMembers, "userId"),
    when: "new.user_id <> old.user_id AND EXISTS (SELECT 1 FROM discord_role_groups WHERE group_id = new.group_id)",
    follows: [mark(onServersOfGroup("new.group_id", "IN (old.user_id, new.user_id)"))],
  },

  discord_main_changed: {
    on: afterUpdate(users, "mainCharacterId"),
    when: `new.main_character_id IS NOT old.main_character_id
	AND ${hasNicknames}`,
    follows: [
      mark(`SELECT s.id, a.discord_id, ${MARK}
	FROM discord_servers s JOIN discord_accounts a ON a.user_id = new.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL`),
    ],
  },

  discord_suspension_changed: {
    on: afterUpdate(users, "suspendedUntil"),
    when: "new.suspended_until IS NOT old.suspended_until AND EXISTS (SELECT 1 FROM discord_servers WHERE is_on = 1)",
    follows: [
      mark(`SELECT s.id, a.discord_id, ${MARK}
	FROM discord_servers s JOIN discord_accounts a ON a.user_id = new.id
	WHERE s.is_on = 1`),
    ],
  },
};
