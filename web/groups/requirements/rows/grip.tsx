import type { KeyboardEvent } from "react";
import type { Direction } from "#web/groups/requirements/rule/edit-rows.ts";
import type { Row } from "#web/groups/requirements/rule/rows.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useEditor } from "./editor.ts";

const ARROWS: Partial<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** Moves a row: Space lifts it, arrows move it, Escape puts it back; or it is dragged. The row's menu does the same. */
export function Grip({ row, label }: { row: Row; label: string }) {
  const { draft, act, onDrag } = useEditor();
  const { id } = row;
  const isLifted = draft.lifted?.id === id;

  function onKeyDown(event: KeyboardEvent) {
    const direction = ARROWS[event.key];
    if (direction && (isLifted || event.altKey)) act({ type: "move", id, direction });
    else if (event.key === " ") act(isLifted ? { type: "drop" } : { type: "lift", id });
    else if (event.key === "Enter") act(isLifted ? { type: "drop" } : { type: "edit", id });
    else if (event.key === "Escape" && isLifted) act({ type: "return" });
    else if (event.key === "Delete") act({ type: "remove", id });
    else if (event.key === "n" && !event.ctrlKey && !event.metaKey) act({ type: "negate", id });
    else {
      // Leaving the row drops it where it is.
      if (event.key === "Tab" && isLifted) act({ type: "drop" });
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <button
      type="button"
      data-focus={`row-${id}`}
      aria-label={label}
      aria-pressed={isLifted}
      aria-keyshortcuts="Space Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft Delete"
      onPointerDown={(event) => event.button === 0 && onDrag(id, event.clientY)}
      onKeyDown={onKeyDown}
      className="grid h-8.5 w-6 cursor-grab touch-none place-items-center rounded-control text-text-2 hover:bg-surface-2 hover:text-text-1 max-md:hidden"
    >
      <Icon name="grip" />
    </button>
  );
}
