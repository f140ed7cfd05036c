import { useEffect, useEffectEvent } from "react";
import { isPaletteKey } from "./palette-key.ts";

/** Stands in for the commands until their code has come: the palette opens then, if its key was pressed before. */
export function EarlyPalette({ onOpen }: { onOpen: () => void }) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isPaletteKey(event)) return;
    // Browsers have a search of their own on this key.
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return null;
}
