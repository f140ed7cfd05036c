import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and what will not. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  isBusy?: boolean;
  /** For what takes something away. */
  isDangerous?: boolean;
  /** Why it did not work; the dialog stays open. */
  error?: string | undefined;
  children?: ReactNode;
};

/** Asks before a step that cannot simply be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
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
          <Button onClick={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant={isDangerous ? "danger-fill" : "primary"}
            onClick={onConfirm}
            isBusy={isBusy}
            {...(busyLabel && { busyLabel })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(error || props.children) && (
        <div className="grid gap-3">
          {props.children}
          {error && <Alert tone="danger">{error}</Alert>}
        </div>
      )}
    </Dialog>
  );
}
