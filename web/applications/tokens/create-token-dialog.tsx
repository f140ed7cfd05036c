import { useState } from "react";
import type { Right } from "#shared/applications/tokens.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { FieldError, SelectField, TextField } from "#web/ui/form/field.tsx";
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
  const create = useAction(createTokenMutation, "Failed to make the token");
  const [input, setInput] = useState(EMPTY);
  // The server says what is wrong: the schema would weigh more than the dialog.
  const [problems, setProblems] = useState<Record<string, string>>({});
  const set = (changed: Partial<Input>) => {
    setInput({ ...input, ...changed });
    setProblems({});
  };
  const send = () => {
    const { days, ...made } = input;
    void create.act(
      { id: applicationId, ...made, days: days === "" ? null : Number(days) },
      {
        onRefusal: setProblems,
        onSuccess: ({ secret }) => {
          onCreated(secret);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title="New API token"
      description="A token reads what its rights say, for as long as the application is on."
      confirmLabel="Make the token"
      busyLabel="Making..."
      isBusy={create.isPending}
      error={Object.keys(problems).length > 0 ? undefined : create.failure}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What uses it"
        required
        autoComplete="off"
        value={input.name}
        error={problems["name"]}
        onChange={({ target }) => set({ name: target.value })}
      />
      <fieldset aria-describedby={problems["rights"] === undefined ? undefined : "rights-error"}>
        <legend className="mb-1.5 text-sm font-medium">It may read</legend>
        {RIGHT_TEXTS.map(({ right, label, hint }) => (
          <div key={right} className="py-1">
            <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
              <input
                type="checkbox"
                className="shrink-0"
                aria-invalid={problems["rights"] === undefined ? undefined : true}
                aria-describedby={`hint-${right}`}
                checked={input.rights.includes(right)}
                onChange={({ target }) =>
                  set({
                    rights: target.checked
                      ? [...input.rights, right]
                      : input.rights.filter((other) => other !== right),
                  })
                }
              />
              {label}
            </label>
            <p id={`hint-${right}`} className="pl-6 text-sm text-text-2">
              {hint}
            </p>
          </div>
        ))}
        {problems["rights"] !== undefined && (
          <FieldError id="rights-error">{problems["rights"]}</FieldError>
        )}
      </fieldset>
      <SelectField
        label="It ends"
        value={input.days}
        error={problems["days"]}
        options={EXPIRIES}
        onChange={({ target }) => set({ days: target.value })}
      />
    </ConfirmDialog>
  );
}
