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
  const position = `${at} of ${of} in “${place.parent.kind} of these”`;
  switch (done.what) {
    case "added":
      return `Added ${row}.`;
    case "removed":
      return `Removed ${row}.`;
    case "restored":
      return `Restored ${row}.`;
    case "lifted":
      return `Lifted ${row}. ${position}. Use the arrow keys, Space to drop, Escape to put it back.`;
    case "moved":
      return `Now ${position}.`;
    case "stuck":
      return `It cannot move there. Still ${position}.`;
    case "dropped":
      return `Dropped ${row}. ${position}.`;
    case "returned":
      return `Put back ${row}. ${position}.`;
  }
}
