import type { ReactNode } from "react";
import { toLine } from "#shared/text.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type DeleteDialogProps = {
  title: string;
  description?: ReactNode;
  /** What is deleted, and what of it is to be typed: "group", "name". */
  what: string;
  part?: "name" | "ticker";
  name: string;
  busyLabel?: string;
  isBusy: boolean;
  error: string | undefined;
  onConfirm: (typed: string) => void;
  onClose: () => void;
  /** What the deletion does. */
  children?: ReactNode;
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
  const { input, problems, set, submit } = useInput({
    initial: { typed: "" },
    validate: ({ typed }) =>
      toLine(typed) === toLine(name)
        ? { value: typed }
        : { problems: { typed: `This is not the ${part} of the ${what}` } },
  });

  function confirm() {
    const typed = submit();
    if (typed !== undefined) onConfirm(typed);
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
      {props.children}
      <TextField
        label={`Type the ${part} of the ${what} to confirm`}
        dir="auto"
        autoComplete="off"
        value={input.typed}
        error={problems.typed}
        onChange={(event) => set({ typed: event.target.value })}
      />
    </ConfirmDialog>
  );
}
