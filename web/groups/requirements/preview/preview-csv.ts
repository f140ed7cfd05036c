import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { PreviewedUser, PreviewKind } from "#shared/requirements/rule.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { textOf } from "#web/lib/sentence.ts";
import { causeText } from "#web/requirements-text/cause-text.ts";

const EFFECTS: Record<PreviewKind, string> = {
  remove: "Removed",
  grace: "Enters grace",
  unknown: "Not known",
  recover: "Leaves grace",
  join: "Joins",
  could_join: "Could join",
};

/** One line for each user whose name the reader may know: what happens, when a grace period ends, and why. */
export function previewCsv(users: readonly PreviewedUser[], now: number): string {
  const lines = users.map((user) => [
    user.mainCharacterName ?? UNKNOWN_USER,
    String(user.mainCharacterId ?? ""),
    EFFECTS[user.kind],
    user.graceEndsAt ?? "",
    user.causes.map((cause) => textOf(causeText(cause, "other", now))).join(" "),
  ]);
  const header = ["Main", "Main ID", "What happens", "Grace ends (EVE)", "Causes"];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
