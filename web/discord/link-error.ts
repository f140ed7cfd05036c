import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { ApiError, messageOf } from "#web/lib/api/api-error.ts";

export const UNKNOWN_ERROR = msg`Unknown error occurred`;

/** Why a Discord account was not linked, and what the user can do. */
export class LinkError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LinkError";
    this.hint = hint;
  }
}

export type LinkFailure = { message: string; hint?: string | undefined };

/** The message for the user, safe to post between windows. */
export function describeFailure(error: unknown): LinkFailure {
  if (error instanceof LinkError) return { message: error.message, hint: error.hint };
  if (error instanceof ApiError) return { message: messageOf(error, error.message) };
  return { message: say(UNKNOWN_ERROR) };
}
