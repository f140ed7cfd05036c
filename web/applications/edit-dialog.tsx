import { useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { useSetting } from "#web/applications/settings/use-setting.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { TextareaField, TextField } from "#web/ui/form/field.tsx";

type EditDialogProps = { application: Application; onClose: () => void };

/** What players read when they sign in. */
export function EditDialog({ application, onClose }: EditDialogProps) {
  const [name, setName] = useState(application.name);
  const [description, setDescription] = useState(application.description ?? "");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { save, isPending, failure } = useSetting(application);
  const text = description.trim();
  return (
    <ConfirmDialog
      isOpen
      title="Edit the application"
      description="Players read both when they sign in."
      confirmLabel="Save"
      busyLabel="Saving..."
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() => {
        setProblems({});
        save(
          { name: name.trim(), description: text === "" ? null : text },
          { onSaved: onClose, onRefusal: setProblems },
        );
      }}
    >
      <TextField
        label="Name"
        required
        dir="auto"
        autoComplete="off"
        value={name}
        error={problems["name"]}
        onChange={({ target }) => setName(target.value)}
      />
      <TextareaField
        label="Description"
        hint="What it is for"
        dir="auto"
        rows={3}
        value={description}
        error={problems["description"]}
        onChange={({ target }) => setDescription(target.value)}
      />
    </ConfirmDialog>
  );
}
