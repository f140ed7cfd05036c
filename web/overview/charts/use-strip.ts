import { useState } from "react";
import type { FocusEvent, KeyboardEvent } from "react";

/**
 * Marks that are one tab stop: arrows, Home and End move. With `columns`, up and down move by a row, and Home and End to its
 * ends. `start`: the mark that the tab key reaches first.
 */
export function useStrip(count: number, { columns = count, start = count - 1 } = {}) {
  const [chosen, setChosen] = useState(start);
  const current = Math.min(chosen, count - 1);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const to = targetOf(event.key, current, count, columns);
    const mark = event.currentTarget.querySelectorAll<HTMLElement>("[data-mark]")[to ?? -1];
    if (to === undefined || !mark) return;
    event.preventDefault();
    mark.focus();
  }

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const index = Number(target.dataset["mark"]);
    if (!Number.isNaN(index)) setChosen(index);
  }

  return {
    strip: { role: "group", onKeyDown, onFocus },
    mark: (index: number) => ({ "data-mark": index, tabIndex: index === current ? 0 : -1 }),
  };
}

function targetOf(key: string, at: number, count: number, columns: number): number | undefined {
  const row = at - (at % columns);
  switch (key) {
    case "ArrowRight":
      return Math.min(at + 1, count - 1);
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "ArrowDown":
      return at + columns < count ? at + columns : undefined;
    case "ArrowUp":
      return at - columns >= 0 ? at - columns : undefined;
    case "Home":
      return row;
    case "End":
      return Math.min(row + columns, count) - 1;
    default:
      return undefined;
  }
}
