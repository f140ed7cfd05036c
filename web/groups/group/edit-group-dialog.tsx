import { createGroupSchema } from "#shared/groups/groups.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { GroupFields } from "./group-fields.tsx";
import { updateGroupMutation } from "./queries.ts";
import { useDuplicateName } from "./use-duplicate-name.ts";

export default function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { id, categoryId, name, description, visibility, joinMode } = group;
  const form = useInput(createGroupSchema, {
    categoryId,
    name,
    description: description ?? "",
    visibility,
    joinMode,
  });
  const { isDuplicate, notice } = useDuplicateName(form.input.name);
  const update = useAction(updateGroupMutation, "Failed to update group");

  function submit() {
    const changed = form.submit();
    if (!changed) return;
    void update.act(
      { id, ...changed, ...(isDuplicate && { allowDuplicateName: true }) },
      {
        onSuccess: () => {
          toast.success("Group updated successfully!");
          onClose();
        },
        onRefusal: (fields, error) => {
          form.refuse(fields);
          notice(error);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen
      title="Edit Group"
      confirmLabel={isDuplicate ? "Save Anyway" : "Save Changes"}
      busyLabel="Saving..."
      isBusy={update.isPending}
      error={update.failure}
      onConfirm={submit}
      onClose={onClose}
    >
      <GroupFields
        input={form.input}
        onChange={form.change}
        problems={form.problems}
        current={group}
      />
    </ConfirmDialog>
  );
}
