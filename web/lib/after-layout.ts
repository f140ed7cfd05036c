/**
 * Acts once, after the browser has laid out the element and before it paints. Measuring earlier forces a layout of the whole page in the
 * middle of React's commit. Returns a function that cancels it.
 */
export function afterLayout(element: Element, act: () => void): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
