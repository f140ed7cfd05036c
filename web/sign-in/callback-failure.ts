import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { ApiError } from "#web/lib/api/api-error.ts";

export const UNEXPECTED_RESPONSE = "unexpected response";
const FAILED = msg`Failed to complete authentication`;

export type CallbackFailure = { message: string; hint?: string; requestId?: string | undefined };

export const incompleteCallback = (): CallbackFailure => ({
  message: say(FAILED),
  hint: t`The address of this page is incomplete. Return to the home page and log in again.`,
});

/** Why a sign-in failed, and what to do. The server's messages say both; those of the browser say neither. */
export function failureOf(error: unknown): CallbackFailure {
  if (!(error instanceof ApiError)) {
    const isUnexpected = error instanceof Error && error.message === UNEXPECTED_RESPONSE;
    return isUnexpected
      ? {
          message: t`Unexpected response from server`,
          hint: t`Return to the home page and log in again.`,
        }
      : {
          message: say(FAILED),
          hint: t`Muster's response did not arrive. Check your connection, then return to the home page and log in again.`,
        };
  }
  const { serverMessage, requestId } = error;
  if (error.code === "invalid_request") return { ...incompleteCallback(), requestId };
  if (error.code === "suspended" && serverMessage) {
    // The server says until when and why. The refusal is meant, so it needs no request id.
    return { message: t`Account suspended`, hint: serverMessage };
  }
  if (serverMessage) return { message: serverMessage, requestId };
  return {
    message: say(FAILED),
    hint: t`Muster does not respond as expected. Try again in a few minutes.`,
    requestId,
  };
}
