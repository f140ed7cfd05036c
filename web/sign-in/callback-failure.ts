import { ApiError } from "#web/lib/api/api-error.ts";

export const UNEXPECTED_RESPONSE = "Unexpected response from server";
const FAILED = "Failed to complete authentication";

export type CallbackFailure = { message: string; hint?: string; requestId?: string | undefined };

export const INCOMPLETE_CALLBACK: CallbackFailure = {
  message: FAILED,
  hint: "The address of this page is incomplete. Return to the home page and log in again.",
};

/** Why a sign-in failed, and what to do. The server's messages say both; those of the browser say neither. */
export function failureOf(error: unknown): CallbackFailure {
  if (!(error instanceof ApiError)) {
    const isUnexpected = error instanceof Error && error.message === UNEXPECTED_RESPONSE;
    return isUnexpected
      ? { message: UNEXPECTED_RESPONSE, hint: "Return to the home page and log in again." }
      : {
          message: FAILED,
          hint: "Muster's response did not arrive. Check your connection, then return to the home page and log in again.",
        };
  }
  const { serverMessage, requestId } = error;
  if (error.code === "invalid_request") return { ...INCOMPLETE_CALLBACK, requestId };
  if (error.code === "suspended" && serverMessage) {
    // The server says until when and why. The refusal is meant, so it needs no request id.
    return { message: "Account suspended", hint: serverMessage };
  }
  if (serverMessage) return { message: serverMessage, requestId };
  return {
    message: FAILED,
    hint: "Muster does not respond as expected. Try again in a few minutes.",
    requestId,
  };
}
