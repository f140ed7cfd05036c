import { Trans, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { say } from "#web/language/messages.ts";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { transferOwnershipMutation } from "./queries.ts";

type TransferDialogProps = { group: Group; newOwner: GroupMember; onClose: () => void };

export default function TransferDialog({ group, newOwner, onClose }: TransferDialogProps) {
  const dialog = useConfirmedChange(
    transferOwnershipMutation,
    { groupId: group.id, newOwnerId: newOwner.userId },
    {
      done: t`Ownership transferred successfully!`,
      failed: t`Failed to transfer ownership`,
      onClose,
    },
  );
  const name = <bdi>{newOwner.mainCharacterName ?? say(UNKNOWN_USER)}</bdi>;
  const formerOwner = group.isOwner
    ? t`You become an admin.`
    : t`The current owner becomes an admin.`;
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Transfer Ownership`}
      description={
        <>
          <Trans>
            {name} becomes the owner of{" "}
            <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi>.
          </Trans>
          {sentenceGap()}
          {formerOwner}
          {sentenceGap()}
          {t`This cannot be undone unless the new owner transfers it back.`}
        </>
      }
      confirmLabel={t`Transfer Ownership`}
      busyLabel={t`Transferring...`}
    />
  );
}
