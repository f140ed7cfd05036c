import { sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { applicationGroups, applications } from "#worker/db/schema/applications.ts";
import { community } from "#worker/db/schema/installation.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { groupVetting } from "#worker/db/schema/group-forms.ts";
import { operationRules } from "#worker/db/schema/operations.ts";
import type { AskedCondition } from "#shared/requirements/dependencies.ts";

/**
 * SQL condition on the id of a group: its members get what outlives a stolen session, because they have read or used it by the time
 * that it is found out: the watchlist, requests of applicants with what they share, rosters, or applications. Also by way of groups
 * that require a membership in this one, or a part in operations that its members plan: alone, or with a membership in the group that the
 * owner names. Whoever lets somebody in there proves their main first (docs/decisions/0120).
 */
export function givesBeyond(groupId: SQLWrapper | string): SQL {
  return sql`exists (with recursive reached(id) as (
      select ${groupId}
      union select ${ruleConditions.ruleId} from reached cross join ${ruleConditions}
        on ${ruleConditions.type} = 'member_of' and ${ruleConditions.subject} = reached.id
      union select ${ruleConditions.ruleId} from reached cross join ${operationRules}
        on ${operationRules.plannersId} = reached.id cross join ${ruleConditions}
        on ${ruleConditions.type} = 'took_part' and ${ruleConditions.subject} = ${operationRules.groupId}
      union select ${ruleConditions.ruleId} from reached cross join ${operationRules}
        on ${operationRules.groupId} = reached.id and ${operationRules.plannersId} is not null cross join ${ruleConditions}
        on ${ruleConditions.type} = 'took_part' and ${ruleConditions.subject} = reached.id)
    select 1 from reached where
      exists (select 1 from ${community} where ${community.watchKeepersId} = reached.id)
      or exists (select 1 from ${groupVetting} where ${groupVetting.reviewerGroupId} = reached.id)
      or exists (select 1 from ${corporations} where ${corporations.rosterGroupId} = reached.id)
      or exists (select 1 from ${applications} where ${applications.requiredGroupId} = reached.id)
      or exists (select 1 from ${applicationGroups} where ${applicationGroups.groupId} = reached.id))`;
}

/**
 * SQL condition: requirements of such a group ask for this, by a condition of the type. `subjects` is an SQL query of what the condition
 * names. Who writes it down decides who gets in there, as other requirements do.
 */
export function decidesBeyond(type: AskedCondition, subjects: SQL): SQL {
  return sql`exists (select 1 from ${ruleConditions} where ${ruleConditions.type} = ${type}
    and ${ruleConditions.subject} in ${subjects} and ${givesBeyond(ruleConditions.ruleId)})`;
}
