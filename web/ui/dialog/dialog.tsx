import { t } from "#web/language/macros.ts";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";

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
