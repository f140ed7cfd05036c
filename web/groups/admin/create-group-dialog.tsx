import { useState } from "react";
import { useNavigate } from "react-router";
import { createGroupSchema } from "#shared/groups/groups.ts";
import { AUTOMATIC_NEXT, EMPTY_INPUT, GroupFields } from "#web/groups/group/group-fields.tsx";
import { createGroupMutation } from "#web/groups/group/queries.ts";
import { useDuplicateName } from "#web/groups/group/use-duplicate-name.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";

type CreateGroupDialogProps = {
  /** Preselected: the category that the list is filtered by, or "". */
  categoryId: string;
  onClose: () => void;
};

export default function CreateGroupDialog({ categoryId, onClose }: CreateGroupDialogProps) {
  const form = useInput(createGroupSchema, { ...EMPTY_INPUT, categoryId });
  const { isDuplicate, notice } = useDuplicateName(form.input.name);
  const [isAutomatic, setIsAutomatic] = useState(false);
  const navigate = useNavigate();
  const create = useAction(createGroupMutation, "Failed to create group");

  function submit() {
    const group = form.submit();
    if (!group) return;
    void create.act(isDuplicate ? { ...group, allowDuplicateName: true } : group, {
      onSuccess: ({ id }) => {
        toast.success("Group created successfully!");
        onClose();
        if (isAutomatic) void navigate(paths.adminGroup(id) + AUTOMATIC_NEXT);
      },
      onRefusal: (fields, error) => {
        form.refuse(fields);
        notice(error);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen
      title="Create Group"
      description="You become its owner, and can transfer the ownership later."
      confirmLabel={isDuplicate ? "Create Anyway" : "Create Group"}
      busyLabel="Creating..."
      isBusy={create.isPending}
      error={create.failure}
      onConfirm={submit}
      onClose={onClose}
    >
      <GroupFields
        input={form.input}
        onChange={form.change}
        problems={form.problems}
        isAutomatic={isAutomatic}
        onAutomatic={setIsAutomatic}
      />
    </ConfirmDialog>
  );
}
