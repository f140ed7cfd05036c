import { t } from "#web/language/macros.ts";
import type { DiscordServer } from "#shared/discord/servers.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { removeMutation } from "./queries.ts";

type RemoveDialogProps = { server: DiscordServer; onClose: () => void; onRemoved: () => void };

export default function RemoveServerDialog({ server, onClose, onRemoved }: RemoveDialogProps) {
  const { act, isPending, failure } = useAction(removeMutation, t`Failed to remove the server`);
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t`Remove the server?`}
      description={<bdi className="wrap-anywhere">{server.name}</bdi>}
      confirmLabel={t`Remove the server`}
      busyLabel={t`Removing...`}
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() =>
        void act(server.id, {
          onSuccess: () => {
            toast.success(t`Server removed`);
            onRemoved();
          },
        })
      }
    >
      <ConsequencesOf act="server" id={server.id} onLeave={onClose} />
    </ConfirmDialog>
  );
}
