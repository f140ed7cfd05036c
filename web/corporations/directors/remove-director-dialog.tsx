import type { Corporation, Director } from "#shared/corporations.ts";
import { useAction } from "#web/lib/use-action.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { removeDirectorMutation } from "./queries.ts";

type RemoveDirectorDialogProps = {
  corporation: Corporation;
  director: Director;
  onClose: () => void;
};

export default function RemoveDirectorDialog(props: RemoveDirectorDialogProps) {
  const { corporation, director, onClose } = props;
  const { directorId, characterName } = director;
  const remove = useAction(removeDirectorMutation, "Failed to remove director");
  const isLast = corporation.directorCount <= 1;
  const confirm = () =>
    remove.act(
      { id: corporation.corporationId, directorId },
      {
        onSuccess: () => {
          toast.success(`${characterName} removed as a director`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Remove Director"
      description={
        <>
          {characterName} will no longer read the data of {corporation.name}. The character stays
          linked, and its director access stays granted.
          {isLast && " Without any director, only public data can be fetched."}
        </>
      }
      confirmLabel="Remove Director"
      busyLabel="Removing..."
      isBusy={remove.isPending}
      error={remove.failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
