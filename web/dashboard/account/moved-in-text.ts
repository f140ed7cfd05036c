import { ph, plural, t } from "#web/language/macros.ts";
import { perLanguage } from "#web/language/messages.ts";
import type { MovedAccount } from "#shared/session.ts";

const list = perLanguage((tag) => new Intl.ListFormat(tag));

/** The notice of an account that moved in, and what the pilot can expect of it. */
export function movedInText({
  from,
  characters,
  groups,
  requests,
  hasDiscord,
}: MovedAccount): string {
  const parts = [
    plural(characters, { one: "# character", other: "# characters" }),
    ...(groups > 0 ? [plural(groups, { one: "# group", other: "# groups" })] : []),
    ...(requests > 0
      ? [plural(requests, { one: "# join request", other: "# join requests" })]
      : []),
    ...(hasDiscord ? [t`your Discord account`] : []),
  ];
  return t`Your account moved in from ${from}, with ${ph({ parts: list().format(parts) })}. Muster keeps your EVE authorizations encrypted. You can unlink characters or delete your account at any time.`;
}
