import { t } from "#web/language/macros.ts";
import type { Webhook } from "#shared/applications/webhooks.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { deleteWebhookMutation } from "./queries.ts";

type DeleteDialogProps = { applicationId: string; webhook: Webhook; onClose: () => void };

export default function DeleteDialog({ applicationId, webhook, onClose }: DeleteDialogProps) {
  const dialog = useConfirmedChange(
    deleteWebhookMutation,
    { id: applicationId, webhookId: webhook.id },
    {
      done: t`Webhook deleted`,
      failed: t`Failed to delete the webhook`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Delete the webhook?`}
      description={t`Nothing more is sent to its address, and what waits is dropped.`}
      confirmLabel={t`Delete the webhook`}
      busyLabel={t`Deleting...`}
    />
  );
}
