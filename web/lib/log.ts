/** For failures that the screen keeps quiet about, by the product's rules: they are only logged. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn(what, error);
}
