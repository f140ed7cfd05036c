/**
 * Acts once, when the browser has laid out this element and has not painted it. What reads places earlier makes the browser lay out the
 * whole page at once, in the middle of React's work. Returns what gives it up.
 */
export function afterLayout(element: Element, act: () => void): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
