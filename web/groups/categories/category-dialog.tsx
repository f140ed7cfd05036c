import { createCategorySchema } from "#shared/groups/categories.ts";
import type {
  Category,
  CreateCategory,
  GroupCreation,
  Visibility,
} from "#shared/groups/categories.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { GROUP_CREATION_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { RadioCard } from "#web/ui/form/radio-cards.tsx";
import { NameAndDescription } from "./name-and-description.tsx";
import { createCategoryMutation, updateCategoryMutation } from "./queries.ts";

type Input = Omit<CreateCategory, "description"> & { description: string };

const EMPTY_INPUT: Input = {
  name: "",
  description: "",
  visibility: "public",
  allowGroupCreation: "anyone",
};

export function CreateCategoryDialog({ onClose }: { onClose: () => void }) {
  const create = useAction(createCategoryMutation, "Failed to create category");
  return (
    <CategoryDialog
      title="Create Category"
      confirmLabel="Create Category"
      busyLabel="Creating..."
      initial={EMPTY_INPUT}
      isBusy={create.isPending}
      error={create.failure}
      onClose={onClose}
      onSubmit={(category, onRefusal) =>
        create.act(category, {
          onRefusal,
          onSuccess: () => {
            toast.success("Category created successfully!");
            onClose();
          },
        })
      }
    />
  );
}

export function EditCategoryDialog(props: { category: Category; onClose: () => void }) {
  const { category, onClose } = props;
  const { name, description, visibility, allowGroupCreation } = category;
  const update = useAction(updateCategoryMutation, "Failed to update category");
  return (
    <CategoryDialog
      title="Edit Category"
      confirmLabel="Save Changes"
      busyLabel="Saving..."
      initial={{ name, description: description ?? "", visibility, allowGroupCreation }}
      isBusy={update.isPending}
      error={update.failure}
      onClose={onClose}
      onSubmit={(next, onRefusal) =>
        update.act(
          { id: category.id, ...changesOf(category, next) },
          {
            onRefusal,
            onSuccess: () => {
              toast.success("Category updated successfully!");
              onClose();
            },
          },
        )
      }
    />
  );
}

/** Sends only what was edited, so that it does not overwrite another administrator's change of the other fields. */
function changesOf(before: Category, after: CreateCategory): Partial<CreateCategory> {
  const { name, description, visibility, allowGroupCreation } = after;
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(visibility !== before.visibility && { visibility }),
    ...(allowGroupCreation !== before.allowGroupCreation && { allowGroupCreation }),
  };
}

type CategoryDialogProps = {
  title: string;
  confirmLabel: string;
  busyLabel: string;
  initial: Input;
  isBusy: boolean;
  error: string | undefined;
  onSubmit: (category: CreateCategory, onRefusal: (fields: object) => void) => unknown;
  onClose: () => void;
};

function CategoryDialog({ initial, onSubmit, ...dialog }: CategoryDialogProps) {
  const { input, problems, change, submit, refuse } = useInput(createCategorySchema, initial);
  const set = (changed: Partial<Input>) => change({ ...input, ...changed });
  const send = () => {
    const category = submit();
    if (category) onSubmit(category, refuse);
  };
  return (
    <ConfirmDialog {...dialog} isOpen onConfirm={send}>
      <NameAndDescription input={input} problems={problems} rows={3} onChange={set} />
      <RadioCards
        legend="Visibility"
        options={CATEGORY_VISIBILITY_CHOICES}
        value={input.visibility}
        error={problems.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      <RadioCards
        legend="Group Creation"
        options={GROUP_CREATION_CHOICES}
        value={input.allowGroupCreation}
        error={problems.allowGroupCreation}
        onChange={(allowGroupCreation) => set({ allowGroupCreation })}
      />
    </ConfirmDialog>
  );
}

const CATEGORY_VISIBILITY_CHOICES: readonly RadioCard<Visibility>[] = [
  {
    value: "public",
    label: VISIBILITY_LABELS.public,
    hint: "All signed-in users see it.",
  },
  {
    value: "hidden",
    label: VISIBILITY_LABELS.hidden,
    hint: "Only users who can see one of its groups see it. Its groups cannot be public.",
  },
  {
    value: "system",
    label: VISIBILITY_LABELS.system,
    hint: "Only system administrators see it. Its groups are visible only to their owners and admins.",
  },
];

const GROUP_CREATION_CHOICES: readonly RadioCard<GroupCreation>[] = [
  {
    value: "anyone",
    label: GROUP_CREATION_LABELS.anyone,
    hint: "Every user can create groups in it.",
  },
  {
    value: "admin_only",
    label: GROUP_CREATION_LABELS.admin_only,
    hint: "Only system administrators can create groups in it.",
  },
];
