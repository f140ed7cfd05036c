import type { Group } from "#shared/groups.ts";
import { createGroupSchema } from "#shared/groups.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useInput } from "#web/lib/use-input.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { toast } from "#web/ui/toast.tsx";

import { GroupForm } from "./group-form.tsx";
import { updateGroupMutation } from "./mutations.ts";

/** The form of the creation, filled with what is. */
export default function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { id, categoryId, name, description, visibility, joinMode } = group;
  const form = useInput(createGroupSchema, {
    categoryId,
    name,
    description: description ?? "",
    visibility,
    joinMode,
  });
  const update = useAction(updateGroupMutation, "Failed to update group");

  function submit() {
    const changed = form.submit();
    if (!changed) return;
    void update.act(
      { id, ...changed },
      {
        onSuccess: () => {
          toast.success("Group updated successfully!");
          onClose();
        },
        onRefusal: form.refuse,
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
        <FormButtons
          label="Save Changes"
          busyLabel="Saving..."
          isBusy={update.isPending}
          failure={update.failure}
          onCancel={onClose}
        />
      </GroupForm>
    </Dialog>
  );
}
