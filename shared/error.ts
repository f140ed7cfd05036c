import * as z from "zod/mini";

/** Every code a client acts on, and its HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  sign_in_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal: 500,
  upstream_unavailable: 503,
  /** Something of ours is out of order: the database, for one. */
  unavailable: 503,
  /** Variables or secrets are missing: the message names them. */
  not_configured: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every answer that is not a success. `fields` names what validation refused. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    requestId: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
