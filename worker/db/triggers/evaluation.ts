import type { Condition } from "#shared/requirements/tree.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { evaluationMarks, evaluationState } from "#worker/db/schema/requirements.ts";
import { text } from "./reaction.ts";

/** "every" stands for a rule that asks something of every character of a user. */
type AskedCondition = Condition["type"] | "every";

/** SQL condition: some rule asks for one of the conditions. */
export function asksFor(...types: AskedCondition[]): string {
  const list = types.map((type) => `'${type}'`).join(", ");
  return text`EXISTS (SELECT 1 FROM ${ruleConditions} WHERE ${ruleConditions.type} IN (${list}))`;
}

/** Marks users for the evaluation. A new mark replaces an older one, so that an evaluation that is under way runs again. */
export function markUsers(ids: string): string {
  return text`INSERT INTO ${evaluationMarks} (${evaluationMarks.userId}, ${evaluationMarks.mark})
	SELECT ${users.id}, lower(hex(randomblob(8))) FROM ${users} WHERE ${users.id} IN (${ids})
	ON CONFLICT (${evaluationMarks.userId}) DO UPDATE SET ${evaluationMarks.mark} = excluded.${evaluationMarks.mark}`;
}

/** Starts a sweep that evaluates every user. */
export const SWEEP_ALL = text`UPDATE ${evaluationState} SET ${evaluationState.sweepAfter} = '',
		${evaluationState.sweepStartedAt} = cast(unixepoch('subsec') * 1000 AS integer)`;

/** Ends evaluations by older rules and starts a sweep by the new ones. */
export const RULES_CHANGED = text`UPDATE ${evaluationState} SET ${evaluationState.rulesVersion} = ${evaluationState.rulesVersion} + 1, ${evaluationState.sweepAfter} = '',
		${evaluationState.sweepStartedAt} = cast(unixepoch('subsec') * 1000 AS integer)`;
