import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { changeMainMutation } from "./queries.ts";

type Props = { character: CharacterSummary; onClose: () => void };

export default function MakeMainDialog({ character, onClose }: Props) {
  const { characterId, characterName } = character;
  const change = useMutation(changeMainMutation(useQueryClient()));
  const confirm = () =>
    change.mutate(characterId, {
      onSuccess: () => {
        toast.success(`${characterName} is now your main`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isBusy={change.isPending}
      title={`Make ${characterName} your main?`}
      description="Groups and Discord will know you by this name. You can change it back at any time."
      confirmLabel="Make main"
      busyLabel="Changing..."
      error={change.error ? messageOf(change.error, "Failed to change your main") : undefined}
    />
  );
}
