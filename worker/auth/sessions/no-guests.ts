import { ApiError } from "#worker/http/api-error.ts";
import type { UserActor } from "./actor.ts";

/** Throws `forbidden` for guests of the community, who neither find nor open other pilots (docs/decisions/0054). */
export function requireNoGuest({ isGuest }: UserActor): void {
  if (isGuest) {
    throw new ApiError("members_only_search");
  }
}
