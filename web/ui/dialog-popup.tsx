import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { t } from "#web/language/macros.ts";
import { IconButton } from "./button.tsx";
import type { DialogProps } from "./dialog.tsx";

const FIELD = "input, select, textarea";

export default function DialogPopup(props: DialogProps) {
  const { onClose, title, description, children, footer } = props;
  const { isBusy = false, isTouched = false } = props;
  const bodyRef = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open
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
