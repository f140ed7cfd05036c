import type { Corporation, Director } from "#shared/corporations/corporations.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { removeDirectorMutation } from "./queries.ts";

type RemoveDirectorDialogProps = {
  corporation: Corporation;
  director: Director;
  onClose: () => void;
};

export default function RemoveDirectorDialog(props: RemoveDirectorDialogProps) {
  const { corporation, director, onClose } = props;
  const { directorId, characterName } = director;
  const dialog = useConfirmedChange(
    removeDirectorMutation,
    { id: corporation.corporationId, directorId },
    {
      done: `${characterName} removed as a director`,
      failed: "Failed to remove director",
      onClose,
    },
  );
  const isLast = corporation.directorCount <= 1;
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="Remove director"
      description={
        <>
          Muster will no longer read the data of <bdi>{corporation.name}</bdi> with{" "}
          <bdi>{characterName}</bdi>. The character stays linked, and its director access stays
          granted.
          {isLast && " Without any director, only public data can be fetched."}
        </>
      }
      confirmLabel="Remove director"
      busyLabel="Removing..."
    />
  );
}
