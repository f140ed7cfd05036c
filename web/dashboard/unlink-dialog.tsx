import { useQueryClient } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { unlinkCharacterMutation } from "./queries.ts";

type Props = { character: CharacterSummary; onClose: () => void };

export default function UnlinkDialog({ character, onClose }: Props) {
  const { characterId, characterName } = character;
  const unlink = useConfirmedChange(unlinkCharacterMutation(useQueryClient()), characterId, {
    done: `${characterName} is no longer linked`,
    failed: "Failed to unlink the character",
    onClose,
  });
  return (
    <ConfirmDialog
      {...unlink}
      isDangerous
      title={`Unlink ${characterName}?`}
      description="Muster forgets its permission to read this character. Your groups stay as they are. You can link it again whenever you like."
      confirmLabel="Unlink"
      busyLabel="Unlinking..."
    />
  );
}
