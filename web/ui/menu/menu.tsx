import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { iconButtonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  /** One of several choices of which one holds. */
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
