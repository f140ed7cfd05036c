import type { Delivery } from "#shared/applications/webhooks.ts";

type Answer = Pick<Delivery, "status" | "durationMs" | "error">;

/** "204 in 118 ms", "503 after 10 s", "No answer after 10 s", "Not sent yet" */
export function answerText({ status, durationMs, error }: Answer): string {
  if (status === null && error === null) return "Not sent yet";
  const said = status === null ? error : String(status);
  if (durationMs === null) return `${said}`;
  return durationMs < 1000
    ? `${said} in ${durationMs} ms`
    : `${said} after ${Math.round(durationMs / 1000)} s`;
}

/** "2nd try", "try 3 of 12"; nothing for what arrived at once. */
export function triesText(
  { state, tries }: Pick<Delivery, "state" | "tries">,
  maxTries: number,
): string {
  if (state === "waiting") return tries === 0 ? "" : `try ${tries} of ${maxTries}`;
  if (state === "failed") return `given up after ${tries} tries`;
  return tries > 1 ? `${ordinal(tries)} try` : "";
}

const RULES = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Record<string, string> = { one: "st", two: "nd", few: "rd" };

function ordinal(number: number): string {
  return `${number}${SUFFIXES[RULES.select(number)] ?? "th"}`;
}
