import type { MovedAccount } from "#shared/session.ts";
import { formatCount } from "#web/lib/format.ts";

const list = new Intl.ListFormat("en");

/** The notice of an account that moved in, and what the pilot can expect of it. */
export function movedInText({
  from,
  characters,
  groups,
  requests,
  hasDiscord,
}: MovedAccount): string {
  const parts = [
    formatCount(characters, "character"),
    ...(groups > 0 ? [formatCount(groups, "group")] : []),
    ...(requests > 0 ? [formatCount(requests, "join request")] : []),
    ...(hasDiscord ? ["your Discord account"] : []),
  ];
  return `Your account moved in from ${from}, with ${list.format(parts)}. Muster keeps your EVE authorizations encrypted. You can unlink characters or delete your account at any time.`;
}
