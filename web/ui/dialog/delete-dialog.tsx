import { useState } from "react";
import type { ReactNode } from "react";
import { toLine } from "#shared/text.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type DeleteDialogProps = {
  title: string;
  description: ReactNode;
  /** What is deleted, and what of it is to be typed: "group", "name". */
  what: string;
  part?: "name" | "ticker";
  name: string;
  busyLabel?: string;
  isBusy: boolean;
  error: string | undefined;
  onConfirm: (typed: string) => void;
  onClose: () => void;
};

/** Requires typing the name or ticker, because a deletion cannot be undone. */
export function DeleteDialog(props: DeleteDialogProps) {
  const {
    title,
    description,
    what,
    part = "name",
    name,
    isBusy,
    error,
    onConfirm,
    onClose,
  } = props;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();

  function confirm() {
    if (toLine(typed) === toLine(name)) onConfirm(typed);
    else setProblem(`This is not the ${part} of the ${what}`);
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={title}
      description={description}
      confirmLabel={title}
      busyLabel={props.busyLabel ?? "Deleting..."}
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField
        label={`Type the ${part} of the ${what} to confirm`}
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
