import type { ComponentType } from "react";
import { matchPath } from "react-router";

export type PageRoute = { path: string; load: () => Promise<{ default: ComponentType }> };

/** For everybody. The landing page is not among them: it comes with the entry. */
export const PUBLIC_PAGES: PageRoute[] = [
  { path: "/auth/callback", load: () => import("#web/sign-in/callback-page.tsx") },
  { path: "/claim-main", load: () => import("#web/sign-in/claim-main-page.tsx") },
  { path: "/discord/callback", load: () => import("#web/discord/callback-page.tsx") },
];

/** For the signed-in, within the shell. */
export const SIGNED_IN_PAGES: PageRoute[] = [
  { path: "/dashboard", load: () => import("./dashboard.tsx") },
  { path: "/character/:characterId?", load: () => import("#web/characters/character-page.tsx") },
  { path: "/groups", load: () => import("#web/groups/groups-page.tsx") },
  { path: "/groups/create", load: () => import("#web/groups/create-group-page.tsx") },
  { path: "/groups/:groupId", load: () => import("#web/groups/group-page.tsx") },
  { path: "/my-groups", load: () => import("#web/groups/my-groups-page.tsx") },
  { path: "/invitations", load: () => import("#web/invitations/invitations-page.tsx") },
];

/** For system administrators, within the admin layout: nobody else so much as loads them. */
export const ADMIN_PAGES: PageRoute[] = [
  { path: "/admin/categories", load: () => import("#web/admin/categories-page.tsx") },
  { path: "/admin/groups", load: () => import("#web/admin/groups-page.tsx") },
  { path: "/admin/groups/:groupId", load: () => import("#web/admin/group-page.tsx") },
  {
    path: "/admin/corporations",
    load: () => import("#web/admin/corporations/corporations-page.tsx"),
  },
  {
    path: "/admin/corporations/:corporationId",
    load: () => import("#web/admin/corporations/corporation-page.tsx"),
  },
  { path: "/admin/activity", load: () => import("#web/admin/activity/activity-page.tsx") },
  { path: "/admin/setup", load: () => import("#web/admin/setup/setup-page.tsx") },
];

/**
 * Starts loading the page of an address. Left to React, that would begin only after everything around the
 * page has rendered. A failure shows when the page itself is rendered.
 */
export function startLoading(pathname: string): void {
  const pages = [...PUBLIC_PAGES, ...SIGNED_IN_PAGES];
  const page = pages.find(({ path }) => matchPath(path, pathname) !== null);
  page?.load().catch(() => undefined);
}
