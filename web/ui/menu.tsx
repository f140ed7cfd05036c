import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { cx } from "#web/lib/cx.ts";
import { LANGUAGES, SPOKEN } from "#shared/language/languages.ts";
import type { Language } from "#shared/language/languages.ts";
import { t } from "#web/language/macros.ts";
import { useWords } from "#web/language/messages.ts";
import { chooseLanguage } from "#web/lib/api/session.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { iconButtonClasses } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  /** The item is one of several choices; true for the chosen one. */
  isChosen?: boolean;
  /** A switch. */
  isOn?: boolean;
  /** Why the item cannot be chosen. It stays visible. */
  disabledBecause?: string;
  /** Stands at the end, for sighted users: the shortcut that does the same. */
  hint?: ReactNode;
  /** A line separates it from the items before. */
  startsSection?: boolean;
} & ({ onSelect: () => void } | { /** Another menu, beside this one. */ items: MenuItem[] });

const load = () => import("./menu-popup.tsx");
const MenuPopup = lazy(load);

type MenuButtonProps = { label: string; icon?: IconName; items: MenuItem[] };

/** A button, ⋯ by default, that opens a menu. Its code is loaded when the button is first pointed at or focused. */
export function MenuButton({ label, icon = "more", items }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        className={cx(iconButtonClasses("ghost", "sm"), "aria-expanded:bg-surface-3")}
        onPointerEnter={load}
        onFocus={load}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        }}
      >
        <Icon name={icon} size={20} />
      </button>
      <Suspense>{anchor && <MenuPopup anchor={anchor} items={items} onClose={close} />}</Suspense>
    </>
  );
}

/** The languages as items of a menu, each in its own words; none if there is only one. The choice is made at once. */
export function useLanguageItems(): MenuItem[] {
  const client = useQueryClient();
  const { language: current } = useWords();
  if (SPOKEN.length === 1) return [];
  return SPOKEN.map((language) => ({
    label: LANGUAGES[language],
    isChosen: language === current,
    onSelect: () => void choose(client, language),
  }));
}

async function choose(client: QueryClient, language: Language) {
  try {
    await chooseLanguage(client, language);
  } catch {
    toast.error(t`The language is kept on this device only. Try again later.`);
  }
  await client.invalidateQueries({ predicate: ({ meta }) => meta?.["isWorded"] === true });
}
