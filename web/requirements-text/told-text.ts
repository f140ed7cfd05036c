import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { FactTest, UserCondition } from "#shared/requirements/tree.ts";
import { formatCount } from "#web/lib/format.ts";
import { listed, textOf } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { eveDay, relativeTime } from "#web/lib/time/time.ts";
import type { Viewpoint } from "./condition-text.ts";

type FactCondition = Extract<UserCondition, { type: "fact" }>;
type Value = Extract<NonNullable<Reading["fact"]>, { type: "fact" }>["value"];

const NO_NAME = { title: "(name not available)", application: "its application" };
const DAY_HOURS = 24;

/** What an application tells must be: "Fleets in the last 30 days: at least 3, says Pings". */
export function toldClause(
  { factId, test }: FactCondition,
  names: RuleNames,
  isNegated: boolean,
): Piece[] {
  const { title, application } = names.facts[factId] ?? NO_NAME;
  const words = `${isNegated ? "not " : ""}${testText(test)}`;
  return [{ name: title }, `: ${words}, says `, { name: application }];
}

export function testText(test: FactTest): string {
  switch (test.compare) {
    case "is":
      return test.value ? "yes" : "no";
    case "at_least":
      return `at least ${test.value}`;
    case "at_most":
      return `at most ${test.value}`;
    case "exactly":
      return `exactly ${test.value}`;
    case "within":
      return `within ${formatCount(test.days, "day")}`;
    case "before":
      return `${formatCount(test.days, "day")} ago or longer`;
    case "one_of":
      return textOf(listed(test.values, "or"));
  }
}

/** "Fleets in the last 30 days: 2 of 3 needed, says Pings, 3 hours ago". */
export function toldFact(
  { factId, test }: FactCondition,
  { fact, unknown, asOf }: Reading,
  names: RuleNames,
  viewpoint: Viewpoint,
  now: number,
): Piece[] {
  const { [factId]: told } = names.facts;
  const { title, application } = told ?? NO_NAME;
  const says: Piece = { name: application };
  const when = asOf === null ? "" : `, ${relativeTime(asOf, now)}`;
  if (unknown === null && fact?.type === "fact") {
    return [{ name: title }, `: ${neededText(test, fact.value, now)}, says `, says, when];
  }
  const known: Piece[] = [{ name: title }, ": unknown, "];
  const since = asOf === null ? "" : ` ${relativeTime(asOf, now)}`;
  switch (unknown) {
    case "source_off":
      return [...known, says, " is switched off"];
    case "contradictory":
      return [...known, says, ` told two values for one time${since}`];
    case "value_ended":
      return [...known, `the value ended${since}`];
    case "too_old": {
      const allowed = told === undefined ? "" : `, ${spanText(told.maxAgeHours)} allowed`;
      return [...known, says, ` last wrote${since}${allowed}`];
    }
    default:
      return [...known, says, ` has not written about ${viewpoint === "own" ? "you" : "them"} yet`];
  }
}

function neededText(test: FactTest, value: Value, now: number): string {
  const found = valueText(value, now);
  if (test.compare === "at_least" && typeof value === "number") {
    return `${found} of ${test.value} needed`;
  }
  return `${found}, ${testText(test)} needed`;
}

/** A value as people read it. */
function valueText(value: Value, now: number): string {
  switch (typeof value) {
    case "boolean":
      return value ? "yes" : "no";
    case "number":
      return String(value);
    case "string":
      return /^\d{4}-\d\d-\d\dT/.test(value) ? eveDay(value, now) : value;
    default:
      return "no value";
  }
}

/** "7 days", "36 hours" */
function spanText(hours: number): string {
  return hours % DAY_HOURS === 0
    ? formatCount(hours / DAY_HOURS, "day")
    : formatCount(hours, "hour");
}
