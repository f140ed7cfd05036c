import { isReturnPath } from "#shared/account/sign-in-paths.ts";
import { paths } from "./paths.ts";

/** The page's address, to come back to after a sign-in; undefined on pages where a sign-in ends anyway. */
export function returnPathOf(page: {
  pathname: string;
  search: string;
  hash: string;
}): string | undefined {
  const { pathname, search, hash } = page;
  if (pathname === paths.home || pathname + search === paths.dashboard) return undefined;
  // A search that is too long is left out.
  return [pathname + search + hash, pathname].find(isReturnPath);
}

/** Navigation state of the landing page: the page that needs a session. */
export type Arrival = { returnTo?: string | undefined };

/** Navigation state comes from the browser's history and may contain anything. */
export function readArrival(state: unknown): Arrival {
  const { returnTo } = (state ?? {}) as Partial<Record<keyof Arrival, unknown>>;
  return {
    returnTo: typeof returnTo === "string" && isReturnPath(returnTo) ? returnTo : undefined,
  };
}
