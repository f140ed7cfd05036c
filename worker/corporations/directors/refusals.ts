import { MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import { ApiError } from "#worker/http/api-error.ts";

export function corporationNotFound(): ApiError {
  return new ApiError("corporation_removed");
}

export function directorNotFound(): ApiError {
  return new ApiError("no_such_director");
}

export function notLinked(field: string): ApiError {
  return new ApiError("director_not_linked", {}, { field });
}

export function tooManyDirectors(): ApiError {
  return new ApiError("too_many_directors", { count: MAX_DIRECTORS });
}
