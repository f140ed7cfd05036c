import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { WhoCanEntry } from "#shared/pilots/who-can.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { textOf } from "#web/lib/sentence.ts";
import { wayInText } from "#web/memberships/way-in.ts";

/** Shown instead of a name that the reader may not know. */
export const FORMER_MEMBER = msg`A former member`;

/** One line for each member: role, since when, and how they got in. */
export function whoCanCsv(entries: readonly WhoCanEntry[]): string {
  const lines = entries.map(({ name, mainCharacterId, role, since, wayIn }) => [
    name ?? say(FORMER_MEMBER),
    String(mainCharacterId ?? ""),
    role === null ? "" : say(ROLE_LABELS[role]),
    since ?? "",
    textOf(wayInText(wayIn, false)),
  ]);
  const header = [t`Main`, t`Main ID`, t`Role`, t`Since (EVE)`, t`How they got in`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
