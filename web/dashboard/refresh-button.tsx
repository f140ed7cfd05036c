import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { refreshCharacterMutation } from "./queries.ts";

/** Fetches a character from EVE again. That it failed is only logged: the data we have stays. */
export function RefreshButton({ characterId, characterName }: CharacterSummary) {
  const refresh = useMutation(refreshCharacterMutation(useQueryClient(), characterId));
  return (
    <IconButton
      icon="refresh"
      className="-mr-2"
      label={`Refresh ${characterName}`}
      isBusy={refresh.isPending}
      onClick={() => refresh.mutate()}
    />
  );
}
