import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { unlinkMutation } from "./queries.ts";

type Props = { name: string; onClose: () => void };

export default function UnlinkDialog({ name, onClose }: Props) {
  const unlink = useConfirmedChange(unlinkMutation(useQueryClient()), undefined, {
    done: "Discord account unlinked",
    failed: "Failed to unlink Discord",
    onClose,
  });
  return (
    <ConfirmDialog
      {...unlink}
      isDangerous
      title={`Unlink ${name}?`}
      description="Muster forgets this Discord account and gives its permission back. Your groups stay as they are. You can link it again whenever you like."
      confirmLabel="Unlink"
      busyLabel="Unlinking..."
    />
  );
}
