import { mutationOptions, useQuery } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import { createCategorySchema } from "#shared/groups/categories.ts";
import type {
  Category,
  CreateCategory,
  GroupCreation,
  UpdateCategory,
  Visibility,
} from "#shared/groups/categories.ts";
import { msg, Plural, t, Trans } from "#web/language/macros.ts";
import { check, useForm, whenValid } from "#web/lib/form/use-form.ts";
import type { Problems } from "#web/lib/form/use-form.ts";
import { GROUP_CREATION_LABELS } from "#web/lib/labels.ts";
import { ConfirmDialog, Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";
import { NameAndDescription } from "#web/groups/group/group-fields.tsx";
import { CATEGORY_VISIBILITY_LABELS } from "#web/groups/group/group-chips.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "#web/ui/delete-dialog.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { categoriesQuery } from "#web/memberships/queries.ts";

/** Shared by all category mutations. A category limits the visibility of its groups, so both are refetched. */
const categoryMutationDefaults = {
  onSettled: (
    _answer: unknown,
    _error: unknown,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: queryKeys.categories });
    void client.invalidateQueries({ queryKey: queryKeys.groups });
  },
};

const createCategoryMutation = mutationOptions({
  mutationFn: (json: CreateCategory) => body(api.groups.categories.$post({ json })),
  ...categoryMutationDefaults,
});

const updateCategoryMutation = mutationOptions({
  mutationFn: ({ id, ...json }: UpdateCategory & { id: string }) =>
    body(api.groups.categories[":id"].$patch({ param: { id }, json })),
  ...categoryMutationDefaults,
});

const deleteCategoryMutation = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    api.groups.categories[":id"].$delete({ param: { id }, json: { name } }),
  ...categoryMutationDefaults,
});

type Input = Omit<CreateCategory, "description"> & { description: string };

const EMPTY_INPUT: Input = {
  name: "",
  description: "",
  visibility: "public",
  allowGroupCreation: "anyone",
};

export type Opened = "create" | { edited: Category } | { deleted: Category };

export default function CategoryDialog(props: { opened: Opened; onClose: () => void }) {
  const { opened, onClose } = props;
  if (opened === "create") return <CreateDialog onClose={onClose} />;
  return "edited" in opened ? (
    <EditDialog category={opened.edited} onClose={onClose} />
  ) : (
    <DeleteEmptyDialog category={opened.deleted} onClose={onClose} />
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
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

type CategoryProps = { category: Category; onClose: () => void };

function EditDialog({ category, onClose }: CategoryProps) {
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
        options={VISIBILITIES}
        value={input.visibility}
        error={problems.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      <RadioCards
        legend={t`Group Creation`}
        options={CREATIONS}
        value={input.allowGroupCreation}
        error={problems.allowGroupCreation}
        onChange={(allowGroupCreation) => set({ allowGroupCreation })}
      />
    </>
  );
}

const VISIBILITIES: readonly RadioCard<Visibility>[] = [
  {
    value: "public",
    label: CATEGORY_VISIBILITY_LABELS.public,
    hint: msg`All signed-in users see it.`,
  },
  {
    value: "hidden",
    label: CATEGORY_VISIBILITY_LABELS.hidden,
    hint: msg`Only users who can see one of its groups see it. Its groups cannot be public.`,
  },
  {
    value: "system",
    label: CATEGORY_VISIBILITY_LABELS.system,
    hint: msg`Only system administrators see it. Its groups are visible only to their owners and admins.`,
  },
];

const CREATIONS: readonly RadioCard<GroupCreation>[] = [
  {
    value: "anyone",
    label: GROUP_CREATION_LABELS.anyone,
    hint: msg`Every user can create groups in it.`,
  },
  {
    value: "admin_only",
    label: GROUP_CREATION_LABELS.admin_only,
    hint: msg`Only system administrators can create groups in it.`,
  },
];

function DeleteEmptyDialog({ category: opened, onClose }: CategoryProps) {
  // The list may be fetched again while the dialog is open.
  const { data = [] } = useQuery(categoriesQuery);
  const { id, name, groupCount } = data.find((category) => category.id === opened.id) ?? opened;
  const remove = useAction(deleteCategoryMutation, t`Failed to delete category`);
  if (groupCount !== null && groupCount > 0) {
    return (
      <Dialog
        title={t`Delete Category`}
        description={
          <Trans>
            <bdi className="font-medium wrap-anywhere text-text-1">{name}</bdi> still has{" "}
            <Plural value={groupCount} one="# group" other="# groups" />. Only an empty category can
            be deleted: move the groups to another category or delete them first.
          </Trans>
        }
        footer={<Button onClick={onClose}>{t`Close`}</Button>}
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
        <Trans>
          Are you sure you want to delete the category?{" "}
          <bdi className="font-medium wrap-anywhere text-text-1">{name}</bdi> will be deleted. This
          cannot be undone.
        </Trans>
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
