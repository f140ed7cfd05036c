/** A start that is refused, with what the user can do. It is printed without a stack trace. */
export class StartError extends Error {
  override name = "StartError";
}
