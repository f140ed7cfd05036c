import { t } from "#web/language/macros.ts";
import { useNavigate } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { DeleteDialog } from "#web/ui/dialog/delete-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { deleteGroupMutation } from "./mutations.ts";

type DeleteGroupDialogProps = {
  group: Group;
  /** Where to go once the group is deleted. */
  listPath: string;
  onClose: () => void;
};

export default function DeleteGroupDialog({ group, listPath, onClose }: DeleteGroupDialogProps) {
  const navigate = useNavigate();
  const remove = useAction(deleteGroupMutation, t`Failed to delete group`);
  const confirm = (name: string) =>
    remove.act(
      { id: group.id, name },
      {
        onSuccess: () => {
          toast.success(t`Group deleted successfully!`);
          void navigate(listPath, { replace: true });
        },
      },
    );
  return (
    <DeleteDialog
      title={t`Delete group`}
      description={<bdi className="font-medium wrap-anywhere text-text-1">{group.name}</bdi>}
      what="group"
      name={group.name}
      isBusy={remove.isPending}
      error={remove.failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ConsequencesOf act="group" id={group.id} onLeave={onClose} />
    </DeleteDialog>
  );
}
