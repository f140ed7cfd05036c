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

export function logError(requestId: string, error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(
    JSON.stringify({ level: "error", event: "error", requestId, name, message, stack }),
  );
}
