import { useEffect, useEffectEvent, useState } from "react";
import { createKeyReader } from "./keys.ts";
import type { KeyCommand } from "./keys.ts";
import { areSingleKeysOn } from "#web/lib/single-keys.ts";

/** Listens to the keyboard as long as the shell is there. */
export function useShortcuts(isAdmin: boolean, onCommand: (command: KeyCommand) => void) {
  const [read] = useState(createKeyReader);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const press = {
      key,
      ctrlKey,
      metaKey,
      altKey,
      repeat,
      isTyping: isField(event.target),
      isInDialog: document.querySelector("[role=dialog], [role=alertdialog]") !== null,
    };
    const keyboard = { areSingleKeysOn: areSingleKeysOn(), isAdmin };
    const command = read(press, keyboard, event.timeStamp);
    if (!command) return;
    event.preventDefault();
    onCommand(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Where a letter is a letter: in fields, and in lists that jump to what begins with it. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
