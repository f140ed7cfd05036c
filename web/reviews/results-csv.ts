import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { ReviewResult } from "#shared/groups/reviews.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";

/** One line for each member whom the review concerned. */
export function resultsCsv(results: readonly ReviewResult[]): string {
  const lines = results.map(
    ({ mainCharacterName, mainCharacterId, verdict, isSilent, decidedAt }) => [
      mainCharacterName ?? UNKNOWN_USER,
      String(mainCharacterId ?? ""),
      verdict === "keep" ? "Keep" : "Remove",
      isSilent ? "No decision" : "Decided",
      decidedAt,
    ],
  );
  const header = ["Main", "Main ID", "Result", "How", "At (EVE)"];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
