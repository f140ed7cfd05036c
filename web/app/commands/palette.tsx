/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A datalist can show neither faces nor sections. */
import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import type { User } from "#shared/session.ts";
import { formatCount } from "#web/lib/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useCombobox } from "#web/ui/form/use-combobox.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { pageActions } from "./page-actions.ts";
import { PaletteList } from "./palette-list.tsx";
import { knownSections } from "./places.ts";
import type { Entry } from "./places.ts";
import { readRecent } from "./recent.ts";
import { useFound } from "./use-found.ts";

/** Names in EVE and searches are shorter. */
const MAX_TYPED = 64;

type PaletteProps = {
  user: User | null;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
};

/** One field that finds pilots, groups, pages and actions: a dialog with the combobox pattern of WAI-ARIA. */
export default function Palette({ user, onChoose, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => readRecent(user?.id ?? ""));
  const found = useFound(user, typed);
  const [onPage] = useState(pageActions);
  const known = knownSections(user, typed, onPage);
  const sections =
    typed.trim() === "" && recent.length > 0
      ? [{ title: "Recent", entries: recent }, ...known]
      : [...known, ...found.sections];
  const entries = sections.flatMap((section) => section.entries);
  const combobox = useCombobox({
    count: entries.length,
    onChoose: (index) => {
      const entry = entries[index];
      if (entry) onChoose(entry);
    },
  });

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-scrim" />
        <Dialog.Popup className="fixed top-[12dvh] left-1/2 z-20 flex max-h-[min(34rem,76dvh)] w-[calc(100vw-1rem)] max-w-144 -translate-x-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-overlay shadow-overlay max-md:top-2 max-md:max-h-[calc(100dvh-1rem)]">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line-faint px-4 text-text-2">
            {found.isSearching ? <Spinner /> : <Icon name="search" />}
            <input
              type="text"
              aria-label="Search pilots, groups, pages and actions"
              {...combobox.field}
              autoCapitalize="off"
              enterKeyHint="go"
              placeholder="Search pilots, groups, actions"
              maxLength={MAX_TYPED}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                combobox.restart();
              }}
              onKeyDown={combobox.onKeyDown}
              className="h-13 min-w-0 flex-1 bg-transparent text-lg text-text-1 outline-none"
            />
            <IconButton icon="close" label="Close" size="sm" onClick={onClose} />
          </div>
          <PaletteList sections={sections} combobox={combobox} />
          {entries.length === 0 && !found.isSearching && !found.failed && (
            <p className="px-4 py-8 text-center wrap-anywhere text-text-2">
              No results for “{typed.trim()}”.
            </p>
          )}
          {found.failed && (
            <p role="alert" className="border-t border-line-faint px-4 py-3 text-sm text-danger">
              {found.failed}
            </p>
          )}
          <output className="sr-only">
            {found.isSearching ? "Searching..." : formatCount(entries.length, "result")}
          </output>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
