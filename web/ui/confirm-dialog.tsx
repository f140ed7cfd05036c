import { useId } from "react";
import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and what will not. */
  description?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  isBusy?: boolean;
  /** For what takes something away. */
  isDangerous?: boolean;
  /** Why it did not work; the dialog stays open. */
  error?: string | undefined;
  children?: ReactNode;
};

/** A step to take or to leave: a question before what cannot simply be undone, or a form to fill. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const formId = useId();
  const { onClose, onConfirm, confirmLabel, busyLabel, isBusy = false, isDangerous, error } = props;
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={props.title}
      description={props.description}
      isBusy={isBusy}
      footer={
        <>
          {error && (
            <div className="basis-full">
              <Alert tone="danger">{error}</Alert>
            </div>
          )}
          <Button onClick={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? "danger-fill" : "primary"}
            isBusy={isBusy}
            {...(busyLabel && { busyLabel })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {/* Enter in a field of it confirms. */}
      <Form id={formId} className="grid gap-5" onSubmit={onConfirm}>
        {props.children}
      </Form>
    </Dialog>
  );
}
