import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { setAdminMutation } from "./queries.ts";

type SetAdminDialogProps = {
  group: Group;
  member: GroupMember;
  /** The new state. */
  isAdmin: boolean;
  onClose: () => void;
};

export function SetAdminDialog({ group, member, isAdmin, onClose }: SetAdminDialogProps) {
  const dialog = useConfirmedChange(
    setAdminMutation,
    { groupId: group.id, userId: member.userId, isAdmin },
    {
      done: isAdmin ? t`User promoted to admin successfully!` : t`Admin role removed successfully!`,
      failed: t`Failed to update admin status`,
      onClose,
    },
  );
  const name = <bdi>{member.mainCharacterName ?? say(UNKNOWN_USER)}</bdi>;
  const groupName = <bdi className="wrap-anywhere">{group.name}</bdi>;
  return (
    <ConfirmDialog
      {...dialog}
      title={isAdmin ? t`Make Admin` : t`Remove Admin`}
      description={
        isAdmin ? (
          <>
            <Trans>
              {name} will be able to approve join requests, invite pilots and remove members of{" "}
              {groupName}. You can undo this at any time.
            </Trans>
          </>
        ) : (
          <>
            <Trans>
              {name} stays a member of {groupName}, but can no longer approve join requests, invite
              pilots or remove members. You can undo this at any time.
            </Trans>
          </>
        )
      }
      confirmLabel={isAdmin ? t`Make Admin` : t`Remove Admin`}
      busyLabel={t`Saving...`}
    />
  );
}
