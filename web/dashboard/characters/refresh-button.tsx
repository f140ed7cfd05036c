import { t } from "#web/language/macros.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useRefreshCharacter } from "#web/lib/api/refresh-character.ts";
import { announceRefresh } from "#web/ui/feedback/announce-refresh.ts";
import type { ButtonSize } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

type RefreshButtonProps = {
  character: CharacterSummary;
  overview: OverviewCharacter | undefined;
  size?: ButtonSize;
};

/** Refetches a character from EVE. A failure is only logged; the stored data stays. */
export function RefreshButton({ character, overview, size = "md" }: RefreshButtonProps) {
  const { characterId, characterName } = character;
  const isUnread = overview !== undefined && hasNothingRead(overview);
  const { refresh, isBusy } = useRefreshCharacter(characterId, isUnread, announceRefresh);
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

/** A newly linked character, of which no data has been fetched yet. */
function hasNothingRead(overview: OverviewCharacter): boolean {
  const { tokenState, corporationId, queueState, location, walletBalance, totalSp } = overview;
  if (corporationId === null) return true;
  const own = [location, walletBalance, totalSp].filter((one) => one !== null);
  return tokenState !== "revoked" && queueState === "unknown" && own.length === 0;
}
