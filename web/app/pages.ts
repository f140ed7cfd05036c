import type { ComponentType } from "react";
import { matchPath } from "react-router";

export type PageRoute = { path: string; load: () => Promise<{ default: ComponentType }> };

/** For everybody. The landing page is not among them: it comes with the entry. */
export const PUBLIC_PAGES: PageRoute[] = [
  { path: "/auth/callback", load: () => import("#web/sign-in/callback-page.tsx") },
  { path: "/claim-main", load: () => import("#web/sign-in/claim-main-page.tsx") },
];

/** For the signed-in, within the shell. */
export const SIGNED_IN_PAGES: PageRoute[] = [
  { path: "/dashboard", load: () => import("#web/dashboard/dashboard-page.tsx") },
  { path: "/character/:characterId?", load: () => import("#web/characters/character-page.tsx") },
  { path: "/groups", load: () => import("#web/groups/groups-page.tsx") },
  { path: "/groups/create", load: () => import("#web/groups/create-group-page.tsx") },
  { path: "/groups/:groupId", load: () => import("#web/groups/group-page.tsx") },
  { path: "/my-groups", load: () => import("#web/groups/my-groups-page.tsx") },
  { path: "/invitations", load: () => import("#web/invitations/invitations-page.tsx") },
];

export const loadShell = () => import("./shell.tsx");

/**
 * Starts loading what an address needs, all at once: left to React, the page would wait for the shell around
 * it. Harmless to repeat; a failure shows when the page itself is rendered.
 */
export function startLoading(pathname: string): void {
  const isHere = ({ path }: PageRoute) => matchPath(path, pathname) !== null;
  const signedInPage = SIGNED_IN_PAGES.find(isHere);
  const loads = [(signedInPage ?? PUBLIC_PAGES.find(isHere))?.load(), signedInPage && loadShell()];
  for (const load of loads) load?.catch(() => undefined);
}
