import { ph, select, t } from "#web/language/macros.ts";
import { perLanguage } from "#web/language/messages.ts";
import { sayShared } from "#web/language/shared-words.ts";
import type { Delivery } from "#shared/applications/webhooks.ts";

type Answer = Pick<Delivery, "status" | "durationMs" | "error">;

/** "204 in 118 ms", "503 after 10 s", "No answer after 10 s", "Not sent yet" */
export function answerText({ status, durationMs, error }: Answer): string {
  if (status === null && error === null) return t`Not sent yet`;
  const said = status === null ? sayShared(error ?? "") : String(status);
  if (durationMs === null) return said;
  return durationMs < 1000
    ? t`${said} in ${durationMs} ms`
    : t`${said} after ${ph({ seconds: Math.round(durationMs / 1000) })} s`;
}

/** "2nd try", "try 3 of 12"; nothing for what arrived at once. */
export function triesText(
  { state, tries }: Pick<Delivery, "state" | "tries">,
  maxTries: number,
): string {
  if (state === "waiting") return tries === 0 ? "" : t`try ${tries} of ${maxTries}`;
  if (state === "failed") return t`given up after ${tries} tries`;
  if (tries < 2) return "";
  const ordinal = ordinals().select(tries);
  return select(ordinal, {
    one: `${tries}st try`,
    two: `${tries}nd try`,
    few: `${tries}rd try`,
    other: `${tries}th try`,
  });
}

const ordinals = perLanguage((tag) => new Intl.PluralRules(tag, { type: "ordinal" }));
