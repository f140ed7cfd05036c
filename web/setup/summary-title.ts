import { t } from "#web/language/macros.ts";
/** The title of the diagnosis, from the numbers of checks that are not OK. */
export function titleOf(failed: number, warnings: number, unknown: number): string {
  if (failed > 0) return t`Some checks failed`;
  if (warnings > 0) return t`Some checks need attention`;
  return unknown > 0
    ? t`No problem found, but not everything could be checked`
    : t`Everything works`;
}
