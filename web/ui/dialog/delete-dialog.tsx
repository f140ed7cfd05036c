import { useState } from "react";
import type { ReactNode } from "react";
import { toLine } from "#shared/text.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type DeleteDialogProps = {
  title: string;
  description: ReactNode;
  /** What is deleted: "group". */
  what: string;
  name: string;
  isBusy: boolean;
  error: string | undefined;
  onConfirm: (typedName: string) => void;
  onClose: () => void;
};

/** Requires typing the name, because a deletion cannot be undone. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, description, what, name, isBusy, error, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();

  function confirm() {
    if (toLine(typed) === toLine(name)) onConfirm(typed);
    else setProblem(`This is not the name of the ${what}`);
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={title}
      description={description}
      confirmLabel={title}
      busyLabel="Deleting..."
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField
        label={`Type the name of the ${what} to confirm`}
        dir="auto"
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
