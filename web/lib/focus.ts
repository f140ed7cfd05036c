import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** For the cleanup of an effect: focuses <main> if what had the focus is gone with its component. */
export function focusMainIfLost() {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector("main")?.focus();
  });
}

/**
 * Moves the focus when the control that has it is removed from `container`: to what `findSuccessor` finds, at first to its
 * first control. `place` is what `placeOf` said of the removed control.
 */
export function useFocusSuccessor<Container extends HTMLElement, Place = undefined>(
  container: RefObject<Container | null>,
  placeOf?: (control: Element) => Place,
  findSuccessor: (container: Container, place: Place | undefined) => Focusable = firstControl,
) {
  const last = useRef<{ control: Element; place: Place | undefined }>(undefined);
  useEffect(() => {
    const element = container.current;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = { control: target, place: placeOf?.(target) };
    };
    element?.addEventListener("focusin", onFocus);
    return () => element?.removeEventListener("focusin", onFocus);
  }, [container, placeOf]);
  // After every render: any of them may remove a control.
  useEffect(() => {
    if (last.current === undefined || last.current.control.isConnected) return;
    const { place } = last.current;
    last.current = undefined;
    if (document.activeElement !== document.body || !container.current) return;
    findSuccessor(container.current, place)?.focus({ preventScroll: true });
  });
}

type Focusable = HTMLElement | null | undefined;

export function firstControl(container: HTMLElement): Focusable {
  return container.querySelector<HTMLElement>("button, a[href], input, select, textarea");
}
