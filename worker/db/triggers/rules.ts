import { DEPENDENCIES, MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { HOUR_MS } from "#shared/time.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { completedPasses, directorLists, ruleConditions } from "#worker/db/schema/evidence.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { community } from "#worker/db/schema/installation.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import {
  RULES_CHANGED,
  SWEEP_ALL,
  afterDelete,
  afterInsert,
  afterUpdate,
  asksFor,
  asksForSubject,
} from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

const GROUPS: Condition["type"] = "member_of";
const OF_GROUPS: Condition["type"][] = [GROUPS, "took_part"];
const LISTS_GROUPS = OF_GROUPS.map((type) => `'${type}'`).join(", ");
const tree = "new.tree";

/** What each condition of a rule is about, from its node in the tree. A condition on groups is about each of them. */
const SUBJECTS = Object.entries(DEPENDENCIES)
  .filter(
    ([type, { subject }]) =>
      subject !== undefined && !OF_GROUPS.some((ofGroups) => ofGroups === type),
  )
  .map(([type, { subject = [] }]) => {
    const fields = subject.map((field) => `${tree} ->> (node.path || '.${field}')`);
    const value =
      fields.length === 1 ? fields[0] : fields.map((field) => `(${field})`).join(" || ':' || ");
    return `WHEN '${type}' THEN ${value}`;
  })
  .join("\n\t\t\t");

/** Lists the conditions of the rule that has just been written. */
const INSERT_CONDITIONS = `INSERT OR IGNORE INTO rule_conditions (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			${SUBJECTS}
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', ${LISTS_GROUPS})
	UNION SELECT node.atom, named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom IN (${LISTS_GROUPS})
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every'`;

/** Requirements say which conditions are asked; changed requirements, and lists read again after a gap, start a sweep over everybody. */
export const ruleReactions: Reactions = {
  community_members_changed: {
    on: afterUpdate(community, "memberGroupId", "graceDays"),
    when: "new.member_group_id IS NOT old.member_group_id OR new.grace_days <> old.grace_days",
    follows: [
      "DELETE FROM rule_conditions WHERE rule_id = 'community'",
      `INSERT INTO rule_conditions (type, subject, rule_id)
		SELECT '${GROUPS}', new.member_group_id, 'community' WHERE new.member_group_id IS NOT NULL`,
      RULES_CHANGED,
      `DELETE FROM membership_problems WHERE new.member_group_id IS NULL
		AND group_id NOT IN (SELECT group_id FROM group_requirements)`,
      `UPDATE held_changes SET state = 'ended' WHERE new.member_group_id IS NULL AND state IN ('held', 'released') AND asked_by IS NULL
		AND group_id NOT IN (SELECT group_id FROM group_requirements)`,
    ],
  },

  passes_begun: {
    on: afterInsert(completedPasses),
    when: `new.job = 'affiliations' AND ${asksFor("affiliation")}`,
    follows: [SWEEP_ALL],
  },

  passes_resumed: {
    on: afterUpdate(completedPasses, "startedAt"),
    when: `new.job = 'affiliations' AND new.started_at - old.started_at > ${MAX_AGE_MS.affiliation}
	AND ${asksFor("affiliation")}`,
    follows: [SWEEP_ALL],
  },

  contacts_read: {
    on: afterInsert(directorLists),
    when: `new.list = 'contacts' AND ${asksFor("contacts")}`,
    follows: [SWEEP_ALL],
  },

  contacts_resumed: {
    on: afterUpdate(directorLists, "readAt"),
    when: `new.list = 'contacts' AND new.read_at - old.read_at > ${MAX_AGE_MS.contacts}
	AND ${asksFor("contacts")}`,
    follows: [SWEEP_ALL],
  },

  facts_resumed: {
    on: afterUpdate(facts, "asOf"),
    when: `new.missing = 'no' AND new.as_of - coalesce(old.as_of, 0) > new.max_age_hours * ${HOUR_MS}
	AND ${asksForSubject("fact", "new.id")}`,
    follows: [SWEEP_ALL],
  },

  facts_declared_otherwise: {
    on: afterUpdate(facts, "maxAgeHours", "missing"),
    when: `(new.max_age_hours <> old.max_age_hours OR new.missing <> old.missing)
	AND ${asksForSubject("fact", "new.id")}`,
    follows: [RULES_CHANGED],
  },

  facts_of_switched_application: {
    on: afterUpdate(applications, "isOn"),
    when: `new.is_on <> old.is_on AND EXISTS (SELECT 1 FROM facts JOIN rule_conditions
		ON type = 'fact' AND subject = id WHERE application_id = new.id)`,
    follows: [RULES_CHANGED],
  },

  rule_added: { on: afterInsert(groupRequirements), follows: [RULES_CHANGED] },

  rule_changed: { on: afterUpdate(groupRequirements), follows: [RULES_CHANGED] },

  rule_conditions_of_changed_rule: {
    on: afterUpdate(groupRequirements, "tree"),
    follows: ["DELETE FROM rule_conditions WHERE rule_id = new.group_id", INSERT_CONDITIONS],
  },

  rule_conditions_of_new_rule: {
    on: afterInsert(groupRequirements),
    follows: [INSERT_CONDITIONS],
  },

  rule_conditions_of_removed_rule: {
    on: afterDelete(groupRequirements),
    follows: ["DELETE FROM rule_conditions WHERE rule_id = old.group_id"],
  },

  rule_removed: {
    on: afterDelete(groupRequirements),
    follows: [
      "UPDATE evaluation_state SET rules_version = rules_version + 1",
      "DELETE FROM membership_problems WHERE group_id = old.group_id",
      "UPDATE held_changes SET state = 'ended' WHERE group_id = old.group_id AND state IN ('held', 'released') AND asked_by IS NULL",
    ],
  },

  rule_removed_in_community: {
    on: afterDelete(groupRequirements),
    when: "EXISTS (SELECT 1 FROM community WHERE member_group_id IS NOT NULL)",
    follows: [SWEEP_ALL],
  },

  groups_opened_to_guests: {
    on: afterUpdate(groups, "isOpenToGuests"),
    when: "new.open_to_guests <> old.open_to_guests AND EXISTS (SELECT 1 FROM community WHERE member_group_id IS NOT NULL)",
    follows: [
      RULES_CHANGED,
      `DELETE FROM membership_problems WHERE new.open_to_guests = 1 AND group_id = new.id
		AND new.id NOT IN (SELECT group_id FROM group_requirements)`,
      `UPDATE held_changes SET state = 'ended' WHERE new.open_to_guests = 1 AND group_id = new.id AND state IN ('held', 'released') AND asked_by IS NULL
		AND new.id NOT IN (SELECT group_id FROM group_requirements)`,
    ],
  },

  rule_conditions_renew_schedule: {
    on: afterInsert(ruleConditions),
    follows: ["DELETE FROM completed_passes WHERE job = 'evidence'"],
  },
};
