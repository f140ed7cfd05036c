import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { ReviewResult } from "#shared/groups/reviews.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";

/** One line for each member whom the review concerned. */
export function resultsCsv(results: readonly ReviewResult[]): string {
  const lines = results.map(
    ({ mainCharacterName, mainCharacterId, verdict, isSilent, decidedAt }) => [
      mainCharacterName ?? say(UNKNOWN_USER),
      String(mainCharacterId ?? ""),
      verdict === "keep" ? t`Keep` : t({ context: "member", message: "Remove" }),
      isSilent ? t`No decision` : t`Decided`,
      decidedAt,
    ],
  );
  const header = [t`Main`, t`Main ID`, t`Result`, t`How`, t`At (EVE)`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
