import { Menu } from "@base-ui/react/menu";
import { Fragment, useCallback } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import type { MenuItem } from "./menu.tsx";

type MenuPopupProps = {
  /** The button that opened the menu. It gets the focus back. */
  anchor: HTMLElement;
  items: MenuItem[];
  onClose: () => void;
};

const POPUP =
  "min-w-44 rounded-control border border-line bg-overlay p-1 shadow-overlay outline-none";

const ITEM =
  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 font-medium outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-surface-3 data-popup-open:bg-surface-3 max-md:min-h-11";

export default function MenuPopup({ anchor, items, onClose }: MenuPopupProps) {
  // There is no Menu.Trigger, so nothing else moves the focus into the menu.
  const focusFirst = useCallback((popup: HTMLElement | null) => {
    requestAnimationFrame(() => popup?.querySelector<HTMLElement>("[role^=menuitem]")?.focus());
  }, []);
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Within the landmark of its button: a menu has none of its own. */}
      <Menu.Portal container={anchor.closest<HTMLElement>("main, aside, header")}>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="z-10">
          <Menu.Popup ref={focusFirst} finalFocus={() => anchor} className={POPUP}>
            <Items items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Items({ items }: { items: MenuItem[] }) {
  return items.map((item) => (
    <Fragment key={item.label}>
      {item.startsSection && <Menu.Separator className="-mx-1 my-1 border-t border-line" />}
      {"items" in item ? <Submenu {...item} /> : <Item {...item} />}
    </Fragment>
  ));
}

function Submenu({ label, items }: { label: string; items: MenuItem[] }) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={ITEM}>
        {label}
        <span className="ml-auto -rotate-90">
          <Icon name="chevron" />
        </span>
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} className="z-10">
          <Menu.Popup className={POPUP}>
            <Items items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

function Item(item: Extract<MenuItem, { onSelect: () => void }>) {
  const {
    label,
    icon,
    isDangerous = false,
    disabledBecause,
    hint,
    isChosen,
    isOn,
    onSelect,
  } = item;
  const isMarked = isChosen ?? isOn;
  const role =
    isChosen !== undefined ? "menuitemradio" : isOn !== undefined ? "menuitemcheckbox" : "menuitem";
  return (
    <Menu.Item
      role={role}
      aria-checked={isMarked}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      onClick={onSelect}
      className={cx(ITEM, isDangerous && "text-danger")}
    >
      {icon}
      {isMarked !== undefined && (
        <span className={isMarked ? "text-signal" : "invisible"}>
          <Icon name="check" />
        </span>
      )}
      {label}
      {hint && (
        <span aria-hidden="true" className="ml-auto pl-4 max-md:hidden">
          {hint}
        </span>
      )}
    </Menu.Item>
  );
}
