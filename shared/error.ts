// Without zod: every page needs this at its first paint.

/** The header of responses while the database refuses writes: until when, in ISO 8601. */
export const READ_ONLY_HEADER = "Muster-Read-Only-Until";

/** The header in which a browser says what it has seen of the database, as the last responses told it. */
export const BOOKMARK_HEADER = "Muster-Bookmark";

/** The error codes that clients act on, with their HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  sign_in_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The browser has to prove the user's main at EVE first (`POST /auth/proof/start`). */
  fresh_proof_required: 403,
  /** An administrator has suspended the account: the message says why and until when. */
  suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Repeat the request with `allowDuplicateName`. */
  duplicate_name: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  upstream_unavailable: 503,
  /** Muster itself fails, for example its database. */
  unavailable: 503,
  /** The database refuses writes until 00:00 UTC; reads still work. */
  read_only: 503,
  /** Variables or secrets are missing: the message names them. */
  not_configured: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
