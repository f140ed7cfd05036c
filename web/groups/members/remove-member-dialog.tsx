import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { removeMemberMutation } from "./queries.ts";

type RemoveMemberDialogProps = { group: Group; member: GroupMember; onClose: () => void };

export default function RemoveMemberDialog(props: RemoveMemberDialogProps) {
  const { group, member, onClose } = props;
  const dialog = useConfirmedChange(
    removeMemberMutation,
    { groupId: group.id, userId: member.userId },
    { done: t`Member removed successfully!`, failed: t`Failed to remove member`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove member`}
      description={
        <>
          <Trans>
            <bdi>{ph({ name: member.mainCharacterName ?? say(UNKNOWN_USER) })}</bdi> will no longer
            be a member of <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi>, and
            can come back only by joining again.
          </Trans>
        </>
      }
      confirmLabel={t({ context: "member", message: "Remove" })}
      busyLabel={t({ context: "member", message: "Removing..." })}
    />
  );
}
