import type { ErrorCode } from "./codes.ts";
import type { Params, Reason } from "./reasons.ts";

/** The header of responses while the database refuses writes: until when, in ISO 8601. */
export const READ_ONLY_HEADER = "Muster-Read-Only-Until";

/** The header in which a browser says what it has seen of the database, as the last responses told it. */
export const BOOKMARK_HEADER = "Muster-Bookmark";

/** The body of every error response. `fields` has a message for each invalid field. */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    /** Why, and what the sentence of `message` is made of: to say it in another language, or to act on it. */
    reason: Reason;
    params: Params;
    /** The same in English. */
    message: string;
    requestId: string;
    fields?: Record<string, string> | undefined;
    /** The id of an offer to merge the two accounts of this conflict. */
    mergeId?: string | undefined;
  };
};
