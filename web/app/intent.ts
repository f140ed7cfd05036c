import type { QueryClient } from "@tanstack/react-query";
import { pageAt } from "./pages.ts";

/** A pointer that crosses a list on its way stops nowhere for so long. */
const DWELL_MS = 65;

type Connection = { saveData?: boolean };

/**
 * Begins to load a page when somebody points at a link to it, or reaches it with the keyboard: by the click it is
 * there. One listener for all links, the pages' and the sidebar's.
 */
export function watchIntent(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || isSavingData()) return;
    // A finger that has come down is an intention at once.
    const dwell = event.type === "touchstart" ? 0 : DWELL_MS;
    timer = setTimeout(() => prepare(client, new URL(link.href)), dwell);
  };
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(type, watch, { passive: true });
  }
}

/** Its code, and then the answers that are not fresh in the cache already. A failure shows at the click. */
async function prepare(client: QueryClient, { pathname, searchParams }: URL): Promise<void> {
  const found = pageAt(pathname);
  if (!found) return;
  const code = await found.page.code.load().catch(() => undefined);
  await code?.prefetch?.(client, found.params, searchParams);
}

function isSavingData(): boolean {
  return (navigator as { connection?: Connection }).connection?.saveData ?? false;
}
