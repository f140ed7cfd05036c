import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#shared/groups.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.tsx";
import { deleteGroupMutation } from "./queries.ts";

/** Nothing brings a deleted group back: its name has to be typed. */
export default function DeleteDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const remove = useMutation(deleteGroupMutation);

  function confirm() {
    if (name.trim() !== group.name) return setProblem("This is not the name of the group");
    remove.mutate(
      { id: group.id, name },
      {
        onSuccess: () => {
          toast.success("Group deleted successfully!");
          void navigate(paths.myGroups, { replace: true });
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Delete Group"
      description={
        <>
          <bdi className="font-medium wrap-anywhere text-text-1">{group.name}</bdi>, its
          memberships, requests, invitations and codes will be gone. This cannot be undone.
        </>
      }
      confirmLabel="Delete Group"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      error={remove.isError ? messageOf(remove.error, "Failed to delete group") : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField
        label="Type the name of the group to confirm"
        dir="auto"
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
