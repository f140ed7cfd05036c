import type { ReactNode } from "react";
import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { toLine } from "#shared/text.ts";
import { useInput } from "#web/lib/form/use-form.ts";
import { TextField } from "#web/ui/form/form.tsx";
import { ConfirmDialog } from "./dialog.tsx";

/** The label and the refusal of the field in which the name is typed. */
const TEXTS = {
  group: {
    label: msg`Type the name of the group to confirm`,
    wrong: msg`This is not the name of the group`,
  },
  category: {
    label: msg`Type the name of the category to confirm`,
    wrong: msg`This is not the name of the category`,
  },
  application: {
    label: msg`Type the name of the application to confirm`,
    wrong: msg`This is not the name of the application`,
  },
  webhook: {
    label: msg`Type the name of the webhook to confirm`,
    wrong: msg`This is not the name of the webhook`,
  },
  corporation: {
    label: msg`Type the ticker of the corporation to confirm`,
    wrong: msg`This is not the ticker of the corporation`,
  },
};

type DeleteDialogProps = {
  title: string;
  description?: ReactNode;
  /** What is deleted. */
  what: keyof typeof TEXTS;
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
  const { title, description, what, name, isBusy, error, onConfirm, onClose } = props;
  const { input, problems, set, submit } = useInput({
    initial: { typed: "" },
    validate: ({ typed }) =>
      toLine(typed) === toLine(name)
        ? { value: typed }
        : { problems: { typed: say(TEXTS[what].wrong) } },
  });

  function confirm() {
    const typed = submit();
    if (typed !== undefined) onConfirm(typed);
  }

  return (
    <ConfirmDialog
      isDangerous
      title={title}
      description={description}
      confirmLabel={title}
      busyLabel={props.busyLabel ?? t`Deleting...`}
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {props.children}
      <TextField
        label={say(TEXTS[what].label)}
        dir="auto"
        autoComplete="off"
        value={input.typed}
        error={problems.typed}
        onChange={(event) => set({ typed: event.target.value })}
      />
    </ConfirmDialog>
  );
}
