import { useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "#shared/applications/webhooks.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { replaceWebhookSecretMutation } from "./queries.ts";

type ReplaceWebhookSecretDialogProps = {
  applicationId: string;
  webhook: Webhook;
  onClose: () => void;
  /** Receives the new signing secret, which is shown once. */
  onReplaced: (secret: string) => void;
};

export default function ReplaceWebhookSecretDialog({
  applicationId,
  webhook,
  onClose,
  onReplaced,
}: ReplaceWebhookSecretDialogProps) {
  const { act, isPending, failure } = useAction(
    replaceWebhookSecretMutation(useQueryClient(), applicationId),
    "Failed to replace the signing secret",
  );
  return (
    <ConfirmDialog
      isOpen
      title="Make a new signing secret?"
      description="Muster signs with the old one too for another day, so that you can enter the new one without losing a message."
      confirmLabel="Make a new secret"
      busyLabel="Making..."
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() =>
        void act(webhook.id, {
          onSuccess: ({ secret }) => {
            onReplaced(secret);
            onClose();
          },
        })
      }
    />
  );
}
