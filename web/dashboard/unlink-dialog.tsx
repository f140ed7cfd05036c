import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { unlinkCharacterMutation } from "./queries.ts";

type Props = { character: CharacterSummary; onClose: () => void };

export default function UnlinkDialog({ character, onClose }: Props) {
  const { characterId, characterName } = character;
  const unlink = useMutation(unlinkCharacterMutation(useQueryClient()));
  const confirm = () =>
    unlink.mutate(characterId, {
      onSuccess: () => {
        toast.success(`${characterName} is no longer linked`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isBusy={unlink.isPending}
      isDangerous
      title={`Unlink ${characterName}?`}
      description="Muster forgets its permission to read this character. Your groups stay as they are. You can link it again whenever you like."
      confirmLabel="Unlink"
      busyLabel="Unlinking..."
      error={unlink.error ? messageOf(unlink.error, "Failed to unlink the character") : undefined}
    />
  );
}
