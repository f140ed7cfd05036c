import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { findPlace } from "#web/requirements/rule/edit-rows.ts";
import type { Direction } from "#web/requirements/rule/edit-rows.ts";
import type { Change, Draft } from "#web/requirements/rule/draft.ts";
import type { Row } from "#web/requirements/rule/rows.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useEditor } from "./editor.ts";

/** Pointers that move less than this have clicked. */
const DRAG_FROM_PX = 4;

/**
 * Dragging with a mouse, a pen or a finger: the row takes the place of the row under the pointer. The window listens,
 * because the dragged element is moved within the page.
 */
export function useDrag(draft: Draft, act: (change: Change) => void) {
  const [dragged, setDragged] = useState<{ id: number; fromY: number }>();
  const latest = useRef({ draft, act });
  useEffect(() => {
    latest.current = { draft, act };
  });
  useEffect(() => {
    if (!dragged) return undefined;
    const { id, fromY } = dragged;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const { draft, act } = latest.current;
      if (draft.lifted?.id === id) {
        const change = placeAt(draft, id, clientX, clientY);
        if (change) act(change);
      } else if (Math.abs(clientY - fromY) >= DRAG_FROM_PX) {
        act({ type: "lift", id });
      }
    };
    const onEnd = () => {
      setDragged(undefined);
      latest.current.act({ type: "drop" });
    };
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onEnd);
    addEventListener("pointercancel", onEnd);
    return () => {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onEnd);
      removeEventListener("pointercancel", onEnd);
    };
  }, [dragged]);
  return (id: number, fromY: number) => setDragged({ id, fromY });
}

/** The place of the row under the pointer: before it over its upper half, after it over the lower. */
function placeAt({ root }: Draft, id: number, x: number, y: number): Change | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  const targetId = Number(element?.dataset["row"]);
  const target = findPlace(root, targetId);
  const own = findPlace(root, id);
  if (!element || !target || !own || targetId === id) return undefined;
  const { parent, row } = target;
  if (row.type === "bracket" && row.rows.length === 0) {
    return { type: "place", parentId: row.id, index: 0 };
  }
  const { top, height } = element.getBoundingClientRect();
  const others = parent.rows.filter((row) => row.id !== id);
  const index = others.indexOf(row) + (y > top + height / 2 ? 1 : 0);
  const isThere = parent.id === own.parent.id && index === own.index;
  return isThere ? undefined : { type: "place", parentId: parent.id, index };
}

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
      className="grid h-8.5 w-6 cursor-grab place-items-center rounded-control text-text-2 hover:bg-surface-2 hover:text-text-1 max-md:hidden"
      // Not a class: the styles of every page are at their budget.
      style={{ touchAction: "none" }}
    >
      <Icon name="grip" />
    </button>
  );
}
