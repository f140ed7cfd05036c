import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import { HOUR_MS } from "#shared/time.ts";
import { facts, factValues } from "#worker/db/schema/applications/facts.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
} from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord/links.ts";
import { discordMarks, discordMembers, discordServers } from "#worker/db/schema/discord/servers.ts";
import {
  contacts,
  directorLists,
  memberRoles,
  memberTitles,
  ruleConditions,
} from "#worker/db/schema/evidence.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { evaluationMarks, groupRequirements } from "#worker/db/schema/requirements.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { asksFor, asksForSubject, days, markUsers } from "./evaluation.ts";
import { onDelete, onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

/** Marks the user of a character. */
const markOwner = (characterId: string) =>
  markUsers(
    text`SELECT ${characters.userId} FROM ${characters} WHERE ${characters.id} = ${characterId}`,
  );

/** Marks the user of a Discord account. */
const markAccount = (discordId: string) =>
  text`INSERT INTO ${evaluationMarks} (${evaluationMarks.userId}, ${evaluationMarks.mark})
	SELECT ${discordAccounts.userId}, lower(hex(randomblob(8))) FROM ${discordAccounts} WHERE ${discordAccounts.discordId} = ${discordId}
	ON CONFLICT (${evaluationMarks.userId}) DO UPDATE SET ${evaluationMarks.mark} = excluded.${evaluationMarks.mark}`;

/** Marks the users of a character, a corporation or an alliance that is a contact. */
const markContact = (row: "new" | "old") =>
  markUsers(text`SELECT ${characters.userId} FROM ${characters} WHERE ${characters.id} = ${row}.${contacts.contactId}
		UNION SELECT c.${characters.userId} FROM ${characterAffiliations} a JOIN ${characters} c ON c.${characters.id} = a.${characterAffiliations.characterId}
			WHERE a.${characterAffiliations.corporationId} = ${row}.${contacts.contactId}
		UNION SELECT c.${characters.userId} FROM ${characterAffiliations} a JOIN ${characters} c ON c.${characters.id} = a.${characterAffiliations.characterId}
			WHERE a.${characterAffiliations.allianceId} = ${row}.${contacts.contactId}`);

/**
 * SQL condition: a reading of roles or titles with the same value as before is the first that EVE dates after a move, or EVE
 * has now told the corporation while they were the same.
 */
const isNowOfPresent = (section: "roles" | "titles") => {
  const at = (row: "new" | "old", path: string) =>
    text`coalesce(${row}.${characterChecks.record} ->> '$.checks.${path}', 0)`;
  const movedAt = text`(SELECT ${characterAffiliations.asOf} FROM ${characterAffiliations} WHERE ${characterAffiliations.characterId} = new.${characterChecks.characterId})`;
  return text`(${at("new", `${section}.checkedAt`)} >= ${movedAt} AND ${at("old", `${section}.checkedAt`)} < ${movedAt})
			OR (${at("new", `${section}.toldBy`)} > 0 AND ${at("old", `${section}.toldBy`)} = 0)`;
};

/** A change that a condition of requirements depends on marks the users concerned; the evaluation works through the marks. */
export const evaluationMarkReactions: Reactions = {
  affiliations_added: onInsert(characterAffiliations, {
    when: asksFor("affiliation", "death"),
    follows: [markOwner(text`new.${characterAffiliations.characterId}`)],
  }),

  affiliations_changed: onUpdate(characterAffiliations, ["corporationId", "allianceId"], {
    when: text`(new.${characterAffiliations.corporationId} <> old.${characterAffiliations.corporationId} OR new.${characterAffiliations.allianceId} IS NOT old.${characterAffiliations.allianceId})
	AND ${asksFor("affiliation", "death")}`,
    follows: [markOwner(text`new.${characterAffiliations.characterId}`)],
  }),

  // What is read for the first time comes with its section, whose trigger marks the user.
  checks_changed: onUpdate(characterChecks, ["record"], {
    when: text`((coalesce(new.${characterChecks.record} ->> '$.checks.affiliation.checkedAt', 0)
			- coalesce(old.${characterChecks.record} ->> '$.checks.affiliation.checkedAt', 0) > ${days(MAX_AGE_MS.affiliation)} AND ${asksFor("affiliation")})
		OR (coalesce(new.${characterChecks.record} ->> '$.checks.skills.checkedAt', 0)
			- (old.${characterChecks.record} ->> '$.checks.skills.checkedAt') > ${days(MAX_AGE_MS.skills)} AND ${asksFor("skillLevels", "skillPoints")})
		OR (coalesce(new.${characterChecks.record} ->> '$.checks.info.checkedAt', 0)
			- (old.${characterChecks.record} ->> '$.checks.info.checkedAt') > ${days(MAX_AGE_MS.info)} AND ${asksFor("info")})
		OR (coalesce(new.${characterChecks.record} ->> '$.checks.corporationHistory.checkedAt', 0)
			- (old.${characterChecks.record} ->> '$.checks.corporationHistory.checkedAt') > ${days(MAX_AGE_MS.corporationHistory)} AND ${asksFor("corporationHistory")})
		OR (coalesce(new.${characterChecks.record} ->> '$.checks.roles.checkedAt', 0)
			- (old.${characterChecks.record} ->> '$.checks.roles.checkedAt') > ${days(MAX_AGE_MS.roles)} AND ${asksFor("roles")})
		OR (coalesce(new.${characterChecks.record} ->> '$.checks.titles.checkedAt', 0)
			- (old.${characterChecks.record} ->> '$.checks.titles.checkedAt') > ${days(MAX_AGE_MS.titles)} AND ${asksFor("titles")})
		OR (${asksFor("roles")} AND (${isNowOfPresent("roles")}))
		OR (${asksFor("titles")} AND (${isNowOfPresent("titles")}))
		OR ((new.${characterChecks.record} ->> '$.checks.info.failure') IS 'deleted' AND (old.${characterChecks.record} ->> '$.checks.info.failure') IS NOT 'deleted'
		AND ${asksFor("death")}))`,
    follows: [markOwner(text`new.${characterChecks.characterId}`)],
  }),

  sheets_added: onInsert(characterSections, {
    when: text`((new.${characterSections.section} = 'skills' AND (${asksFor("skillPoints")}
			OR (1 AND ${asksFor("skillLevels")})))
		OR (new.${characterSections.section} = 'skillQueue' AND unixepoch(new.${characterSections.data} ->> '$[0].finish_date') <= unixepoch() AND ${asksFor("skillQueue")})
		OR (new.${characterSections.section} = 'corporationHistory' AND ${asksFor("corporationHistory")})
		OR (new.${characterSections.section} = 'info' AND ${asksFor("info")})
		OR (new.${characterSections.section} = 'roles' AND ${asksFor("roles")})
		OR (new.${characterSections.section} = 'titles' AND ${asksFor("titles")}))`,
    follows: [markOwner(text`new.${characterSections.characterId}`)],
  }),

  sheets_changed: onUpdate(characterSections, ["data"], {
    when: text`new.${characterSections.data} <> old.${characterSections.data} AND ((new.${characterSections.section} = 'skills' AND (${asksFor("skillPoints")}
			OR (new.${characterSections.levels} IS NOT old.${characterSections.levels} AND ${asksFor("skillLevels")})))
		OR (new.${characterSections.section} = 'skillQueue' AND (unixepoch(new.${characterSections.data} ->> '$[0].finish_date') <= unixepoch() OR unixepoch(old.${characterSections.data} ->> '$[0].finish_date') <= unixepoch()) AND ${asksFor("skillQueue")})
		OR (new.${characterSections.section} = 'corporationHistory' AND ${asksFor("corporationHistory")})
		OR (new.${characterSections.section} = 'info' AND ${asksFor("info")})
		OR (new.${characterSections.section} = 'roles' AND ${asksFor("roles")})
		OR (new.${characterSections.section} = 'titles' AND ${asksFor("titles")}))`,
    follows: [markOwner(text`new.${characterSections.characterId}`)],
  }),

  characters_added: onInsert(characters, {
    when: text`new.${characters.userId} IS NOT NULL AND EXISTS (SELECT 1 FROM ${ruleConditions})`,
    follows: [markUsers(text`new.${characters.userId}`)],
  }),

  characters_confirmed: onUpdate(characters, ["unconfirmedSince"], {
    when: text`new.${characters.unconfirmedSince} IS NOT old.${characters.unconfirmedSince} AND new.${characters.userId} IS NOT NULL AND EXISTS (SELECT 1 FROM ${ruleConditions})`,
    follows: [
      text`INSERT INTO ${evaluationMarks} (${evaluationMarks.userId}, ${evaluationMarks.mark}) VALUES (new.${characters.userId}, lower(hex(randomblob(8))))
	ON CONFLICT (${evaluationMarks.userId}) DO UPDATE SET ${evaluationMarks.mark} = excluded.${evaluationMarks.mark}`,
    ],
  }),

  characters_moved: onUpdate(characters, ["userId"], {
    when: text`new.${characters.userId} IS NOT old.${characters.userId} AND EXISTS (SELECT 1 FROM ${ruleConditions})`,
    follows: [markUsers(text`old.${characters.userId}, new.${characters.userId}`)],
  }),

  contacts_added: onInsert(contacts, {
    when: asksFor("contacts"),
    follows: [markContact("new")],
  }),

  contacts_changed: onUpdate(contacts, ["standing"], {
    when: text`new.${contacts.standing} <> old.${contacts.standing} AND ${asksFor("contacts")}`,
    follows: [markContact("new")],
  }),

  contacts_removed: onDelete(contacts, {
    when: asksFor("contacts"),
    follows: [markContact("old")],
  }),

  member_roles_added: onInsert(memberRoles, {
    when: asksFor("roles"),
    follows: [markOwner(text`new.${memberRoles.characterId}`)],
  }),

  member_roles_changed: onUpdate(memberRoles, ["roles"], {
    when: text`new.${memberRoles.roles} <> old.${memberRoles.roles} AND ${asksFor("roles")}`,
    follows: [markOwner(text`new.${memberRoles.characterId}`)],
  }),

  member_roles_removed: onDelete(memberRoles, {
    when: asksFor("roles"),
    follows: [markOwner(text`old.${memberRoles.characterId}`)],
  }),

  member_titles_added: onInsert(memberTitles, {
    when: asksFor("titles"),
    follows: [markOwner(text`new.${memberTitles.characterId}`)],
  }),

  member_titles_changed: onUpdate(memberTitles, ["titleIds"], {
    when: text`new.${memberTitles.titleIds} <> old.${memberTitles.titleIds} AND ${asksFor("titles")}`,
    follows: [markOwner(text`new.${memberTitles.characterId}`)],
  }),

  member_titles_removed: onDelete(memberTitles, {
    when: asksFor("titles"),
    follows: [markOwner(text`old.${memberTitles.characterId}`)],
  }),

  lists_of_members_read: onInsert(directorLists, {
    when: text`new.${directorLists.list} <> 'contacts' AND ${asksFor("roles", "titles")}`,
    follows: [
      markUsers(text`SELECT c.${characters.userId} FROM ${characterAffiliations} a JOIN ${characters} c ON c.${characters.id} = a.${characterAffiliations.characterId}
			WHERE a.${characterAffiliations.corporationId} = new.${directorLists.ownerId}`),
    ],
  }),

  lists_of_members_resumed: onUpdate(directorLists, ["readAt"], {
    when: text`new.${directorLists.list} <> 'contacts' AND new.${directorLists.readAt} - old.${directorLists.readAt} > ${days(MAX_AGE_MS.roles)}
	AND ${asksFor("roles", "titles")}`,
    follows: [
      markUsers(text`SELECT c.${characters.userId} FROM ${characterAffiliations} a JOIN ${characters} c ON c.${characters.id} = a.${characterAffiliations.characterId}
			WHERE a.${characterAffiliations.corporationId} = new.${directorLists.ownerId}`),
    ],
  }),

  discord_added: onInsert(discordAccounts, {
    when: asksFor("discordLink"),
    follows: [markUsers(text`new.${discordAccounts.userId}`)],
  }),

  discord_moved: onUpdate(discordAccounts, ["userId"], {
    when: text`new.${discordAccounts.userId} <> old.${discordAccounts.userId}
	AND ${asksFor("discordLink")}`,
    follows: [markUsers(text`old.${discordAccounts.userId}, new.${discordAccounts.userId}`)],
  }),

  discord_removed: onDelete(discordAccounts, {
    when: asksFor("discordLink"),
    follows: [markUsers(text`old.${discordAccounts.userId}`)],
  }),

  discord_member_read: onDelete(discordMarks, {
    when: text`${asksForSubject("discordServer", text`old.${discordMarks.serverId}`)}
	AND NOT EXISTS (SELECT 1 FROM ${discordMembers} WHERE ${discordMembers.serverId} = old.${discordMarks.serverId} AND ${discordMembers.discordId} = old.${discordMarks.discordId})`,
    follows: [markAccount(text`old.${discordMarks.discordId}`)],
  }),

  discord_member_appeared: onInsert(discordMembers, {
    when: text`${asksForSubject("discordServer", text`new.${discordMembers.serverId}`)}`,
    follows: [markAccount(text`new.${discordMembers.discordId}`)],
  }),

  discord_member_forgotten: onDelete(discordMembers, {
    when: text`${asksForSubject("discordServer", text`old.${discordMembers.serverId}`)}`,
    follows: [markAccount(text`old.${discordMembers.discordId}`)],
  }),

  discord_member_joined_or_left: onUpdate(discordMembers, ["problem"], {
    when: text`(coalesce(new.${discordMembers.problem}, '') IN ('left', 'deleted')) <> (coalesce(old.${discordMembers.problem}, '') IN ('left', 'deleted'))
	AND ${asksForSubject("discordServer", text`new.${discordMembers.serverId}`)}`,
    follows: [markAccount(text`new.${discordMembers.discordId}`)],
  }),

  discord_server_checked: onUpdate(discordServers, ["sweptAt"], {
    when: text`new.${discordServers.sweptAt} IS NOT old.${discordServers.sweptAt}
	AND ${asksForSubject("discordServer", text`new.${discordServers.id}`)}`,
    follows: [
      text`INSERT INTO ${evaluationMarks} (${evaluationMarks.userId}, ${evaluationMarks.mark})
	SELECT ${discordAccounts.userId}, lower(hex(randomblob(8))) FROM ${discordAccounts}
	WHERE ${discordAccounts.linkedAt} > (CASE WHEN new.${discordServers.sweptAt} - old.${discordServers.sweptAt} <= ${days(MAX_AGE_MS.servers)} THEN old.${discordServers.sweptAt} ELSE -1 END)
	ON CONFLICT (${evaluationMarks.userId}) DO UPDATE SET ${evaluationMarks.mark} = excluded.${evaluationMarks.mark}`,
    ],
  }),

  facts_told: onInsert(factValues, {
    when: asksForSubject("fact", text`new.${factValues.factId}`),
    follows: [markUsers(text`new.${factValues.userId}`)],
  }),

  facts_changed: onUpdate(factValues, ["value", "asOf", "endsAt"], {
    when: text`(new.${factValues.value} IS NOT old.${factValues.value} OR new.${factValues.endsAt} IS NOT old.${factValues.endsAt}
		OR new.${factValues.asOf} - old.${factValues.asOf} > (SELECT ${facts.maxAgeHours} FROM ${facts} WHERE ${facts.id} = new.${factValues.factId}) * ${HOUR_MS})
	AND ${asksForSubject("fact", text`new.${factValues.factId}`)}`,
    follows: [markUsers(text`new.${factValues.userId}`)],
  }),

  watchlist_hit: onInsert(watchHits, {
    when: text`${asksFor("watchlist")} AND EXISTS (SELECT 1 FROM ${watchEntries} WHERE ${watchEntries.id} = new.${watchHits.entryId} AND ${watchEntries.level} = 'refuse')`,
    follows: [markOwner(text`new.${watchHits.characterId}`)],
  }),

  watchlist_hit_changed: onUpdate(watchHits, ["until"], {
    when: text`new.${watchHits.until} IS NOT old.${watchHits.until} AND ${asksFor("watchlist")}
	AND EXISTS (SELECT 1 FROM ${watchEntries} WHERE ${watchEntries.id} = new.${watchHits.entryId} AND ${watchEntries.level} = 'refuse')`,
    follows: [markOwner(text`new.${watchHits.characterId}`)],
  }),

  watchlist_hit_removed: onDelete(watchHits, {
    when: asksFor("watchlist"),
    follows: [markOwner(text`old.${watchHits.characterId}`)],
  }),

  watchlist_entry_changed: onUpdate(watchEntries, ["level", "until", "endedAt"], {
    when: text`(new.${watchEntries.level} <> old.${watchEntries.level} OR new.${watchEntries.until} <> old.${watchEntries.until} OR new.${watchEntries.endedAt} IS NOT old.${watchEntries.endedAt})
	AND 'refuse' IN (new.${watchEntries.level}, old.${watchEntries.level}) AND ${asksFor("watchlist")}`,
    follows: [
      markUsers(text`SELECT ${characters.userId} FROM ${watchHits} JOIN ${characters} ON ${characters.id} = ${watchHits.characterId}
			WHERE ${watchHits.entryId} = new.${watchEntries.id}`),
    ],
  }),

  authorizations_added: onInsert(eveTokens, {
    when: asksFor("authorization"),
    follows: [markOwner(text`new.${eveTokens.characterId}`)],
  }),

  authorizations_changed: onUpdate(eveTokens, ["state", "scopes"], {
    when: text`(new.${eveTokens.state} <> old.${eveTokens.state} OR new.${eveTokens.scopes} <> old.${eveTokens.scopes}) AND ${asksFor("authorization")}`,
    follows: [markOwner(text`new.${eveTokens.characterId}`)],
  }),

  authorizations_removed: onDelete(eveTokens, {
    when: asksFor("authorization"),
    follows: [markOwner(text`old.${eveTokens.characterId}`)],
  }),

  memberships_added: onInsert(groupMembers, {
    when: text`(${asksForSubject("membership", text`new.${groupMembers.groupId}`)}
	OR EXISTS (SELECT 1 FROM ${groupRequirements} WHERE ${groupRequirements.groupId} = new.${groupMembers.groupId}))`,
    follows: [markUsers(text`new.${groupMembers.userId}`)],
  }),

  memberships_moved: onUpdate(groupMembers, ["userId"], {
    when: text`new.${groupMembers.userId} <> old.${groupMembers.userId} AND (${asksForSubject("membership", text`new.${groupMembers.groupId}`)}
	OR EXISTS (SELECT 1 FROM ${groupRequirements} WHERE ${groupRequirements.groupId} = new.${groupMembers.groupId}))`,
    follows: [markUsers(text`old.${groupMembers.userId}, new.${groupMembers.userId}`)],
  }),

  memberships_removed: onDelete(groupMembers, {
    when: text`${asksForSubject("membership", text`old.${groupMembers.groupId}`)}
	OR EXISTS (SELECT 1 FROM ${groupRequirements} WHERE ${groupRequirements.groupId} = old.${groupMembers.groupId} AND ${groupRequirements.enrolment} = 'automatic')`,
    follows: [markUsers(text`old.${groupMembers.userId}`)],
  }),

  accounts_added: onInsert(users, {
    when: text`EXISTS (SELECT 1 FROM ${ruleConditions})`,
    follows: [markUsers(text`new.${users.id}`)],
  }),

  accounts_changed: onUpdate(users, ["mainCharacterId", "suspendedUntil"], {
    when: text`(new.${users.mainCharacterId} IS NOT old.${users.mainCharacterId} OR new.${users.suspendedUntil} IS NOT old.${users.suspendedUntil})
	AND EXISTS (SELECT 1 FROM ${ruleConditions})`,
    follows: [markUsers(text`new.${users.id}`)],
  }),
};
