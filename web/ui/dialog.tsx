import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { useRef, useId, useState } from "react";
import type { ReactNode } from "react";
import type { UseMutationOptions } from "@tanstack/react-query";
import { t, Trans } from "#web/language/macros.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { IconButton, Button } from "./button.tsx";

export type DialogProps = {
  isOpen: boolean;
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

const FIELD = "input, select, textarea";

/**
 * A modal dialog that traps focus. It focuses its first field, and on close returns focus to the element that opened
 * it. If that is gone, `app/navigation/focus-keeper.ts` finds what has replaced it.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, footer } = props;
  const { isBusy = false, isTouched = false } = props;
  const bodyRef = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        const isKept = isBusy || (isTouched && reason === "outside-press");
        if (!open && !isKept) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-20 bg-scrim transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          initialFocus={(interaction) =>
            (interaction !== "touch" && bodyRef.current?.querySelector<HTMLElement>(FIELD)) || true
          }
          className="fixed top-1/2 left-1/2 z-20 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-128 -translate-1/2 flex-col rounded-dialog border border-line bg-overlay shadow-overlay transition-[opacity,scale] duration-160 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0"
        >
          <header className="flex items-start gap-3 px-5 pt-4">
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="text-xl">{title}</BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="mt-1.5 text-text-2" render={<div />}>
                  {description}
                </BaseDialog.Description>
              )}
            </div>
            <IconButton
              icon="close"
              label={t`Close`}
              size="sm"
              isDisabled={isBusy}
              onClick={onClose}
            />
          </header>
          {children && (
            <div
              ref={bodyRef}
              className="min-h-0 overflow-y-auto px-5 pt-4 pb-1 has-[>form:empty]:p-0"
            >
              {children}
            </div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 px-5 pt-4 pb-5">{footer}</footer>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

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
  // The form no longer says what the server has refused.
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
    isOpen: true,
    onClose,
    onConfirm: () => void act(input, { onSuccess }),
    isBusy: isPending,
    error: failure,
  };
}
