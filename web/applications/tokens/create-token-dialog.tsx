import type { Right } from "#shared/applications/tokens.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { CheckboxList } from "#web/ui/form/checkbox-list.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { createTokenMutation } from "./queries.ts";
import { RIGHT_TEXTS } from "./right-texts.ts";

type CreateTokenDialogProps = {
  applicationId: string;
  onClose: () => void;
  /** Receives the token, which is shown once. */
  onCreated: (secret: string) => void;
};

const EXPIRIES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
];

type Input = { name: string; rights: Right[]; days: string };

const EMPTY: Input = { name: "", rights: [], days: "90" };

export default function CreateTokenDialog(props: CreateTokenDialogProps) {
  const { applicationId, onClose, onCreated } = props;
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY,
    // The server says what is wrong: the schema would weigh more than the dialog.
    validate: ({ days, ...made }) => ({
      value: { id: applicationId, ...made, days: days === "" ? null : Number(days) },
    }),
    mutation: createTokenMutation,
    failed: "Failed to make the token",
    onDone: ({ secret }) => {
      onCreated(secret);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="New API token"
      description="A token reads what its rights say, for as long as the application is on."
      confirmLabel="Make the token"
      busyLabel="Making..."
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What uses it"
        required
        autoComplete="off"
        value={input.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <CheckboxList
        legend="It may read"
        options={RIGHT_TEXTS}
        value={input.rights}
        error={problems.rights}
        onChange={(rights) => set({ rights })}
      />
      <SelectField
        label="It ends"
        value={input.days}
        error={problems.days}
        options={EXPIRIES}
        onChange={({ target }) => set({ days: target.value })}
      />
    </ConfirmDialog>
  );
}
