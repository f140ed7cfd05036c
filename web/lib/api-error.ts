import type { ErrorBody, ErrorCode } from "#shared/error.ts";

/** HTTP/2 and HTTP/3 send no reason phrase, so we say it ourselves. */
const REASONS: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/**
 * An answer of the API that is not a success. `code`, `serverMessage`, `requestId` and `fields` are what our
 * Worker said; they are missing when something before it answered.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;

  constructor(status: number, statusText: string, body: unknown) {
    super(`API request failed: ${statusText || REASONS[status] || status}`);
    this.name = "ApiError";
    this.status = status;
    const said = saidIn(body);
    this.code = said?.code;
    this.serverMessage = said?.message;
    this.requestId = said?.requestId;
    this.fields = said?.fields ?? {};
  }
}

/** Read by hand: for `errorBodySchema` the first page would load all of zod. */
function saidIn(body: unknown): ErrorBody["error"] | undefined {
  const error = (body as Partial<ErrorBody> | null | undefined)?.error;
  return typeof error?.message === "string" ? error : undefined;
}

/** What to tell a person about `error`: the server's own words when there are any. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** What the server refused in a form, by the name of the field. */
export function fieldsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}

/** Whether what was asked for by its id does not exist, for this user. What can be no id is answered with 400. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
