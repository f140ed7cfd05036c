import type { ErrorCode } from "#shared/error.ts";

/** An error response with a message for the user. `onError` adds its status and the request id. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly mergeId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      mergeId?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "ApiError";
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.mergeId = more.mergeId;
  }
}
