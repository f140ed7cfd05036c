export type EsiReason =
  /** ESI refuses the access token. Says nothing of the grant: only EVE's SSO can revoke that. */
  | "token_revoked"
  | "missing_scope"
  /** The character may not do this in EVE. */
  | "missing_role"
  | "not_in_corporation"
  | "not_found"
  /** The character has been biomassed. */
  | "deleted"
  | "rate_limited"
  | "unavailable"
  | "bad_answer";

const SENTENCES: Record<EsiReason, string> = {
  token_revoked: "EVE no longer accepts this character's authorization. Sign in with it again.",
  missing_scope: "This character's authorization does not cover this. Authorize it again.",
  missing_role: "EVE does not let this character read this.",
  not_in_corporation: "The character is no longer in this corporation.",
  not_found: "EVE does not know this.",
  deleted: "This character has been biomassed.",
  rate_limited: "EVE asked us to slow down. Try again in a few minutes.",
  unavailable: "EVE could not be reached. Try again in a few minutes.",
  bad_answer: "EVE gave an answer we could not read. Try again in a few minutes.",
};

/** What a failure means to a person. */
export function esiSentence(reason: EsiReason): string {
  return SENTENCES[reason];
}

/** Every way in which a call of ESI can fail. */
export class EsiError extends Error {
  readonly reason: EsiReason;
  /** Undefined when no answer came, or when the call was not made. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: EsiReason,
    more: { status?: number; retryAfterSeconds?: number; detail?: string; cause?: unknown } = {},
  ) {
    super(more.detail === undefined ? reason : `${reason}: ${more.detail}`, { cause: more.cause });
    this.name = "EsiError";
    this.reason = reason;
    this.status = more.status;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** ESI's own words, as the live service says them, for what a 403 or 404 means. */
const REASONS_BY_TEXT: [status: number, text: RegExp, reason: EsiReason][] = [
  // An outage of EVE's SSO makes ESI refuse good tokens.
  [403, /sso_status|too far in the future/i, "unavailable"],
  [403, /not valid for scope/i, "missing_scope"],
  [403, /not in (the )?corporation/i, "not_in_corporation"],
  [404, /character has been deleted/i, "deleted"],
];

export function reasonOfStatus(status: number, body: string): EsiReason {
  const known = REASONS_BY_TEXT.find((row) => row[0] === status && row[1].test(body));
  if (known !== undefined) return known[2];
  if (status === 401) return "token_revoked";
  if (status === 403) return "missing_role";
  if (status === 404) return "not_found";
  if (status === 420 || status === 429) return "rate_limited";
  return status >= 500 ? "unavailable" : "bad_answer";
}
