import { t } from "#web/language/macros.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useRefreshCharacter } from "#web/eve/refresh-character.ts";
import type { ButtonSize } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/button.tsx";

type RefreshButtonProps = {
  character: CharacterSummary;
  overview: OverviewCharacter | undefined;
  size?: ButtonSize;
};

export function RefreshButton({ character, overview, size = "md" }: RefreshButtonProps) {
  const { characterId, characterName } = character;
  const { refresh, isBusy } = useRefreshCharacter(characterId, overview);
  return (
    <IconButton
      icon="refresh"
      size={size}
      className={size === "md" ? "-mr-2" : undefined}
      label={t`Refresh ${characterName}`}
      isBusy={isBusy}
      onClick={refresh}
    />
  );
}
