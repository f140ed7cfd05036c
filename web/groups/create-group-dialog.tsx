import { t } from "#web/language/macros.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { EMPTY_INPUT, GroupFields, requirementsNext } from "#web/groups/group/group-fields.tsx";
import { createGroupMutation, useGroupForm } from "#web/groups/group/use-group-form.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";

type CreateGroupDialogProps = {
  /** Preselected: the category that the list is filtered by, or "". */
  categoryId: string;
  onClose: () => void;
};

export default function CreateGroupDialog({ categoryId, onClose }: CreateGroupDialogProps) {
  const navigate = useNavigate();
  const [isAutomatic, setIsAutomatic] = useState(false);
  const { form, isDuplicate } = useGroupForm({
    initial: { ...EMPTY_INPUT, categoryId },
    toRequest: (group) => group,
    mutation: createGroupMutation,
    failed: t`Failed to create group`,
    onDone: ({ id }) => {
      toast.success(t`Group created successfully!`);
      onClose();
      if (isAutomatic) void navigate(paths.adminGroup(id) + requirementsNext(true));
    },
  });

  return (
    <ConfirmDialog
      {...form.dialog}
      title={t`Create Group`}
      description={t`You become its owner, and can transfer the ownership later.`}
      confirmLabel={isDuplicate ? t`Create anyway` : t`Create Group`}
      busyLabel={t`Creating...`}
      onClose={onClose}
    >
      <GroupFields
        input={form.input}
        onChange={form.set}
        problems={form.problems}
        isAutomatic={isAutomatic}
        onAutomatic={setIsAutomatic}
      />
    </ConfirmDialog>
  );
}
