import { t } from "#web/language/macros.ts";
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import type { ComponentType } from "react";
import { useLocation, useNavigate } from "react-router";
import type { User } from "#shared/session.ts";
import { useLogout } from "#web/lib/api/logout.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { paths } from "#web/lib/paths.ts";
import type { PastedList } from "#web/lib/paths.ts";
import { chooseScreen } from "#web/lib/screen-choice.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { EarlyField } from "./early-palette.tsx";
import type { Early } from "./early-palette.tsx";
import { useShortcuts } from "./keys.ts";
import type { KeyCommand } from "./keys.ts";
import type { Action, Entry } from "./entries.ts";
import { keepFocus } from "#web/app/navigation/focus-keeper.ts";
import { keepRecent } from "./recent.ts";

const Palette = lazyPanel(() => import("./palette.tsx"));
const ShortcutsDialog = lazyPanel(() => import("./shortcuts-dialog.tsx"));

export type Panel = "palette" | "shortcuts";

type CommandsProps = {
  user: User | null;
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
  early: Early;
};

/** What the keyboard and the palette set in motion, on every page of the shell. */
export default function Commands({ user, panel, onPanel, early }: CommandsProps) {
  const isAdmin = user?.is_admin ?? false;
  const navigate = useNavigate();
  const logout = useLogout();
  const link = useAuthorization(() => body(api.auth.character.start.$post({ json: {} })));
  const close = () => onPanel(undefined);
  const location = useLocation();
  const isPressed = useRef(false);

  useEffect(keepFocus, []);
  useEffect(() => {
    const isPressedNow = isPressed.current;
    isPressed.current = false;
    if (location.hash === "") return;
    const left = new AbortController();
    void import("./reveal.ts").then(({ reveal }) =>
      reveal(location.hash, isPressedNow, left.signal),
    );
    return () => left.abort();
  }, [location]);

  usePastedList(isAdmin, panel, (pasted) => {
    close();
    // After the palette has closed and returned the focus.
    setTimeout(() => void navigate(paths.adminLookup, { state: pasted }));
  });
  useShortcuts(isAdmin, (command: KeyCommand) => {
    if (command.do === "go") void navigate(command.to);
    else if (command.do === "search") focusSearch(() => onPanel("palette"));
    else if (command.do === "shortcuts") onPanel("shortcuts");
    else if (panel === "palette") close();
    else if (!command.isInDialog) onPanel("palette");
  });

  const actions: Record<Action, () => void> = {
    "link-character": () => link.start(),
    "log-out": () => logout.mutate(),
    shortcuts: () => onPanel("shortcuts"),
    "system-theme": () => chooseScreen("theme", undefined),
    "dark-theme": () => chooseScreen("theme", "dark"),
    "light-theme": () => chooseScreen("theme", "light"),
  };
  function choose(entry: Entry) {
    close();
    if ("to" in entry) keepRecent(user?.id ?? "", entry);
    // After the palette has closed and returned the focus: the command may move it.
    setTimeout(() => {
      if ("to" in entry) {
        isPressed.current = entry.isPressed ?? false;
        void navigate(entry.to);
      } else if ("action" in entry) actions[entry.action]();
      else if ("press" in entry) entry.press.click();
    });
  }

  return (
    <Suspense fallback={panel === "palette" && <EarlyField {...early} onClose={close} />}>
      {panel === "palette" && (
        <Palette user={user} typedEarly={early.typed} onChoose={choose} onClose={close} />
      )}
      {panel === "shortcuts" && <ShortcutsDialog isAdmin={isAdmin} onClose={close} />}
    </Suspense>
  );
}

/**
 * A list that an administrator pastes outside of a field, or into the palette, opens the page that tells who is in it. Outside of a
 * field it may be a mistake, so nothing is sent before the page's button is pressed. Where that page is open, it takes the list itself.
 */
function usePastedList(
  isAdmin: boolean,
  panel: Panel | undefined,
  onList: (pasted: PastedList) => void,
) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData, defaultPrevented } = event;
    if (!isAdmin || defaultPrevented || !(target instanceof Element)) return;
    const isInPalette = panel === "palette" && target.matches("[role=combobox]");
    const isTaken =
      target.closest("input, textarea, [contenteditable], [role=dialog]") !== null ||
      document.location.pathname === paths.adminLookup;
    const text = clipboardData?.getData("text/plain") ?? "";
    if ((isTaken && !isInPalette) || !text.trim().includes("\n")) return;
    event.preventDefault();
    onList({ text, isAsked: isInPalette });
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, []);
}

/** The search of the page, where it has one. */
function focusSearch(otherwise: () => void) {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (!field) return otherwise();
  field.focus();
  field.select();
}

/** A panel that closes with a message when its code cannot be loaded: the page stays as it is. */
function lazyPanel<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(() => load().catch(() => ({ default: LoadFailure })));
}

/** Stands in for a panel whose code could not be loaded. */
function LoadFailure({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast.error(t`This could not be loaded. Please reload the page.`);
    onClose();
  }, [onClose]);
  return null;
}
