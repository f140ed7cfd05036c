import { useQueryClient } from "@tanstack/react-query";
import { replaceSecretMutation } from "#web/applications/queries.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";

type ReplaceSecretDialogProps = { applicationId: string; onClose: () => void };

export default function ReplaceSecretDialog(props: ReplaceSecretDialogProps) {
  const { applicationId, onClose } = props;
  const { act, isPending, failure } = useAction(
    replaceSecretMutation(useQueryClient(), applicationId),
    "Failed to replace the secret",
  );
  return (
    <ConfirmDialog
      isOpen
      title="Make a new secret?"
      description="The old one works for another day, so that you can enter the new one without an interruption."
      confirmLabel="Make a new secret"
      busyLabel="Making..."
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() =>
        void act(undefined, {
          onSuccess: () => {
            onClose();
            scrollTo({ top: 0 });
          },
        })
      }
    />
  );
}
