import { t } from "#web/language/macros.ts";
import type { Webhook } from "#shared/applications/webhooks.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
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
  const dialog = useConfirmedChange(
    replaceWebhookSecretMutation,
    { id: applicationId, webhookId: webhook.id },
    {
      onDone: ({ secret }) => onReplaced(secret),
      failed: t`Failed to replace the signing secret`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Make a new signing secret?`}
      description={t`Muster signs with the old one too for another day, so that you can enter the new one without losing a message.`}
      confirmLabel={t`Make a new secret`}
      busyLabel={t`Making...`}
    />
  );
}
