import { english } from "#shared/english.ts";
import { REASONS } from "#shared/reasons.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";

const SENTENCES: Record<EsiReason, string> = {
  token_revoked: english`EVE no longer accepts this character's authorization. Sign in with it again.`,
  missing_scope: english`This character's authorization does not cover this. Authorize it again.`,
  missing_role: english`EVE does not allow this character to read this.`,
  not_in_corporation: english`The character is no longer in this corporation.`,
  not_found: english`EVE has no such entry.`,
  deleted: english`This character has been biomassed.`,
  rate_limited: english`EVE is limiting requests. Try again in a few minutes.`,
  unavailable: REASONS.eve_unavailable.message,
  bad_answer: english`EVE's response could not be read. Try again in a few minutes.`,
};

/** What a failure means to a user. */
export function esiSentence(reason: EsiReason): string {
  return SENTENCES[reason];
}

/** The one error of ESI calls. */
export class EsiError extends Error {
  readonly reason: EsiReason;
  /** Undefined if there was no response, or the call was not made. */
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

/** What a 403 or 404 of the live service means, by its text. The OpenAPI document does not define these texts. */
const REASONS_BY_TEXT: [status: number, text: RegExp, reason: EsiReason][] = [
  // An outage of EVE's SSO makes ESI refuse valid tokens: https://github.com/esi/esi-issues/issues/1266
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
