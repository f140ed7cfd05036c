import { t } from "#web/language/macros.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { GrantButton } from "./grant-button.tsx";

/** What restores the director access of a character: the grant if it is the user's own, else a link to send to its player. */
export function AccessRepair({ characterId, characterName }: CharacterSummary) {
  const { user } = useSession();
  const own = user?.characters.find((one) => one.characterId === characterId);
  if (own) return <GrantButton isAlways character={own} />;
  return (
    <CopyButton
      text={location.origin + paths.grantRequest(characterId)}
      what={t`for the director access of ${characterName}`}
    >
      {t`Copy request link`}
    </CopyButton>
  );
}
