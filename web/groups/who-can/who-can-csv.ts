import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { WhoCanEntry } from "#shared/pilots/who-can.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { textOf } from "#web/lib/sentence.ts";
import { wayInText } from "#web/memberships/way-in.ts";

/** Shown instead of a name that the reader may not know. */
export const FORMER_MEMBER = "A former member";

/** One line for each member: role, since when, and how they got in. */
export function whoCanCsv(entries: readonly WhoCanEntry[]): string {
  const lines = entries.map(({ name, mainCharacterId, role, since, wayIn }) => [
    name ?? FORMER_MEMBER,
    String(mainCharacterId ?? ""),
    role === null ? "" : ROLE_LABELS[role],
    since ?? "",
    textOf(wayInText(wayIn, false)),
  ]);
  const header = ["Main", "Main ID", "Role", "Since (EVE)", "How they got in"];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
