import { useEffect, useRef, useState } from "react";
import { findPlace } from "#web/groups/requirements/rule/edit-rows.ts";
import type { Change, Draft } from "#web/groups/requirements/rule/draft.ts";

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
  const others = parent.rows.filter((one) => one.id !== id);
  const index = others.indexOf(row) + (y > top + height / 2 ? 1 : 0);
  const isThere = parent.id === own.parent.id && index === own.index;
  return isThere ? undefined : { type: "place", parentId: parent.id, index };
}
