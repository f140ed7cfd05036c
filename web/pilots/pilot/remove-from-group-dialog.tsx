import { t } from "#web/language/macros.ts";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { removeFromGroupMutation } from "#web/pilots/queries.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";

type RemoveFromGroupDialogProps = {
  membership: PilotDetail["groups"][number];
  userId: string;
  name: string;
  onClose: () => void;
};

export default function RemoveFromGroupDialog(props: RemoveFromGroupDialogProps) {
  const { membership, userId, name, onClose } = props;
  const { groupId, groupName } = membership;
  const dialog = useConfirmedChange(
    removeFromGroupMutation,
    { id: groupId, userId },
    { done: t`${name} is no longer in ${groupName}`, failed: t`Failed to remove`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove ${name} from ${groupName}?`}
      description={t`The membership ends now. The pilot can join again as the group allows.`}
      confirmLabel={t({ context: "member", message: "Remove" })}
      busyLabel={t({ context: "member", message: "Removing..." })}
    />
  );
}
