import { ApiError } from "#worker/http/api-error.ts";

/** The signed-in user of a request. */
export type UserActor = {
  kind: "user";
  userId: string;
  sessionId: string;
  /** A system administrator: see `isAdministrator`. */
  isAdmin: boolean;
  /** Does not belong to the community (docs/decisions/0054). System administrators are no guests. */
  isGuest: boolean;
  /** The name of an application that acts, of which `userId` is the id (`worker/programs/`). */
  application?: string;
  /** SHA-256 of the browser's proof cookie. */
  proofHash?: string;
};

/** A system administrator: what routes of `administrators` have checked. */
export type Administrator = UserActor & { isAdmin: true };

/** Throws `forbidden` for guests of the community, who neither find nor open other pilots (docs/decisions/0054). */
export function requireNoGuest({ isGuest }: UserActor): void {
  if (isGuest) throw new ApiError("members_only_search");
}
