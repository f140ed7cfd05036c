import { api, body } from "#web/lib/api/api.ts";
import { returnPathOf } from "#web/lib/return-path.ts";

/** Starts the sign-in that adds the corporation scopes to a character, and returns to this page by default. */
export function grantDirectorAccess(characterId: number, returnTo = returnPathOf(location)) {
  const json = { characterId, access: "director" as const, returnTo };
  return body(api.auth.character.start.$post({ json }));
}
