import { lazy, Suspense, useId, useState } from "react";
import type { ReactNode } from "react";
import type { UseMutationOptions } from "@tanstack/react-query";
import { t } from "#web/language/macros.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Button } from "./button.tsx";

export type DialogProps = {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** While busy, Escape and outside clicks do not close the dialog. */
  isBusy?: boolean;
  /** Something was typed: an outside click does not close the dialog, so that it is not lost. */
  isTouched?: boolean;
  children?: ReactNode;
  footer?: ReactNode;
};

const DialogPopup = lazy(() => import("./dialog-popup.tsx"));

/**
 * A modal dialog that traps focus. It focuses its first field, and on close returns focus to the element that opened
 * it. If that is gone, `app/navigation/focus-keeper.ts` finds what has replaced it. Its library is loaded when the first
 * dialog opens.
 */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}

type ConfirmDialogProps = {
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
  // The form no longer says what the server has refused.
  const [outdated, setOutdated] = useState<string>();
  const [isTouched, setIsTouched] = useState(false);
  const error = props.error === outdated ? undefined : props.error;
  return (
    <Dialog
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
            {t`Cancel`}
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

type Messages<Answer> = {
  /** The toast after success, where the page itself does not show it. */
  done?: string;
  onDone?: (answer: Answer) => void;
  /** The fallback if the server gives no message. */
  failed: string;
  onClose: () => void;
};

/** The props of a `ConfirmDialog` that runs one mutation. */
export function useConfirmedChange<Answer, Input, Rollback>(
  mutation: UseMutationOptions<Answer, Error, Input, Rollback>,
  input: Input,
  { done, onDone, failed, onClose }: Messages<Answer>,
) {
  const { act, isPending, failure } = useAction(mutation, failed);
  const onSuccess = (answer: Answer) => {
    if (done !== undefined) toast.success(done);
    onDone?.(answer);
    onClose();
  };
  return {
    onClose,
    onConfirm: () => void act(input, { onSuccess }),
    isBusy: isPending,
    error: failure,
  };
}
