import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { GroupSearch } from "#web/group-search/group-search.tsx";
import { inviteMutation } from "#web/pilots/queries.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";

type Props = { name: string; onClose: () => void };

/** Invites a pilot to a group. */
export default function InviteDialog({ name, onClose }: Props) {
  const [group, setGroup] = useState<{ id: string; name: string }>();
  const [isMissing, setIsMissing] = useState(false);
  const dialog = useConfirmedChange(
    inviteMutation(useQueryClient()),
    { groupId: group?.id ?? "", characterName: name },
    { done: `${name} is invited to ${group?.name}`, failed: "Failed to invite", onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={() => (group === undefined ? setIsMissing(true) : dialog.onConfirm())}
      title={`Invite ${name}`}
      description="The pilot decides. Invitations expire after 7 days."
      confirmLabel="Invite"
      busyLabel="Inviting..."
    >
      <GroupSearch
        onChoose={(id, chosen) => setGroup({ id, name: chosen })}
        error={isMissing && group === undefined ? "Choose a group from the list" : undefined}
      />
    </ConfirmDialog>
  );
}
