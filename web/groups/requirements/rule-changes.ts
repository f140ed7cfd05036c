import type { RuleNames } from "#shared/requirements/cause.ts";
import { conditionRowsOf } from "#web/groups/requirements/rule/rows.ts";
import { draftOf } from "#web/groups/requirements/rule/draft.ts";
import { rowText } from "#web/groups/requirements/rule/phrase.ts";
import type { Rule } from "#shared/requirements/rule.ts";

/** What differs between two versions of a rule, in words. */
export function changesBetween(
  before: Rule | null,
  after: Rule | null,
  names: RuleNames,
): string[] {
  if (after === null) return before === null ? [] : ["The requirements were removed."];
  if (before === null) return ["The requirements were added."];
  const [old, current] = [conditionTexts(before, names), conditionTexts(after, names)];
  const added = current.filter((text) => !old.includes(text)).map((text) => `Added: ${text}`);
  const removed = old.filter((text) => !current.includes(text)).map((text) => `Removed: ${text}`);
  const isMoved =
    added.length + removed.length === 0 &&
    JSON.stringify(before.tree) !== JSON.stringify(after.tree);
  return [
    ...added,
    ...removed,
    ...(isMoved ? ["The conditions were arranged in another way."] : []),
    ...(before.enrolment === after.enrolment
      ? []
      : [
          after.enrolment === "automatic"
            ? "People who meet them now become members on their own."
            : "People who meet them no longer become members on their own.",
        ]),
    ...(before.listing === after.listing
      ? []
      : [
          after.listing === "qualified"
            ? "Only people who meet them find the group now."
            : "Everybody finds the group again.",
        ]),
    ...(before.graceDays === after.graceDays
      ? []
      : [`Days of grace: ${after.graceDays} instead of ${before.graceDays}.`]),
  ];
}

function conditionTexts(rule: Rule, names: RuleNames): string[] {
  return conditionRowsOf(draftOf(rule).root).map((row) => rowText(row, names));
}
