import { Trans } from "#web/language/macros.ts";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  isBusy?: boolean;
  /** For destructive actions. */
  isDangerous?: boolean;
  /** Why the action failed. The dialog stays open. */
  error?: string | undefined;
  children?: ReactNode;
};

/** A question before an action, or a form, with Cancel and a confirm button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const formId = useId();
  const { onClose, onConfirm, confirmLabel, busyLabel, isBusy = false, isDangerous } = props;
  // What the server refused is not what the form says any more.
  const [outdated, setOutdated] = useState<string>();
  const [isTouched, setIsTouched] = useState(false);
  const error = props.error === outdated ? undefined : props.error;
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={props.title}
      description={props.description}
      isBusy={isBusy}
      isTouched={isTouched}
      footer={
        <>
          {error && (
            <div className="basis-full">
              <Alert tone="danger">{error}</Alert>
            </div>
          )}
          <Button onClick={onClose} isDisabled={isBusy}>
            <Trans>Cancel</Trans>
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
      {/* A form, so that Enter in a field confirms. */}
      <Form
        id={formId}
        className="grid gap-5"
        onInput={() => {
          setOutdated(props.error);
          setIsTouched(true);
        }}
        onSubmit={() => {
          setOutdated(undefined);
          onConfirm();
        }}
      >
        {props.children}
      </Form>
    </Dialog>
  );
}
