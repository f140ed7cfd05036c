import { useMutation } from "@tanstack/react-query";
import type { Group } from "#shared/groups.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { GroupForm } from "./group-form.tsx";
import { updateGroupMutation } from "./queries.ts";
import { useGroupInput } from "./use-group-input.ts";

/** The form of the creation, filled with what is. */
export default function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { id, categoryId, name, description, visibility, joinMode } = group;
  const form = useGroupInput({
    categoryId,
    name,
    description: description ?? "",
    visibility,
    joinMode,
  });
  const update = useMutation(updateGroupMutation);

  function submit() {
    const changed = form.submit();
    if (!changed || update.isPending) return;
    update.mutate(
      { id, ...changed },
      {
        onSuccess: () => {
          toast.success("Group updated successfully!");
          onClose();
        },
        onError: form.refuse,
      },
    );
  }

  return (
    <Dialog isOpen title="Edit Group" isBusy={update.isPending} onClose={onClose}>
      <GroupForm
        input={form.input}
        onChange={form.change}
        onSubmit={submit}
        problems={form.problems}
        current={{ categoryId, visibility }}
      >
        {update.isError && (
          <Alert tone="danger">{messageOf(update.error, "Failed to update group")}</Alert>
        )}
        <div className="flex flex-wrap justify-end gap-2 pb-4">
          <Button isDisabled={update.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={update.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </GroupForm>
    </Dialog>
  );
}
