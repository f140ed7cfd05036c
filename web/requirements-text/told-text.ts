import { msg, ph, plural, t } from "#web/language/macros.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { FactValue, Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { FactTest, UserCondition } from "#shared/requirements/tree.ts";
import { listed, textOf } from "#web/lib/sentence.ts";
import { eveDay, relativeTime } from "#web/lib/time.ts";
import type { Viewpoint } from "#web/requirements-text/conditions/words.ts";

type FactCondition = Extract<UserCondition, { type: "fact" }>;
type Value = Extract<FactValue, { type: "fact" }>["value"];

const DAY_HOURS = 24;

/** What an application tells must be: "Fleets in the last 30 days: at least 3, says Pings". */
export function toldSentence(
  { factId, test }: FactCondition,
  names: RuleNames,
  isNegated: boolean,
): Message {
  const { factTitle, application } = namesOf(names, factId);
  const value = isNegated ? oppositeText(test) : testText(test);
  return msg`${factTitle}: ${value}, says ${application}`;
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
      return t`${plural({ days: test.days }, { one: "# day", other: "# days" })} ago or longer`;
    case "one_of":
      return textOf(listed(test.values, "or"));
  }
}

function oppositeText(test: FactTest): string {
  switch (test.compare) {
    case "is":
      return test.value ? t`not yes` : t`not no`;
    case "at_least":
      return t`not at least ${ph({ number: test.value })}`;
    case "at_most":
      return t`not at most ${ph({ number: test.value })}`;
    case "exactly":
      return t`not exactly ${ph({ number: test.value })}`;
    case "within":
      return t`not within ${plural({ days: test.days }, { one: "# day", other: "# days" })}`;
    case "before":
      return t`not ${plural({ days: test.days }, { one: "# day", other: "# days" })} ago or longer`;
    case "one_of":
      return t`not ${ph({ values: textOf(listed(test.values, "or")) })}`;
  }
}

/** "Fleets in the last 30 days: 2 of 3 needed, says Pings, 3 hours ago". */
export function toldFact(
  { factId, test }: FactCondition,
  { fact, unknown, asOf }: Reading,
  names: RuleNames,
  viewpoint: Viewpoint,
  now: number,
): Message {
  const { factTitle, application, maxAgeHours } = namesOf(names, factId);
  const timeAgo = asOf === null ? null : relativeTime(asOf, now);
  if (unknown === null && fact?.type === "fact") {
    const value = neededText(test, fact.value, now);
    return timeAgo === null
      ? msg`${factTitle}: ${value}, says ${application}`
      : msg`${factTitle}: ${value}, says ${application}, ${timeAgo}`;
  }
  // The fact or its application was deleted.
  if (names.facts[factId] === undefined) {
    return msg`unknown: the application that sent it no longer does`;
  }
  switch (unknown) {
    case "source_off":
      return msg`${factTitle}: unknown, ${application} is switched off`;
    case "contradictory":
      return timeAgo === null
        ? msg`${factTitle}: unknown, ${application} sent two values for the same time`
        : msg`${factTitle}: unknown, ${application} sent two values for the same time ${timeAgo}`;
    case "value_ended":
      return timeAgo === null
        ? msg`${factTitle}: unknown, the value ended`
        : msg`${factTitle}: unknown, the value ended ${timeAgo}`;
    case "too_old":
      return tooOld(factTitle, application, timeAgo, maxAgeHours);
    case "never_read":
    case "missing_scope":
    case "no_authorization":
    case "authorization_unknown":
    case "no_director":
    case "eve_failed":
    case "suspended":
    case "unconfirmed":
    case "fleet_unread":
    case null:
      return viewpoint === "own"
        ? msg`${factTitle}: unknown, ${application} has sent nothing about you yet`
        : msg`${factTitle}: unknown, ${application} has sent nothing about them yet`;
  }
}

function tooOld(
  factTitle: Name,
  application: Name,
  timeAgo: string | null,
  maxAgeHours: number | undefined,
): Message {
  if (maxAgeHours === undefined) {
    return timeAgo === null
      ? msg`${factTitle}: unknown, the last value of ${application} is too old`
      : msg`${factTitle}: unknown, ${application} last sent a value ${timeAgo}`;
  }
  const span = spanText(maxAgeHours);
  return timeAgo === null
    ? msg`${factTitle}: unknown, the last value of ${application} is older than ${span}`
    : msg`${factTitle}: unknown, ${application} last sent a value ${timeAgo}, and ${span} are allowed`;
}

function namesOf({ facts }: RuleNames, factId: string) {
  const { [factId]: told } = facts;
  return {
    factTitle: { name: told?.title ?? t`(name not available)` },
    application: {
      name: told?.application ?? t({ context: "instead of its name", message: "its application" }),
    },
    maxAgeHours: told?.maxAgeHours,
  };
}

function neededText(test: FactTest, value: Value, now: number): string {
  if (test.compare === "at_least" && typeof value === "number") {
    return t`${value} of ${ph({ number: test.value })} needed`;
  }
  return t`${ph({ value: valueText(value, now) })}, ${ph({ test: testText(test) })} needed`;
}

/** A value as people read it. */
export function valueText(value: Value, now: number): string {
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
