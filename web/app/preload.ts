import type { QueryClient } from "@tanstack/react-query";
import { matchRoutes } from "react-router";
import { routes } from "./routes.tsx";

/** Ignores a pointer that only crosses a link. */
const HOVER_MS = 65;

/**
 * Loads the code of the routes at an address, and their data as far as they admit the user. Resolves when all of it has
 * arrived. A failure is not reported: rendering the page runs into it again and shows it.
 */
export async function preload(
  client: QueryClient,
  { pathname, search }: { pathname: string; search: string },
): Promise<void> {
  const searchParams = new URLSearchParams(search);
  const loading: unknown[] = [];
  let admitted = Promise.resolve(true);
  for (const { route, params } of matchRoutes(routes, pathname) ?? []) {
    const admits = route.admits?.(client) ?? true;
    if (admits === false) break;
    // Without an answer no data is preloaded, and the page says what failed.
    admitted = Promise.all([admitted, admits]).then(
      (answers) => answers.every(Boolean),
      () => false,
    );
    const prefetch = () => route.prefetch?.(client, params, searchParams);
    // Code is the same for everybody, and comes beside the answer.
    loading.push(
      route.load?.(),
      admitted.then((isAdmitted) => isAdmitted && prefetch()),
    );
  }
  await Promise.allSettled(loading);
}

/** Preloads a page when the pointer rests on a link to it, a finger touches the link or the keyboard focuses it. */
export function preloadOnIntent(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onIntent = (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || isSavingData()) return;
    const delay = event.type === "touchstart" ? 0 : HOVER_MS;
    timer = setTimeout(() => void preload(client, link).catch(() => undefined), delay);
  };
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}

/** https://developer.mozilla.org/docs/Web/API/NetworkInformation/saveData */
function isSavingData(): boolean {
  const connection: { saveData?: boolean } | undefined = Reflect.get(navigator, "connection");
  return connection?.saveData ?? false;
}
