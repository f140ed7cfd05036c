import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { API_PATH } from "#shared/applications/api.ts";
import type { ApiProblem } from "#shared/applications/api-answers.ts";
import { ERROR_STATUS } from "#shared/error.ts";
import type { ErrorCode } from "#shared/error.ts";
import type { ErrorBody } from "#shared/reasons.ts";
import { ConfigError } from "#worker/ground/config.ts";
import { DatabaseInterrupted } from "#worker/db/interruption.ts";
import { nextQuotaReset, QuotaExceeded } from "#worker/db/quota.ts";
import { LockConflict } from "#worker/db/optimistic-lock.ts";
import { ApiError } from "./api-error.ts";
import { logError } from "./log.ts";

/** `Retry-After` of `rate_limited` errors that do not state another: the period of the limits in wrangler.jsonc. */
const DEFAULT_WAIT_SECONDS = 60;

/** D1 restarts within seconds. */
const INTERRUPTION_WAIT_SECONDS = 5;

const CHALLENGE = 'Bearer realm="Muster"';
export const INVALID_TOKEN = `${CHALLENGE}, error="invalid_token"`;

/** The challenge of a 401. RFC 6750 §3: the error is named only if the request had a token. */
export function bearerChallenge(c: Context): string {
  return /^bearer /i.test(c.req.header("authorization") ?? "") ? INVALID_TOKEN : CHALLENGE;
}

/** Errors that an operator has to know of. */
const OUR_FAULT = new Set<ErrorCode>(["internal", "unavailable", "read_only", "not_configured"]);

/** Turns an error of a handler into the error response. */
export function onError(thrown: Error, c: Context) {
  const { error, headers } = describeError(thrown, c);
  if (c.req.path.startsWith(`${API_PATH}/`)) return problemOf(c, error, headers);
  const { code, reason, params, message, fields, mergeId } = error;
  const requestId: string = c.get("requestId");
  const body: ErrorBody = {
    error: {
      code,
      reason,
      params,
      message,
      requestId,
      ...(fields && { fields }),
      ...(mergeId && { mergeId }),
    },
  };
  return c.json(body, ERROR_STATUS[code], headers);
}

/** What the client is told of an error, in the body and in headers. The log is told of ours. */
export function describeError(thrown: Error, c: Context) {
  const error = toApiError(thrown);
  const { code } = error;
  if (OUR_FAULT.has(code)) logError(c.get("requestId"), thrown);
  const wait = error.retryAfterSeconds ?? (code === "rate_limited" ? DEFAULT_WAIT_SECONDS : null);
  const headers: Record<string, string> = {};
  if (wait !== null) headers["Retry-After"] = String(wait);
  if (code === "unauthenticated") headers["WWW-Authenticate"] = bearerChallenge(c);
  return { error, headers };
}

/** An error of the API for programs (RFC 9457, and draft-ietf-httpapi-ratelimit-headers). */
function problemOf(
  c: Context,
  { code, reason, params, message, fields }: ApiError,
  headers: Record<string, string>,
) {
  const wait = headers["Retry-After"];
  const policy = reason === "application_spent" ? "rows" : "token";
  if (code === "rate_limited") headers["RateLimit"] = `"${policy}";r=0;t=${wait}`;
  const problem: ApiProblem = {
    type: `/docs/api#${code}`,
    title: code.replaceAll("_", " "),
    status: ERROR_STATUS[code],
    detail: message,
    code,
    reason,
    params,
    requestId: c.get("requestId"),
    ...(fields && { errors: fields }),
  };
  return c.json(problem, ERROR_STATUS[code], {
    ...headers,
    "Content-Type": "application/problem+json",
  });
}

/** What a user is told of an error. */
export function toApiError(thrown: Error): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof LockConflict) {
    return new ApiError("changed_meanwhile");
  }
  if (thrown instanceof QuotaExceeded) return quotaError(thrown);
  if (thrown instanceof DatabaseInterrupted) return interruptionError(thrown);
  // Hono's validator throws it for malformed JSON.
  if (thrown instanceof HTTPException && thrown.status < 500) {
    return new ApiError("invalid_json");
  }
  // The message contains names of variables only, which are public.
  if (thrown instanceof ConfigError)
    return new ApiError("not_configured", { problem: thrown.message });
  return new ApiError("unexpected");
}

function interruptionError(cause: DatabaseInterrupted): ApiError {
  const reason = cause.isWrite ? "database_interrupted_write" : "database_interrupted";
  return new ApiError(reason, {}, { retryAfterSeconds: INTERRUPTION_WAIT_SECONDS, cause });
}

function quotaError(cause: QuotaExceeded): ApiError {
  const now = Date.now();
  const retryAfterSeconds = Math.ceil((nextQuotaReset(now) - now) / 1000);
  return cause.rows === "write"
    ? new ApiError("writes_spent", {}, { retryAfterSeconds, cause })
    : new ApiError("reads_spent", {}, { retryAfterSeconds, cause });
}
