/** The database was not asked, or did not answer, for a reason that passes: nothing follows from it about EVE, a token or a user. */
export class DatabaseUnavailable extends Error {}

/**
 * What D1 says when its database restarts, is moved, is overloaded or cannot be reached; then the next query mostly succeeds. Without the
 * prefix if the connection itself is lost (workerd, `src/cloudflare/internal/d1-api.ts`).
 * https://developers.cloudflare.com/d1/observability/debug-d1/
 */
const INTERRUPTIONS =
  /^(?:D1_\w+: )?(?:.*\breset because its code was updated|.*\bcaused object to be reset|Network connection lost|Cannot resolve D1 DB due to transient issue|Can't read from request stream because client disconnected|D1 DB is overloaded|D1 DB's isolate exceeded its memory limit and was reset|D1 DB exceeded its CPU time limit and was reset|internal error\b)/;

/** A statement that only reads. The others of a batch may have been executed although its answer is lost. */
const READ = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete|replace)\s))/is;

/** D1 was interrupted. `isWrite`: what the batch was to write may have been written. */
export class DatabaseInterrupted extends DatabaseUnavailable {
  readonly isWrite: boolean;

  constructor(isWrite: boolean, cause: unknown) {
    super("D1 was interrupted.", { cause });
    this.name = "DatabaseInterrupted";
    this.isWrite = isWrite;
  }
}

export function interruptionOf(
  error: unknown,
  queries: readonly { sql: string }[],
): DatabaseInterrupted | undefined {
  if (!(error instanceof Error) || !INTERRUPTIONS.test(error.message)) return undefined;
  return new DatabaseInterrupted(!queries.every(({ sql }) => READ.test(sql)), error);
}
