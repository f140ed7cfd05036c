import { conditionsOn } from "#shared/requirements/dependencies.ts";
import type { Source } from "#shared/requirements/dependencies.ts";
import { DAY_MS } from "#shared/time.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { evaluationMarks, evaluationState } from "#worker/db/schema/requirements.ts";
import { text } from "./reaction.ts";

/** SQL condition: some rule asks for a condition that depends on one of the sources. */
export function asksFor(...sources: Source[]): string {
  const list = conditionsOn(...sources).map((type) => `'${type}'`);
  return text`EXISTS (SELECT 1 FROM ${ruleConditions} WHERE ${ruleConditions.type} IN (${list.join(", ")}))`;
}

/** SQL condition: some rule asks for a condition that depends on this one thing of the source. */
export function asksForSubject(source: Source, subject: string): string {
  const [type, ...others] = conditionsOn(source);
  if (type === undefined || others.length > 0) throw new Error(`${source} has no one condition.`);
  return text`EXISTS (SELECT 1 FROM ${ruleConditions} WHERE ${ruleConditions.type} = '${type}' AND ${ruleConditions.subject} = ${subject})`;
}

/** An age in SQL, in milliseconds. */
export function days(ms: number): string {
  return `${ms / DAY_MS} * ${DAY_MS}`;
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
