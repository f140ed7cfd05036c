import { msg, ph, plural, t } from "#web/language/macros.ts";
import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { FactTest, UserCondition } from "#shared/requirements/tree.ts";
import { listed, sentence, textOf } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { eveDay, relativeTime } from "#web/lib/time/time.ts";
import type { Viewpoint } from "./condition-text.ts";

type FactCondition = Extract<UserCondition, { type: "fact" }>;
type Value = Extract<NonNullable<Reading["fact"]>, { type: "fact" }>["value"];

const DAY_HOURS = 24;

/** What an application tells must be: "Fleets in the last 30 days: at least 3, says Pings". */
export function toldClause(
  { factId, test }: FactCondition,
  names: RuleNames,
  isNegated: boolean,
): Piece[] {
  const { title, application } = namesOf(factId, names);
  const wanted = testText(test);
  return isNegated
    ? sentence(msg`${title}: not ${wanted}, says ${application}`)
    : sentence(msg`${title}: ${wanted}, says ${application}`);
}

function namesOf(factId: string, names: RuleNames) {
  const { title, application } = names.facts[factId] ?? {
    title: t`(name not available)`,
    application: t`its application`,
  };
  return { title: { name: title }, application: { name: application } };
}

export function testText(test: FactTest): string {
  switch (test.compare) {
    case "is":
      return test.value ? t`yes` : t`no`;
    case "at_least":
      return t`at least ${ph({ number: test.value })}`;
    case "at_most":
      return t`at most ${ph({ number: test.value })}`;
    case "exactly":
      return t`exactly ${ph({ number: test.value })}`;
    case "within":
      return t`within ${plural({ days: test.days }, { one: "# day", other: "# days" })}`;
    case "before":
      return plural(
        { days: test.days },
        { one: "# day ago or longer", other: "# days ago or longer" },
      );
    case "one_of":
      return textOf(listed(test.values, "or"));
  }
}

/** "Fleets in the last 30 days: 2 of 3 needed, says Pings, 3 hours ago". */
export function toldFact(
  condition: FactCondition,
  reading: Reading,
  names: RuleNames,
  viewpoint: Viewpoint,
  now: number,
): Piece[] {
  const { fact, unknown, asOf } = reading;
  if (unknown !== null || fact?.type !== "fact") {
    return unknownFact(condition, reading, names, viewpoint, now);
  }
  const { title, application } = namesOf(condition.factId, names);
  const needed = neededText(condition.test, fact.value, now);
  return asOf === null
    ? sentence(msg`${title}: ${needed}, says ${application}`)
    : sentence(
        msg`${title}: ${needed}, says ${application}, ${ph({ time: relativeTime(asOf, now) })}`,
      );
}

function unknownFact(
  { factId }: FactCondition,
  { unknown, asOf }: Reading,
  names: RuleNames,
  viewpoint: Viewpoint,
  now: number,
): Piece[] {
  const { title, application } = namesOf(factId, names);
  const time = asOf === null ? null : relativeTime(asOf, now);
  switch (unknown) {
    case "source_off":
      return sentence(msg`${title}: unknown, ${application} is switched off`);
    case "contradictory":
      return time === null
        ? sentence(msg`${title}: unknown, ${application} told two values for one time`)
        : sentence(msg`${title}: unknown, ${application} told two values for one time ${time}`);
    case "value_ended":
      return time === null
        ? sentence(msg`${title}: unknown, the value ended`)
        : sentence(msg`${title}: unknown, the value ended ${time}`);
    case "too_old":
      return silent(factId, time, names);
    default:
      return viewpoint === "own"
        ? sentence(msg`${title}: unknown, ${application} has not written about you yet`)
        : sentence(msg`${title}: unknown, ${application} has not written about them yet`);
  }
}

function silent(factId: string, time: string | null, names: RuleNames): Piece[] {
  const { title, application } = namesOf(factId, names);
  const told = names.facts[factId];
  if (told === undefined) {
    return time === null
      ? sentence(msg`${title}: unknown, ${application} last wrote`)
      : sentence(msg`${title}: unknown, ${application} last wrote ${time}`);
  }
  const span = spanText(told.maxAgeHours);
  return time === null
    ? sentence(msg`${title}: unknown, ${application} last wrote, ${span} allowed`)
    : sentence(msg`${title}: unknown, ${application} last wrote ${time}, ${span} allowed`);
}

function neededText(test: FactTest, value: Value, now: number): string {
  const found = valueText(value, now);
  return test.compare === "at_least" && typeof value === "number"
    ? t`${found} of ${ph({ number: test.value })} needed`
    : t`${found}, ${ph({ wanted: testText(test) })} needed`;
}

/** A value as people read it. */
function valueText(value: Value, now: number): string {
  switch (typeof value) {
    case "boolean":
      return value ? t`yes` : t`no`;
    case "number":
      return String(value);
    case "string":
      return /^\d{4}-\d\d-\d\dT/.test(value) ? eveDay(value, now) : value;
    default:
      return t`no value`;
  }
}

/** "7 days", "36 hours" */
function spanText(hours: number): string {
  return hours % DAY_HOURS === 0
    ? plural({ days: hours / DAY_HOURS }, { one: "# day", other: "# days" })
    : plural(hours, { one: "# hour", other: "# hours" });
}
