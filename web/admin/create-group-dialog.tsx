import { createGroupSchema } from "#shared/groups.ts";
import { GroupForm } from "#web/group-parts/group-form.tsx";
import { EMPTY_INPUT } from "#web/group-parts/group-input.ts";
import { createGroupMutation } from "#web/group-parts/mutations.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useInput } from "#web/lib/use-input.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { toast } from "#web/ui/toast.tsx";

type CreateGroupDialogProps = {
  /** The category that the list is filtered by, where it is: a likely home. */
  categoryId: string;
  onClose: () => void;
};

export default function CreateGroupDialog({ categoryId, onClose }: CreateGroupDialogProps) {
  const form = useInput(createGroupSchema, { ...EMPTY_INPUT, categoryId });
  const create = useAction(createGroupMutation, "Failed to create group");

  function submit() {
    const group = form.submit();
    if (!group) return;
    void create.act(group, {
      onSuccess: () => {
        toast.success("Group created successfully!");
        onClose();
      },
      onRefusal: form.refuse,
    });
  }

  return (
    <Dialog
      isOpen
      title="Create Group"
      description="You will be its owner, until you make another member the owner."
      isBusy={create.isPending}
      onClose={onClose}
    >
      <GroupForm
        input={form.input}
        onChange={form.change}
        onSubmit={submit}
        problems={form.problems}
      >
        <FormButtons
          label="Create Group"
          busyLabel="Creating..."
          isBusy={create.isPending}
          failure={create.failure}
          onCancel={onClose}
        />
      </GroupForm>
    </Dialog>
  );
}
