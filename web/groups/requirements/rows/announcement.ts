import { ph, t } from "#web/language/macros.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Draft } from "#web/groups/requirements/rule/draft.ts";
import { findPlace, positionOf } from "#web/groups/requirements/rule/edit-rows.ts";
import { rowText } from "#web/groups/requirements/rule/phrase.ts";

/** What was done with a row: "Lifted “Discord is linked”. Now 1 of 3 in “any of these”." */
export function announcementOf({ root, done }: Draft, names: RuleNames): string {
  const place = done && findPlace(root, done.id);
  if (!place) return "";
  const row = `“${rowText(place.row, names)}”`;
  const { at, of } = positionOf(place);
  const position = t`${at} of ${of} in “${ph({ kind: place.parent.kind })} of these”`;
  switch (done.what) {
    case "added":
      return t`Added ${row}.`;
    case "removed":
      return t`Removed ${row}.`;
    case "restored":
      return t`Restored ${row}.`;
    case "lifted":
      return t`Lifted ${row}. ${position}. Use the arrow keys, Space to drop, Escape to put it back.`;
    case "moved":
      return t`Now ${position}.`;
    case "stuck":
      return t`It cannot move there. Still ${position}.`;
    case "dropped":
      return t`Dropped ${row}. ${position}.`;
    case "returned":
      return t`Put back ${row}. ${position}.`;
  }
}
