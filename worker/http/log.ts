/** `d1` counts round trips. */
type Cost = { durationMs: number; d1: number };

/** One line per request. Only the path is logged, since a query may contain a code, a state or a token. */
export function logRequest(
  line: Cost & {
    requestId: string;
    method: string;
    /** The pattern of the route, such as `/api/groups/:id`. */
    route: string;
    path: string;
    status: number;
    userId?: string | undefined;
  },
) {
  console.log(JSON.stringify({ level: "info", event: "request", ...line }));
}

/** One line per run of a job; `runId` is the id of its record. */
export function logJob(line: {
  requestId: string;
  runId: string;
  job: string;
  durationMs: number;
  rows?: number;
  error?: string;
}) {
  const level = line.error === undefined ? "info" : "error";
  console.log(JSON.stringify({ level, event: "job", ...line }));
}

/** One line per queue message. `again`: another message continues the work; `postponed`: another message follows after D1's daily limits are reset. */
export function logMessage(
  line: Cost & {
    requestId: string;
    kind: string;
    attempt: number;
    outcome: "done" | "again" | "postponed" | "failed";
  },
) {
  const level = line.outcome === "failed" ? "error" : "info";
  console.log(JSON.stringify({ level, event: "message", ...line }));
}

/** A cron that D1's daily limits keep from working: an expected state until midnight, so not a failure of every minute. */
export function logPostponedCron(line: { requestId: string; cron: string; error: string }) {
  console.log(JSON.stringify({ level: "info", event: "cron", outcome: "postponed", ...line }));
}

/** The queue did not take messages: the cron of every minute sends them, or finds the work. */
export function logUnsent(line: { requestId: string; kinds: string[]; error: string }) {
  console.log(JSON.stringify({ level: "warn", event: "unsent", ...line }));
}

/** EVE no longer sends the notices between these two: the list of members is read instead. */
export function logMissedNotices(line: {
  requestId: string;
  corporationId: number;
  after: number;
  before: number;
}) {
  console.log(JSON.stringify({ level: "warn", event: "missed-notices", ...line }));
}

/** A message that the queue has given up. */
export function logDeadLetter(line: { requestId: string; messageId: string; kind: string }) {
  console.log(JSON.stringify({ level: "error", event: "dead-letter", ...line }));
}

/** The error and its causes. */
export function logError(requestId: string, error: unknown) {
  console.error(
    JSON.stringify({ level: "error", event: "error", requestId, causes: causesOf(error) }),
  );
}

function causesOf(error: unknown): string[] {
  if (error === undefined) return [];
  if (!(error instanceof Error)) return [JSON.stringify(error)];
  return [`${error.name}: ${error.message}`, ...causesOf(error.cause)];
}
