import { useId, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";

type ComboboxOptions = {
  count: number;
  onChoose: (index: number) => void;
  /** The option that Enter chooses before an arrow was pressed: the first, or -1 for none. */
  first?: 0 | -1;
  isOpen?: boolean;
  /** After an arrow. */
  onMove?: () => void;
};

/**
 * The keys and the attributes of a field with a list of options. The focus stays in the field, which names the active option.
 * Source: the combobox pattern of WAI-ARIA, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function useCombobox(options: ComboboxOptions) {
  const { count, onChoose, first = 0, isOpen = count > 0, onMove } = options;
  const listId = useId();
  const [chosen, setActive] = useState<number>(first);
  const active = Math.min(chosen, count - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  function move(step: 1 | -1) {
    const from = active < 0 && step < 0 ? 0 : active;
    const next = (from + step + count) % count;
    setActive(next);
    onMove?.();
    document.querySelector(`#${CSS.escape(optionId(next))}`)?.scrollIntoView({ block: "nearest" });
  }
  return {
    active,
    /** For a new list: its first option is active. */
    restart: () => setActive(first),
    /** Whether the key was one of the list. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (event.nativeEvent.isComposing || count === 0) return false;
      if (event.key === "ArrowDown") move(1);
      else if (event.key === "ArrowUp") move(-1);
      else if (event.key === "Enter" && isOpen && active >= 0) onChoose(active);
      else return false;
      event.preventDefault();
      return true;
    },
    field: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      "aria-activedescendant": isOpen && active >= 0 ? optionId(active) : undefined,
      autoComplete: "off",
      spellCheck: false,
    } as const,
    list: { id: listId, role: "listbox" } as const,
    option: (index: number) =>
      ({
        id: optionId(index),
        role: "option",
        "aria-selected": index === active,
        // Before the field loses the focus, which would close the list.
        onPointerDown: (event: PointerEvent) => event.preventDefault(),
        // Where any text is accepted, Enter means the text, wherever the pointer is.
        onPointerMove: () => first === 0 && index !== active && setActive(index),
        onClick: () => onChoose(index),
      }) as const,
  };
}
export type Combobox = ReturnType<typeof useCombobox>;
