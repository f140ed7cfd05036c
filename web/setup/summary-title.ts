/** The title of the diagnosis, from the numbers of checks that are not OK. */
export function titleOf(failed: number, warnings: number, unknown: number): string {
  if (failed > 0) return "Some checks failed";
  if (warnings > 0) return "Some checks need attention";
  return unknown > 0 ? "No problem found, but not everything could be checked" : "Everything works";
}
