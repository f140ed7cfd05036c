import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { createCategorySchema } from "#shared/groups/categories.ts";
import type {
  Category,
  CreateCategory,
  GroupCreation,
  Visibility,
} from "#shared/groups/categories.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check, whenValid } from "#web/lib/form/use-input.ts";
import type { Problems } from "#web/lib/form/use-input.ts";
import { GROUP_CREATION_LABELS } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { RadioCard } from "#web/ui/form/radio-cards.tsx";
import { NameAndDescription } from "./name-and-description.tsx";
import { CATEGORY_LABELS } from "./visibility-chip.tsx";
import { createCategoryMutation, updateCategoryMutation } from "./mutations.ts";

type Input = Omit<CreateCategory, "description"> & { description: string };

const EMPTY_INPUT: Input = {
  name: "",
  description: "",
  visibility: "public",
  allowGroupCreation: "anyone",
};

export function CreateCategoryDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: EMPTY_INPUT,
    validate: (typed) => check(createCategorySchema, typed),
    mutation: createCategoryMutation,
    failed: t`Failed to create category`,
    onDone: () => {
      toast.success(t`Category created successfully!`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...form.dialog}
      title={t`Create Category`}
      confirmLabel={t`Create Category`}
      busyLabel={t`Creating...`}
      onClose={onClose}
    >
      <CategoryFields {...form} />
    </ConfirmDialog>
  );
}

export function EditCategoryDialog(props: { category: Category; onClose: () => void }) {
  const { category, onClose } = props;
  const { id, name, description, visibility, allowGroupCreation } = category;
  const form = useForm({
    initial: { name, description: description ?? "", visibility, allowGroupCreation },
    validate: (typed: Input) =>
      whenValid(check(createCategorySchema, typed), (next) => ({
        id,
        ...changesOf(category, next),
      })),
    mutation: updateCategoryMutation,
    failed: t`Failed to update category`,
    onDone: () => {
      toast.success(t`Category updated successfully!`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...form.dialog}
      title={t`Edit Category`}
      confirmLabel={t`Save changes`}
      busyLabel={t`Saving...`}
      onClose={onClose}
    >
      <CategoryFields {...form} />
    </ConfirmDialog>
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

type CategoryFieldsProps = {
  input: Input;
  problems: Problems<Input>;
  set: (changed: Partial<Input>) => void;
};

function CategoryFields({ input, problems, set }: CategoryFieldsProps) {
  return (
    <>
      <NameAndDescription input={input} problems={problems} rows={3} onChange={set} />
      <RadioCards
        legend={t`Visibility`}
        options={visibilityChoices()}
        value={input.visibility}
        error={problems.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      <RadioCards
        legend={t`Group Creation`}
        options={creationChoices()}
        value={input.allowGroupCreation}
        error={problems.allowGroupCreation}
        onChange={(allowGroupCreation) => set({ allowGroupCreation })}
      />
    </>
  );
}

const visibilityChoices = (): readonly RadioCard<Visibility>[] => [
  {
    value: "public",
    label: say(CATEGORY_LABELS.public),
    hint: t`All signed-in users see it.`,
  },
  {
    value: "hidden",
    label: say(CATEGORY_LABELS.hidden),
    hint: t`Only users who can see one of its groups see it. Its groups cannot be public.`,
  },
  {
    value: "system",
    label: say(CATEGORY_LABELS.system),
    hint: t`Only system administrators see it. Its groups are visible only to their owners and admins.`,
  },
];

const creationChoices = (): readonly RadioCard<GroupCreation>[] => [
  {
    value: "anyone",
    label: say(GROUP_CREATION_LABELS.anyone),
    hint: t`Every user can create groups in it.`,
  },
  {
    value: "admin_only",
    label: say(GROUP_CREATION_LABELS.admin_only),
    hint: t`Only system administrators can create groups in it.`,
  },
];
