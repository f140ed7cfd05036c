import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "#web/lib/api-error.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { unlinkMutation } from "./queries.ts";

type Props = { name: string; onClose: () => void };

export default function UnlinkDialog({ name, onClose }: Props) {
  const unlink = useMutation(unlinkMutation(useQueryClient()));
  const confirm = () =>
    unlink.mutate(undefined, {
      onSuccess: () => {
        toast.success("Discord account unlinked");
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isBusy={unlink.isPending}
      isDangerous
      title={`Unlink ${name}?`}
      description="Muster forgets this Discord account and gives its permission back. Your groups stay as they are. You can link it again whenever you like."
      confirmLabel="Unlink"
      busyLabel="Unlinking..."
      error={unlink.error ? messageOf(unlink.error, "Failed to unlink Discord") : undefined}
    />
  );
}
