import { t } from "#web/language/macros.ts";

/** "A, B, C" */
export function enumerated(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.reduce((list, next) => t`${list}, ${next}`, first);
}
