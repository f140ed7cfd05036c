import { MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import { ApiError } from "#worker/http/api-error.ts";

export function corporationNotFound(): ApiError {
  return new ApiError("not_found", "Corporation not found (may have been removed)");
}

export function directorNotFound(): ApiError {
  return new ApiError("not_found", "This character is not a director of this corporation.");
}

export function notLinked(field: string): ApiError {
  const message =
    "This character is not linked to Muster. Its player must log in and link it first.";
  return new ApiError("invalid_request", message, { fields: { [field]: message } });
}

export function tooManyDirectors(): ApiError {
  return new ApiError("conflict", `A corporation has at most ${MAX_DIRECTORS} directors.`);
}
