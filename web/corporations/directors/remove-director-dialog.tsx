import { Trans, ph, t } from "#web/language/macros.ts";
import type { Corporation, Director } from "#shared/corporations/corporations.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
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
      done: t`${characterName} removed as a director`,
      failed: t`Failed to remove director`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove director`}
      description={
        <Trans>
          <bdi>{characterName}</bdi>, for <bdi>{ph({ corporationName: corporation.name })}</bdi>
        </Trans>
      }
      confirmLabel={t`Remove director`}
      busyLabel={t`Removing...`}
    >
      <ConsequencesOf act="director" id={directorId} onLeave={onClose} />
    </ConfirmDialog>
  );
}
