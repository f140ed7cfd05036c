import { DrizzleQueryError } from "drizzle-orm/errors";

/** One structured line a request; paths only, so that no code, state or token of a query is kept. */
export function logRequest(line: {
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
}) {
  console.log(JSON.stringify({ level: "info", event: "request", ...line }));
}

/** The error and what caused it. Of a failed query its text is logged, never its parameters. */
export function logError(requestId: string, error: unknown) {
  console.error(
    JSON.stringify({ level: "error", event: "error", requestId, causes: causesOf(error) }),
  );
}

function causesOf(error: unknown): string[] {
  if (error === undefined) return [];
  if (!(error instanceof Error)) return [JSON.stringify(error)];
  const text =
    error instanceof DrizzleQueryError
      ? `Failed query: ${error.query}`
      : `${error.name}: ${error.message}`;
  return [text, ...causesOf(error.cause)];
}
