import type { ErrorCode } from "#shared/error.ts";
import type { ErrorBody, Reason } from "#shared/reasons.ts";
import { ph, t } from "#web/language/macros.ts";
import { sayRefusal, sayShared } from "#web/language/messages.ts";
import type { RefusedRequest } from "#web/lib/refused-request.ts";

/** HTTP/2 and HTTP/3 have no reason phrase (RFC 9113 §8.3.2), so these replace it. */
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
 * A response of the API without success. `code`, `serverMessage`, `requestId` and `fields` come from the Worker; they
 * are missing if a proxy in front of it answered.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly #said: ErrorBody["error"] | undefined;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  /** An offer to merge the two accounts that stand in each other's way. */
  readonly mergeId: string | undefined;
  /** The request itself, if it needs a fresh proof. */
  request: RefusedRequest | undefined;

  constructor(status: number, statusText: string, body: unknown) {
    super(t`API request failed: ${ph({ reason: statusText || (REASONS[status] ?? status) })}`);
    this.name = "ApiError";
    this.status = status;
    const said = isErrorBody(body) ? body.error : undefined;
    this.code = said?.code;
    this.#said = said;
    this.requestId = said?.requestId;
    this.fields = said?.fields ?? {};
    this.mergeId = said?.mergeId;
  }

  get reason(): Reason | undefined {
    return this.#said?.reason;
  }

  /** In the language of the moment. */
  get serverMessage(): string | undefined {
    const { reason, params, message } = this.#said ?? {};
    return (reason && sayRefusal(reason, params ?? {})) ?? message;
  }
}

/** Checked by hand: a schema would add zod to the entry chunk. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  if (typeof error !== "object" || error === null || !("message" in error)) return false;
  return typeof error.message === "string";
}

/** The message for the user: the server's, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** Why a request failed: the server's message, else whether Muster answered at all. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t`Muster could not be reached. Please try again.`;
  return error.serverMessage || t`Muster answered with an error. Please try again.`;
}

/** The server's messages for the fields of a form. */
export function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, problem]) => [field, sayShared(problem)]),
  );
}

/** Whether the resource does not exist for this user. The API answers 400 to malformed ids. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** For failures that are only logged, not shown. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn(what, error);
}
