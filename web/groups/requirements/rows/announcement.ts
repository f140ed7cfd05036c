import { t } from "#web/language/macros.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Draft } from "#web/groups/requirements/rule/draft.ts";
import { findPlace, positionOf } from "#web/groups/requirements/rule/edit-rows.ts";
import { ofTheseText, rowText } from "#web/groups/requirements/rule/phrase.ts";

/** What was done with a row: "Lifted “Discord is linked”. Now 1 of 3 in “any of these”." */
export function announcementOf({ root, done }: Draft, names: RuleNames): string {
  const place = done && findPlace(root, done.id);
  if (!place) return "";
  const row = rowText(place.row, names);
  const { at, of } = positionOf(place);
  const bracket = ofTheseText(place.parent.kind);
  switch (done.what) {
    case "added":
      return t`Added “${row}”.`;
    case "removed":
      return t`Removed “${row}”.`;
    case "restored":
      return t`Restored “${row}”.`;
    case "lifted":
      return t`Lifted “${row}”. ${at} of ${of} in “${bracket}”. Use the arrow keys, Space to drop, Escape to put it back.`;
    case "moved":
      return t`Now ${at} of ${of} in “${bracket}”.`;
    case "stuck":
      return t`It cannot move there. Still ${at} of ${of} in “${bracket}”.`;
    case "dropped":
      return t`Dropped “${row}”. ${at} of ${of} in “${bracket}”.`;
    case "returned":
      return t`Put back “${row}”. ${at} of ${of} in “${bracket}”.`;
  }
}
