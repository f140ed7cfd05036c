import { DEPENDENCIES, MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { HOUR_MS } from "#shared/time.ts";
import { applications } from "#worker/db/schema/applications/applications.ts";
import { facts } from "#worker/db/schema/applications/facts.ts";
import { community } from "#worker/db/schema/community.ts";
import { completedPasses, directorLists, ruleConditions } from "#worker/db/schema/evidence.ts";
import { groups } from "#worker/db/schema/groups.ts";
import {
  evaluationState,
  groupRequirements,
  heldChanges,
  membershipProblems,
} from "#worker/db/schema/requirements.ts";
import { asksFor, asksForSubject, SWEEP_ALL, RULES_CHANGED } from "./evaluation.ts";
import { onDelete, onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

const GROUPS: Condition["type"] = "member_of";
const tree = text`new.${groupRequirements.tree}`;

/** What each condition of a rule is about, from its node in the tree. A condition on groups is about each of them. */
const SUBJECTS = Object.entries(DEPENDENCIES)
  .filter(([type, { subject }]) => subject !== undefined && type !== GROUPS)
  .map(([type, { subject = [] }]) => {
    const fields = subject.map((field) => `${tree} ->> (node.path || '.${field}')`);
    const value =
      fields.length === 1 ? fields[0] : fields.map((one) => `(${one})`).join(" || ':' || ");
    return `WHEN '${type}' THEN ${value}`;
  })
  .join("\n\t\t\t");

/** Lists the conditions of the rule that has just been written. */
const INSERT_CONDITIONS = text`INSERT OR IGNORE INTO ${ruleConditions} (${ruleConditions.type}, ${ruleConditions.subject}, ${ruleConditions.ruleId})
	SELECT node.atom, (CASE node.atom
			${SUBJECTS}
			ELSE '' END), new.${groupRequirements.groupId}
		FROM json_tree(new.${groupRequirements.tree}) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', '${GROUPS}')
	UNION SELECT '${GROUPS}', named.value, new.${groupRequirements.groupId}
		FROM json_tree(new.${groupRequirements.tree}) node, json_each(new.${groupRequirements.tree}, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = '${GROUPS}'
	UNION SELECT 'every', '', new.${groupRequirements.groupId}
		FROM json_tree(new.${groupRequirements.tree}) node WHERE node.key = 'which' AND node.atom = 'every'`;

/** Requirements say which conditions are asked; changed requirements, and lists read again after a gap, start a sweep over everybody. */
export const ruleReactions: Reactions = {
  community_members_changed: onUpdate(community, ["memberGroupId", "graceDays"], {
    when: text`new.${community.memberGroupId} IS NOT old.${community.memberGroupId} OR new.${community.graceDays} <> old.${community.graceDays}`,
    follows: [
      text`DELETE FROM ${ruleConditions} WHERE ${ruleConditions.ruleId} = 'community'`,
      text`INSERT INTO ${ruleConditions} (${ruleConditions.type}, ${ruleConditions.subject}, ${ruleConditions.ruleId})
		SELECT '${GROUPS}', new.${community.memberGroupId}, 'community' WHERE new.${community.memberGroupId} IS NOT NULL`,
      RULES_CHANGED,
      text`DELETE FROM ${membershipProblems} WHERE new.${community.memberGroupId} IS NULL
		AND ${membershipProblems.groupId} NOT IN (SELECT ${groupRequirements.groupId} FROM ${groupRequirements})`,
      text`UPDATE ${heldChanges} SET ${heldChanges.state} = 'ended' WHERE new.${community.memberGroupId} IS NULL AND ${heldChanges.state} IN ('held', 'released') AND ${heldChanges.askedBy} IS NULL
		AND ${heldChanges.groupId} NOT IN (SELECT ${groupRequirements.groupId} FROM ${groupRequirements})`,
    ],
  }),

  passes_begun: onInsert(completedPasses, {
    when: text`new.${completedPasses.job} = 'affiliations' AND ${asksFor("affiliation")}`,
    follows: [SWEEP_ALL],
  }),

  passes_resumed: onUpdate(completedPasses, ["startedAt"], {
    when: text`new.${completedPasses.job} = 'affiliations' AND new.${completedPasses.startedAt} - old.${completedPasses.startedAt} > ${MAX_AGE_MS.affiliation}
	AND ${asksFor("affiliation")}`,
    follows: [SWEEP_ALL],
  }),

  contacts_read: onInsert(directorLists, {
    when: text`new.${directorLists.list} = 'contacts' AND ${asksFor("contacts")}`,
    follows: [SWEEP_ALL],
  }),

  contacts_resumed: onUpdate(directorLists, ["readAt"], {
    when: text`new.${directorLists.list} = 'contacts' AND new.${directorLists.readAt} - old.${directorLists.readAt} > ${MAX_AGE_MS.contacts}
	AND ${asksFor("contacts")}`,
    follows: [SWEEP_ALL],
  }),

  facts_resumed: onUpdate(facts, ["asOf"], {
    when: text`new.${facts.missing} = 'no' AND new.${facts.asOf} - coalesce(old.${facts.asOf}, 0) > new.${facts.maxAgeHours} * ${HOUR_MS}
	AND ${asksForSubject("fact", text`new.${facts.id}`)}`,
    follows: [SWEEP_ALL],
  }),

  facts_declared_otherwise: onUpdate(facts, ["maxAgeHours", "missing"], {
    when: text`(new.${facts.maxAgeHours} <> old.${facts.maxAgeHours} OR new.${facts.missing} <> old.${facts.missing})
	AND ${asksForSubject("fact", text`new.${facts.id}`)}`,
    follows: [RULES_CHANGED],
  }),

  facts_of_switched_application: onUpdate(applications, ["isOn"], {
    when: text`new.${applications.isOn} <> old.${applications.isOn} AND EXISTS (SELECT 1 FROM ${facts} JOIN ${ruleConditions}
		ON ${ruleConditions.type} = 'fact' AND ${ruleConditions.subject} = ${facts.id} WHERE ${facts.applicationId} = new.${applications.id})`,
    follows: [RULES_CHANGED],
  }),

  rule_added: onInsert(groupRequirements, { follows: [RULES_CHANGED] }),

  rule_changed: onUpdate(groupRequirements, [], { follows: [RULES_CHANGED] }),

  rule_conditions_of_changed_rule: onUpdate(groupRequirements, ["tree"], {
    follows: [
      text`DELETE FROM ${ruleConditions} WHERE ${ruleConditions.ruleId} = new.${groupRequirements.groupId}`,
      INSERT_CONDITIONS,
    ],
  }),

  rule_conditions_of_new_rule: onInsert(groupRequirements, {
    follows: [INSERT_CONDITIONS],
  }),

  rule_conditions_of_removed_rule: onDelete(groupRequirements, {
    follows: [
      text`DELETE FROM ${ruleConditions} WHERE ${ruleConditions.ruleId} = old.${groupRequirements.groupId}`,
    ],
  }),

  rule_removed: onDelete(groupRequirements, {
    follows: [
      text`UPDATE ${evaluationState} SET ${evaluationState.rulesVersion} = ${evaluationState.rulesVersion} + 1`,
      text`DELETE FROM ${membershipProblems} WHERE ${membershipProblems.groupId} = old.${groupRequirements.groupId}`,
      text`UPDATE ${heldChanges} SET ${heldChanges.state} = 'ended' WHERE ${heldChanges.groupId} = old.${groupRequirements.groupId} AND ${heldChanges.state} IN ('held', 'released') AND ${heldChanges.askedBy} IS NULL`,
    ],
  }),

  rule_removed_in_community: onDelete(groupRequirements, {
    when: text`EXISTS (SELECT 1 FROM ${community} WHERE ${community.memberGroupId} IS NOT NULL)`,
    follows: [SWEEP_ALL],
  }),

  groups_opened_to_guests: onUpdate(groups, ["isOpenToGuests"], {
    when: text`new.${groups.isOpenToGuests} <> old.${groups.isOpenToGuests} AND EXISTS (SELECT 1 FROM ${community} WHERE ${community.memberGroupId} IS NOT NULL)`,
    follows: [
      RULES_CHANGED,
      text`DELETE FROM ${membershipProblems} WHERE new.${groups.isOpenToGuests} = 1 AND ${membershipProblems.groupId} = new.${groups.id}
		AND new.${groups.id} NOT IN (SELECT ${groupRequirements.groupId} FROM ${groupRequirements})`,
      text`UPDATE ${heldChanges} SET ${heldChanges.state} = 'ended' WHERE new.${groups.isOpenToGuests} = 1 AND ${heldChanges.groupId} = new.${groups.id} AND ${heldChanges.state} IN ('held', 'released') AND ${heldChanges.askedBy} IS NULL
		AND new.${groups.id} NOT IN (SELECT ${groupRequirements.groupId} FROM ${groupRequirements})`,
    ],
  }),

  rule_conditions_renew_schedule: onInsert(ruleConditions, {
    follows: [text`DELETE FROM ${completedPasses} WHERE ${completedPasses.job} = 'evidence'`],
  }),
};
