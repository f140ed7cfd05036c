/** What a page shows first has been read by then. */
const LATER_MS = 500;

/**
 * The product's own faces. Whoever has been here before has them, and sees nothing else. Else they come when the page
 * is there: on a slow line they would hold it up by a third of a second, and others of their widths stand in for them.
 */
export function loadFaces(page: Promise<void>): void {
  // Without them the others stay.
  const load = () => void import("#web/faces.css").catch(() => undefined);
  if (isFromCache(import.meta.url)) load();
  else void page.then(() => setTimeout(load, LATER_MS));
}

function isFromCache(url: string): boolean {
  const [entry] = performance.getEntriesByName(url, "resource");
  return entry instanceof PerformanceResourceTiming && entry.transferSize === 0;
}
