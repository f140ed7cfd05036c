import { t } from "#web/language/macros.ts";
import type { Application } from "#shared/applications/applications.ts";
import { saveMutation } from "#web/applications/queries.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { TextareaField, TextField } from "#web/ui/form/field.tsx";

type EditDialogProps = { application: Application; onClose: () => void };

/** What players read when they sign in. */
export function EditDialog({ application, onClose }: EditDialogProps) {
  const { id, version } = application;
  const { input, problems, set, dialog } = useForm({
    initial: { name: application.name, description: application.description ?? "" },
    validate: ({ name, description }) => ({
      value: { id, version, name: name.trim(), description: description.trim() || null },
    }),
    mutation: saveMutation,
    failed: t`Failed to save the change`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Edit the application`}
      description={t`Players read both when they sign in.`}
      confirmLabel={t`Save`}
      busyLabel={t`Saving...`}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        required
        dir="auto"
        autoComplete="off"
        value={input.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextareaField
        label={t`Description`}
        hint={t`What it is for`}
        dir="auto"
        rows={3}
        value={input.description}
        error={problems.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </ConfirmDialog>
  );
}
