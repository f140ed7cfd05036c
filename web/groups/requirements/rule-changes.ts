import { ph, t } from "#web/language/macros.ts";
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
  if (after === null) return before === null ? [] : [t`The requirements were removed.`];
  if (before === null) return [t`The requirements were added.`];
  const [old, current] = [conditionTexts(before, names), conditionTexts(after, names)];
  const added = current.filter((text) => !old.includes(text)).map((text) => t`Added: ${text}`);
  const removed = old.filter((text) => !current.includes(text)).map((text) => t`Removed: ${text}`);
  const isMoved =
    added.length + removed.length === 0 &&
    JSON.stringify(before.tree) !== JSON.stringify(after.tree);
  return [
    ...added,
    ...removed,
    ...(isMoved ? [t`The conditions were arranged in another way.`] : []),
    ...(before.enrolment === after.enrolment
      ? []
      : [
          after.enrolment === "automatic"
            ? t`People who meet them now become members on their own.`
            : t`People who meet them no longer become members on their own.`,
        ]),
    ...(before.listing === after.listing
      ? []
      : [
          after.listing === "qualified"
            ? t`Only people who meet them find the group now.`
            : t`Everybody finds the group again.`,
        ]),
    ...(before.graceDays === after.graceDays
      ? []
      : [
          t`Days of grace: ${ph({ graceDays: after.graceDays })} instead of ${ph({ formerGraceDays: before.graceDays })}.`,
        ]),
  ];
}

function conditionTexts(rule: Rule, names: RuleNames): string[] {
  return conditionRowsOf(draftOf(rule).root).map((row) => rowText(row, names));
}
