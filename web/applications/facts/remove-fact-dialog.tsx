import { Trans, t } from "#web/language/macros.ts";
import type { Fact } from "#shared/applications/facts.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { removeFactMutation } from "./queries.ts";

type RemoveFactDialogProps = { applicationId: string; fact: Fact; onClose: () => void };

export default function RemoveFactDialog({ applicationId, fact, onClose }: RemoveFactDialogProps) {
  const { key, title } = fact;
  const dialog = useConfirmedChange(
    removeFactMutation,
    { id: applicationId, key },
    { done: t`Fact deleted`, failed: t`Failed to delete the fact`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Delete the fact?`}
      description={
        <Trans>
          What was told of <bdi className="font-medium">{title}</bdi> is deleted with it. A fact
          that requirements ask for stays until they no longer do.
        </Trans>
      }
      confirmLabel={t`Delete the fact`}
      busyLabel={t`Deleting...`}
    />
  );
}
