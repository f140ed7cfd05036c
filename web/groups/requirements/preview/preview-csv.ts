import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { inSuccession } from "#web/lib/enumerated.ts";
import type { Message } from "#shared/language/messages.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { PreviewedUser, PreviewKind } from "#shared/requirements/rule.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { textOf } from "#web/lib/sentence.ts";
import { causeText } from "#web/requirements-text/cause-text.ts";

const EFFECTS: Record<PreviewKind, Message> = {
  remove: msg({ context: "what will happen", message: "Removed" }),
  grace: msg`Enters grace`,
  unknown: msg`Not known`,
  recover: msg`Leaves grace`,
  join: msg`Joins`,
  could_join: msg`Could join`,
};

/** One line for each user whose name the reader may know: what happens, when a grace period ends, and why. */
export function previewCsv(users: readonly PreviewedUser[], now: number): string {
  const lines = users.map((user) => [
    user.mainCharacterName ?? say(UNKNOWN_USER),
    String(user.mainCharacterId ?? ""),
    say(EFFECTS[user.kind]),
    user.graceEndsAt ?? "",
    inSuccession(user.causes.map((cause) => textOf(causeText(cause, "other", now)))),
  ]);
  const header = [t`Main`, t`Main ID`, t`What happens`, t`Grace ends (EVE)`, t`Causes`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
