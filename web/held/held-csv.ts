import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { enumerated, inSuccession } from "#web/lib/enumerated.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { HeldUser } from "#shared/requirements/held.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { textOf } from "#web/lib/sentence.ts";
import { causeText } from "#web/requirements-text/cause-text.ts";

/** One line for each user: the main, the characters that decide, and why. */
export function heldCsv(users: readonly HeldUser[], now: number): string {
  const lines = users.map(({ mainCharacterName, mainCharacterId, causes }) => [
    mainCharacterName ?? say(UNKNOWN_USER),
    String(mainCharacterId ?? ""),
    enumerated(causes.flatMap(({ character }) => character?.characterName ?? [])),
    inSuccession(causes.map((cause) => textOf(causeText(cause, "other", now)))),
  ]);
  const header = [t`Main`, t`Main ID`, t`Characters`, t`Causes`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
