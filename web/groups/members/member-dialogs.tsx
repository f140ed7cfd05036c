import { lazy } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { userName } from "#web/lib/labels.ts";
import type { MemberAction } from "./member-cells.tsx";
import { Trans, ph, t } from "#web/language/macros.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { removeMemberMutation, setAdminMutation, transferOwnershipMutation } from "./queries.ts";
import { sentenceGap } from "#web/lib/sentence.ts";

const SetEndDialog = lazy(() => import("./set-end-dialog.tsx"));
const SuspendDialog = lazy(() => import("#web/suspension/suspend-dialog.tsx"));
const LiftDialog = lazy(async () => ({
  default: (await import("#web/suspension/suspend-dialog.tsx")).LiftDialog,
}));

type ActionDialogProps = {
  action: MemberAction;
  member: GroupMember;
  group: Group;
  onClose: () => void;
};

/** Every action on a member is confirmed. */
export default function ActionDialog({ action, member, group, onClose }: ActionDialogProps) {
  const user = { userId: member.userId, name: userName(member.mainCharacterName) };
  switch (action) {
    case "makeOwner":
      return <TransferDialog group={group} newOwner={member} onClose={onClose} />;
    case "makeAdmin":
    case "removeAdmin":
      return (
        <SetAdminDialog
          group={group}
          member={member}
          isAdmin={action === "makeAdmin"}
          onClose={onClose}
        />
      );
    case "setEnd":
      return <SetEndDialog group={group} members={[member]} onClose={onClose} />;
    case "remove":
      return <RemoveDialog group={group} member={member} onClose={onClose} />;
    case "suspend":
      return <SuspendDialog {...user} onClose={onClose} />;
    case "lift":
      return <LiftDialog {...user} onClose={onClose} />;
  }
}

type RemoveDialogProps = { group: Group; member: GroupMember; onClose: () => void };

function RemoveDialog({ group, member, onClose }: RemoveDialogProps) {
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
        <Trans>
          <bdi>{ph({ name: userName(member.mainCharacterName) })}</bdi> will no longer be a member
          of <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi>, and can come back
          only by joining again.
        </Trans>
      }
      confirmLabel={t({ context: "member", message: "Remove" })}
      busyLabel={t({ context: "member", message: "Removing..." })}
    />
  );
}

type SetAdminDialogProps = {
  group: Group;
  member: GroupMember;
  /** The new state. */
  isAdmin: boolean;
  onClose: () => void;
};

function SetAdminDialog({ group, member, isAdmin, onClose }: SetAdminDialogProps) {
  const dialog = useConfirmedChange(
    setAdminMutation,
    { groupId: group.id, userId: member.userId, isAdmin },
    {
      done: isAdmin ? t`User promoted to admin successfully!` : t`Admin role removed successfully!`,
      failed: t`Failed to update admin status`,
      onClose,
    },
  );
  const name = <bdi>{userName(member.mainCharacterName)}</bdi>;
  const groupName = <bdi className="wrap-anywhere">{group.name}</bdi>;
  return (
    <ConfirmDialog
      {...dialog}
      title={isAdmin ? t`Make Admin` : t`Remove Admin`}
      description={
        isAdmin ? (
          <Trans>
            {name} will be able to approve join requests, invite pilots and remove members of{" "}
            {groupName}. You can undo this at any time.
          </Trans>
        ) : (
          <Trans>
            {name} stays a member of {groupName}, but can no longer approve join requests, invite
            pilots or remove members. You can undo this at any time.
          </Trans>
        )
      }
      confirmLabel={isAdmin ? t`Make Admin` : t`Remove Admin`}
      busyLabel={t`Saving...`}
    />
  );
}

type TransferDialogProps = { group: Group; newOwner: GroupMember; onClose: () => void };

function TransferDialog({ group, newOwner, onClose }: TransferDialogProps) {
  const dialog = useConfirmedChange(
    transferOwnershipMutation,
    { groupId: group.id, newOwnerId: newOwner.userId },
    {
      done: t`Ownership transferred successfully!`,
      failed: t`Failed to transfer ownership`,
      onClose,
    },
  );
  const name = <bdi>{userName(newOwner.mainCharacterName)}</bdi>;
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

type LeaveDialogProps = { group: Group; onClose: () => void; onConfirm: () => void };

export function LeaveDialog({ group, onClose, onConfirm }: LeaveDialogProps) {
  const wayBack =
    group.joinMode === "approval"
      ? t`To come back, you have to request to join again.`
      : t`To come back, you need an invitation or an invite code.`;
  return (
    <ConfirmDialog
      isDangerous
      title={t`Leave group`}
      description={
        <>
          <Trans>
            You will no longer be a member of{" "}
            <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi>.
          </Trans>
          {sentenceGap()}
          {wayBack}
        </>
      }
      confirmLabel={t`Leave group`}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
