/** For the cleanup of an effect: focuses <main> if what had the focus is gone with its component. */
export function focusMainIfLost() {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector("main")?.focus();
  });
}
