import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import { HOUR_MS } from "#shared/time.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
} from "#worker/db/schema/characters.ts";
import {
  discordAccounts,
  discordMarks,
  discordMembers,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { contacts, directorLists, memberRoles, memberTitles } from "#worker/db/schema/evidence.ts";
import { factValues } from "#worker/db/schema/facts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { participations } from "#worker/db/schema/operations.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import {
  ANY_RULE,
  afterDelete,
  afterInsert,
  afterUpdate,
  asksFor,
  asksForSubject,
  days,
} from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** A change, which rules it concerns, and whose evaluation it makes due. */
type Mark = {
  on: Reactions[string]["on"];
  /** SQL condition on the change. */
  when?: string;
  /** SQL condition: some rule asks for it. */
  askedBy: string;
  /** A `select` of the users, from this list. */
  whose: string;
};

const MARK = "lower(hex(randomblob(8)))";

/** Users by their ids. An id may be null, or of nobody. */
const usersOf = (ids: string) => `SELECT id, ${MARK} FROM users WHERE id IN (${ids})`;

const userOfCharacter = (id: string) => usersOf(`SELECT user_id FROM characters WHERE id = ${id}`);

const userOfDiscordAccount = (id: string) =>
  `SELECT user_id, ${MARK} FROM discord_accounts WHERE discord_id = ${id}`;

/** The users who are in a corporation. */
const usersOfCorporation = (id: string) =>
  usersOf(`SELECT c.user_id FROM character_affiliations a JOIN characters c ON c.id = a.character_id
			WHERE a.corporation_id = ${id}`);

/** The users of a character, a corporation or an alliance that is a contact. */
const usersOfContact = (id: string) =>
  usersOf(`SELECT user_id FROM characters WHERE id = ${id}
		UNION SELECT c.user_id FROM character_affiliations a JOIN characters c ON c.id = a.character_id
			WHERE a.corporation_id = ${id}
		UNION SELECT c.user_id FROM character_affiliations a JOIN characters c ON c.id = a.character_id
			WHERE a.alliance_id = ${id}`);

/** The users who were found by an entry of the watchlist. */
const usersOfEntry = (id: string) =>
  usersOf(`SELECT user_id FROM watch_hits JOIN characters ON id = character_id
			WHERE entry_id = ${id}`);

/** The users whose Discord account a server has not seen yet: at its first check, all. */
const USERS_LINKED_SINCE_CHECK = `SELECT user_id, ${MARK} FROM discord_accounts
	WHERE linked_at > (CASE WHEN new.swept_at - old.swept_at <= ${days(MAX_AGE_MS.servers)} THEN old.swept_at ELSE -1 END)`;

/**
 * SQL condition: a reading of roles or titles with the same value as before is the first that EVE dates after a move, or EVE
 * has now told the corporation while they were the same.
 */
const isNowOfPresent = (section: "roles" | "titles") => {
  const at = (row: "new" | "old", path: string) =>
    `coalesce(${row}.record ->> '$.checks.${path}', 0)`;
  const movedAt =
    "(SELECT as_of FROM character_affiliations WHERE character_id = new.character_id)";
  return `(${at("new", `${section}.checkedAt`)} >= ${movedAt} AND ${at("old", `${section}.checkedAt`)} < ${movedAt})
			OR (${at("new", `${section}.toldBy`)} > 0 AND ${at("old", `${section}.toldBy`)} = 0)`;
};

const refuses = (hit: "new" | "old") =>
  `EXISTS (SELECT 1 FROM watch_entries WHERE id = ${hit}.entry_id AND level = 'refuse')`;

const CHECKS_CHANGED = `((coalesce(new.record ->> '$.checks.affiliation.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.affiliation.checkedAt', 0) > ${days(MAX_AGE_MS.affiliation)} AND ${asksFor("affiliation")})
		OR (coalesce(new.record ->> '$.checks.skills.checkedAt', 0)
			- (old.record ->> '$.checks.skills.checkedAt') > ${days(MAX_AGE_MS.skills)} AND ${asksFor("skillLevels", "skillPoints")})
		OR (coalesce(new.record ->> '$.checks.info.checkedAt', 0)
			- (old.record ->> '$.checks.info.checkedAt') > ${days(MAX_AGE_MS.info)} AND ${asksFor("info")})
		OR (coalesce(new.record ->> '$.checks.corporationHistory.checkedAt', 0)
			- (old.record ->> '$.checks.corporationHistory.checkedAt') > ${days(MAX_AGE_MS.corporationHistory)} AND ${asksFor("corporationHistory")})
		OR (coalesce(new.record ->> '$.checks.roles.checkedAt', 0)
			- (old.record ->> '$.checks.roles.checkedAt') > ${days(MAX_AGE_MS.roles)} AND ${asksFor("roles")})
		OR (coalesce(new.record ->> '$.checks.titles.checkedAt', 0)
			- (old.record ->> '$.checks.titles.checkedAt') > ${days(MAX_AGE_MS.titles)} AND ${asksFor("titles")})
		OR (${asksFor("roles")} AND (${isNowOfPresent("roles")}))
		OR (${asksFor("titles")} AND (${isNowOfPresent("titles")}))
		OR ((new.record ->> '$.checks.info.failure') IS 'deleted' AND (old.record ->> '$.checks.info.failure') IS NOT 'deleted'
		AND ${asksFor("death")}))`;

const SHEETS_ADDED = `((new.section = 'skills' AND (${asksFor("skillPoints")}
			OR (1 AND ${asksFor("skillLevels")})))
		OR (new.section = 'skillQueue' AND unixepoch(new.data ->> '$[0].finish_date') <= unixepoch() AND ${asksFor("skillQueue")})
		OR (new.section = 'corporationHistory' AND ${asksFor("corporationHistory")})
		OR (new.section = 'info' AND ${asksFor("info")})
		OR (new.section = 'roles' AND ${asksFor("roles")})
		OR (new.section = 'titles' AND ${asksFor("titles")}))`;

const SHEETS_CHANGED = `new.data <> old.data AND ((new.section = 'skills' AND (${asksFor("skillPoints")}
			OR (new.levels IS NOT old.levels AND ${asksFor("skillLevels")})))
		OR (new.section = 'skillQueue' AND (unixepoch(new.data ->> '$[0].finish_date') <= unixepoch() OR unixepoch(old.data ->> '$[0].finish_date') <= unixepoch()) AND ${asksFor("skillQueue")})
		OR (new.section = 'corporationHistory' AND ${asksFor("corporationHistory")})
		OR (new.section = 'info' AND ${asksFor("info")})
		OR (new.section = 'roles' AND ${asksFor("roles")})
		OR (new.section = 'titles' AND ${asksFor("titles")}))`;

const hasRule = (group: string) =>
  `EXISTS (SELECT 1 FROM group_requirements WHERE group_id = ${group})`;

/** A change that a condition of requirements depends on marks the users concerned. The evaluation works through the marks. */
const MARKS: Record<string, Mark> = {
  affiliations_added: {
    on: afterInsert(characterAffiliations),
    askedBy: asksFor("affiliation", "death"),
    whose: userOfCharacter("new.character_id"),
  },

  affiliations_changed: {
    on: afterUpdate(characterAffiliations, "corporationId", "allianceId"),
    when: "(new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id)",
    askedBy: asksFor("affiliation", "death"),
    whose: userOfCharacter("new.character_id"),
  },

  // What is read for the first time comes with its section, whose trigger marks the user.
  checks_changed: {
    on: afterUpdate(characterChecks, "record"),
    askedBy: CHECKS_CHANGED,
    whose: userOfCharacter("new.character_id"),
  },

  sheets_added: {
    on: afterInsert(characterSections),
    askedBy: SHEETS_ADDED,
    whose: userOfCharacter("new.character_id"),
  },

  sheets_changed: {
    on: afterUpdate(characterSections, "data"),
    askedBy: SHEETS_CHANGED,
    whose: userOfCharacter("new.character_id"),
  },

  characters_added: {
    on: afterInsert(characters),
    when: "new.user_id IS NOT NULL",
    askedBy: ANY_RULE,
    whose: usersOf("new.user_id"),
  },

  characters_confirmed: {
    on: afterUpdate(characters, "unconfirmedSince"),
    when: "new.unconfirmed_since IS NOT old.unconfirmed_since AND new.user_id IS NOT NULL",
    askedBy: ANY_RULE,
    whose: `VALUES (new.user_id, ${MARK})`,
  },

  characters_moved: {
    on: afterUpdate(characters, "userId"),
    when: "new.user_id IS NOT old.user_id",
    askedBy: ANY_RULE,
    whose: usersOf("old.user_id, new.user_id"),
  },

  contacts_added: {
    on: afterInsert(contacts),
    askedBy: asksFor("contacts"),
    whose: usersOfContact("new.contact_id"),
  },

  contacts_changed: {
    on: afterUpdate(contacts, "standing"),
    when: "new.standing <> old.standing",
    askedBy: asksFor("contacts"),
    whose: usersOfContact("new.contact_id"),
  },

  contacts_removed: {
    on: afterDelete(contacts),
    askedBy: asksFor("contacts"),
    whose: usersOfContact("old.contact_id"),
  },

  member_roles_added: {
    on: afterInsert(memberRoles),
    askedBy: asksFor("roles"),
    whose: userOfCharacter("new.character_id"),
  },

  member_roles_changed: {
    on: afterUpdate(memberRoles, "roles"),
    when: "new.roles <> old.roles",
    askedBy: asksFor("roles"),
    whose: userOfCharacter("new.character_id"),
  },

  member_roles_removed: {
    on: afterDelete(memberRoles),
    askedBy: asksFor("roles"),
    whose: userOfCharacter("old.character_id"),
  },

  member_titles_added: {
    on: afterInsert(memberTitles),
    askedBy: asksFor("titles"),
    whose: userOfCharacter("new.character_id"),
  },

  member_titles_changed: {
    on: afterUpdate(memberTitles, "titleIds"),
    when: "new.title_ids <> old.title_ids",
    askedBy: asksFor("titles"),
    whose: userOfCharacter("new.character_id"),
  },

  member_titles_removed: {
    on: afterDelete(memberTitles),
    askedBy: asksFor("titles"),
    whose: userOfCharacter("old.character_id"),
  },

  lists_of_members_read: {
    on: afterInsert(directorLists),
    when: "new.list <> 'contacts'",
    askedBy: asksFor("roles", "titles"),
    whose: usersOfCorporation("new.owner_id"),
  },

  lists_of_members_resumed: {
    on: afterUpdate(directorLists, "readAt"),
    when: `new.list <> 'contacts' AND new.read_at - old.read_at > ${days(MAX_AGE_MS.roles)}`,
    askedBy: asksFor("roles", "titles"),
    whose: usersOfCorporation("new.owner_id"),
  },

  discord_added: {
    on: afterInsert(discordAccounts),
    askedBy: asksFor("discordLink"),
    whose: usersOf("new.user_id"),
  },

  discord_moved: {
    on: afterUpdate(discordAccounts, "userId"),
    when: "new.user_id <> old.user_id",
    askedBy: asksFor("discordLink"),
    whose: usersOf("old.user_id, new.user_id"),
  },

  discord_removed: {
    on: afterDelete(discordAccounts),
    askedBy: asksFor("discordLink"),
    whose: usersOf("old.user_id"),
  },

  discord_member_read: {
    on: afterDelete(discordMarks),
    askedBy: `${asksForSubject("discordServer", "old.server_id")} AND NOT EXISTS (SELECT 1 FROM discord_members WHERE server_id = old.server_id AND discord_id = old.discord_id)`,
    whose: userOfDiscordAccount("old.discord_id"),
  },

  discord_member_appeared: {
    on: afterInsert(discordMembers),
    askedBy: asksForSubject("discordServer", "new.server_id"),
    whose: userOfDiscordAccount("new.discord_id"),
  },

  discord_member_forgotten: {
    on: afterDelete(discordMembers),
    askedBy: asksForSubject("discordServer", "old.server_id"),
    whose: userOfDiscordAccount("old.discord_id"),
  },

  discord_member_joined_or_left: {
    on: afterUpdate(discordMembers, "problem"),
    when: "(coalesce(new.problem, '') IN ('left', 'deleted')) <> (coalesce(old.problem, '') IN ('left', 'deleted'))",
    askedBy: asksForSubject("discordServer", "new.server_id"),
    whose: userOfDiscordAccount("new.discord_id"),
  },

  discord_server_checked: {
    on: afterUpdate(discordServers, "sweptAt"),
    when: "new.swept_at IS NOT old.swept_at",
    askedBy: asksForSubject("discordServer", "new.id"),
    whose: USERS_LINKED_SINCE_CHECK,
  },

  facts_told: {
    on: afterInsert(factValues),
    askedBy: asksForSubject("fact", "new.fact_id"),
    whose: usersOf("new.user_id"),
  },

  facts_changed: {
    on: afterUpdate(factValues, "value", "asOf", "endsAt"),
    when: `(new.value IS NOT old.value OR new.ends_at IS NOT old.ends_at
		OR new.as_of - old.as_of > (SELECT max_age_hours FROM facts WHERE id = new.fact_id) * ${HOUR_MS})`,
    askedBy: asksForSubject("fact", "new.fact_id"),
    whose: usersOf("new.user_id"),
  },

  participations_added: {
    on: afterInsert(participations),
    askedBy: asksFor("participation"),
    whose: usersOf("new.user_id"),
  },

  participations_removed: {
    on: afterDelete(participations),
    askedBy: asksFor("participation"),
    whose: usersOf("old.user_id"),
  },

  watchlist_hit: {
    on: afterInsert(watchHits),
    askedBy: `${asksFor("watchlist")} AND ${refuses("new")}`,
    whose: userOfCharacter("new.character_id"),
  },

  watchlist_hit_changed: {
    on: afterUpdate(watchHits, "until"),
    when: "new.until IS NOT old.until",
    askedBy: `${asksFor("watchlist")} AND ${refuses("new")}`,
    whose: userOfCharacter("new.character_id"),
  },

  watchlist_hit_removed: {
    on: afterDelete(watchHits),
    askedBy: asksFor("watchlist"),
    whose: userOfCharacter("old.character_id"),
  },

  watchlist_entry_changed: {
    on: afterUpdate(watchEntries, "level", "until", "endedAt"),
    when: `(new.level <> old.level OR new.until <> old.until OR new.ended_at IS NOT old.ended_at)
	AND 'refuse' IN (new.level, old.level)`,
    askedBy: asksFor("watchlist"),
    whose: usersOfEntry("new.id"),
  },

  authorizations_added: {
    on: afterInsert(eveTokens),
    askedBy: asksFor("authorization"),
    whose: userOfCharacter("new.character_id"),
  },

  authorizations_changed: {
    on: afterUpdate(eveTokens, "state", "scopes"),
    when: "(new.state <> old.state OR new.scopes <> old.scopes)",
    askedBy: asksFor("authorization"),
    whose: userOfCharacter("new.character_id"),
  },

  authorizations_removed: {
    on: afterDelete(eveTokens),
    askedBy: asksFor("authorization"),
    whose: userOfCharacter("old.character_id"),
  },

  memberships_added: {
    on: afterInsert(groupMembers),
    askedBy: `(${asksForSubject("membership", "new.group_id")} OR ${hasRule("new.group_id")})`,
    whose: usersOf("new.user_id"),
  },

  memberships_moved: {
    on: afterUpdate(groupMembers, "userId"),
    when: "new.user_id <> old.user_id",
    askedBy: `(${asksForSubject("membership", "new.group_id")} OR ${hasRule("new.group_id")})`,
    whose: usersOf("old.user_id, new.user_id"),
  },

  memberships_removed: {
    on: afterDelete(groupMembers),
    askedBy: `${asksForSubject("membership", "old.group_id")} OR EXISTS (SELECT 1 FROM group_requirements WHERE group_id = old.group_id AND enrolment = 'automatic')`,
    whose: usersOf("old.user_id"),
  },

  accounts_added: {
    on: afterInsert(users),
    askedBy: ANY_RULE,
    whose: usersOf("new.id"),
  },

  accounts_changed: {
    on: afterUpdate(users, "mainCharacterId", "suspendedUntil"),
    when: "(new.main_character_id IS NOT old.main_character_id OR new.suspended_until IS NOT old.suspended_until)",
    askedBy: ANY_RULE,
    whose: usersOf("new.id"),
  },
};

/** A new mark replaces an older one, so that an evaluation that is under way runs again. */
export const evaluationMarkReactions: Reactions = Object.fromEntries(
  Object.entries(MARKS).map(([name, { on, when, askedBy, whose }]) => [
    name,
    {
      on,
      when: when === undefined ? askedBy : `${when} AND ${askedBy}`,
      follows: [
        `INSERT INTO evaluation_marks (user_id, mark) ${whose} ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark`,
      ],
    },
  ]),
);
