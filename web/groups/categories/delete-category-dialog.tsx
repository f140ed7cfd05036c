import { Plural, Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { Category } from "#shared/groups/categories.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "#web/ui/dialog/delete-dialog.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { deleteCategoryMutation } from "./mutations.ts";
import { categoriesQuery } from "./queries.ts";

type DeleteCategoryDialogProps = { category: Category; onClose: () => void };

export default function DeleteCategoryDialog({
  category: opened,
  onClose,
}: DeleteCategoryDialogProps) {
  // The list may be fetched again while the dialog is open.
  const { data = [] } = useQuery(categoriesQuery);
  const { id, name, groupCount } = data.find((category) => category.id === opened.id) ?? opened;
  const remove = useAction(deleteCategoryMutation, t`Failed to delete category`);
  if (groupCount !== null && groupCount > 0) {
    return (
      <Dialog
        isOpen
        title={t`Delete Category`}
        description={
          <>
            <Trans>
              <bdi className="font-medium wrap-anywhere text-text-1">{name}</bdi> still has{" "}
              <Plural value={groupCount} one="# group" other="# groups" />. Only an empty category
              can be deleted: move the groups to another category or delete them first.
            </Trans>
          </>
        }
        footer={
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
        onClose={onClose}
      />
    );
  }
  const confirm = (typedName: string) =>
    remove.act(
      { id, name: typedName },
      {
        onSuccess: () => {
          toast.success(t`Category deleted successfully!`);
          onClose();
        },
      },
    );
  return (
    <DeleteDialog
      title={t`Delete Category`}
      description={
        <>
          <Trans>
            Are you sure you want to delete the category?{" "}
            <bdi className="font-medium wrap-anywhere text-text-1">{name}</bdi> will be deleted.
            This cannot be undone.
          </Trans>
        </>
      }
      what="category"
      name={name}
      isBusy={remove.isPending}
      error={remove.failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
