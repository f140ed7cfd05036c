import { useLayoutEffect, useRef } from "react";
import { t } from "#web/language/macros.ts";
import { useKeyDown } from "#web/lib/keys.ts";
import { Icon } from "#web/ui/icon.tsx";

/** What is typed while the palette loads. */
export type Early = { typed: string; onType: (text: string) => void };

type EarlyPaletteProps = Early & {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** Stands in for the commands until their code has come: its key opens the palette, and what is typed is kept for it. */
export function EarlyPalette({ isOpen, onOpen, onClose, ...early }: EarlyPaletteProps) {
  useKeyDown((event) => {
    if (event.defaultPrevented || event.isComposing || !isPaletteKey(event)) return;
    // Browsers have a search of their own on this key.
    event.preventDefault();
    if (isOpen) onClose();
    else onOpen();
  });
  return isOpen && <EarlyField {...early} onClose={onClose} />;
}

/** The field of the palette, at its place, until its code has come: keys lead nowhere else. */
export function EarlyField({ typed, onType, onClose }: Early & { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    field.current?.focus();
    // The palette returns the focus to where it was when it opened.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <div className="fixed top-[11dvh] left-1/2 z-20 flex w-[calc(100vw-1rem)] max-w-168 -translate-x-1/2 items-center gap-3 rounded-dialog border border-line bg-overlay px-4 text-text-2 shadow-overlay max-md:inset-x-0 max-md:top-0 max-md:w-full max-md:translate-0 max-md:rounded-none max-md:border-0">
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        aria-label={t`Search`}
        autoCapitalize="off"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
        className="h-13 min-w-0 flex-1 bg-transparent text-lg text-text-1 outline-none"
      />
    </div>
  );
}

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat">;

/** Ctrl+K, or Command+K on a Mac. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, repeat }: Keys): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !repeat;
}
