import type { ComponentType } from "react";
import { panelAt } from "#web/groups/panels.ts";
import type { Prefetch } from "#web/lib/prefetch.ts";
import { lazyModule } from "#web/lib/lazy-module.ts";
import type { LazyModule } from "#web/lib/lazy-module.ts";

type Params = Record<string, string | undefined>;

type PageCode = { default: ComponentType; prefetch?: Prefetch };

export type Page = {
  path: string;
  code: LazyModule<PageCode>;
  /** More code, which it shows for what the address says. */
  parts: (search: string) => LazyModule<unknown>[];
  /** The answers of the API that it shows first, without the shell's own. */
  asks: (params: Params, search: string) => string[];
};

type Load = () => Promise<PageCode>;

function page(
  path: string,
  load: Load,
  asks: Page["asks"] = () => [],
  parts: Page["parts"] = () => [],
): Page {
  return { path, code: lazyModule(load), asks, parts };
}

export const LANDING_PAGE = page("/", () => import("#web/sign-in/landing-page.tsx"));

/** For everybody. */
export const PUBLIC_PAGES = [
  LANDING_PAGE,
  page("/auth/callback", () => import("#web/sign-in/callback-page.tsx")),
  page("/claim-main", () => import("#web/sign-in/claim-main-page.tsx")),
  page("/discord/callback", () => import("#web/discord/callback-page.tsx")),
];

/** Around every page of the signed-in. */
export const SHELL = lazyModule(() => import("./shell.tsx"));
/** What the shell asks for by itself. */
export const SHELL_ASKS = ["/api/groups/invitations"];

const DASHBOARD_PAGE = page(
  "/dashboard",
  () => import("./dashboard.tsx"),
  () => ["/api/characters"],
);

/** For the signed-in, within the shell. */
export const SIGNED_IN_PAGES = [
  DASHBOARD_PAGE,
  page(
    "/character/:characterId?",
    () => import("#web/characters/character-page.tsx"),
    ({ characterId = "" }) =>
      /^[1-9]\d{0,14}$/.test(characterId) ? [`/api/characters/${characterId}`] : [],
  ),
  page("/groups", () => import("#web/groups/groups-page.tsx"), asksOfGroupList),
  page(
    "/groups/create",
    () => import("#web/groups/create-group-page.tsx"),
    () => ["/api/groups/categories"],
  ),
  page("/groups/:groupId", () => import("#web/groups/group-page.tsx"), asksOfGroup, panelOf),
  page(
    "/my-groups",
    () => import("#web/groups/my-groups-page.tsx"),
    () => ["/api/groups/my-groups"],
  ),
  page("/invitations", () => import("#web/groups/invitations/invitations-page.tsx")),
];

/** Around every page of the admin area, within the shell. */
export const ADMIN_LAYOUT = lazyModule(() => import("./admin-layout.tsx"));

/** For system administrators, within the admin layout: nobody else so much as loads them. */
export const ADMIN_PAGES = [
  page(
    "/admin/categories",
    () => import("#web/groups/categories/categories-page.tsx"),
    () => ["/api/groups/categories"],
  ),
  page("/admin/groups", () => import("#web/groups/admin/admin-groups-page.tsx"), asksOfGroupList),
  page(
    "/admin/groups/:groupId",
    () => import("#web/groups/admin/admin-group-page.tsx"),
    asksOfGroup,
    (search) => panelOf(search === "" ? "?tab=requests" : search),
  ),
  page(
    "/admin/corporations",
    () => import("#web/corporations/corporations-page.tsx"),
    (_params, search) => (search === "" ? ["/api/corporations"] : []),
  ),
  page(
    "/admin/corporations/:corporationId",
    () => import("#web/corporations/corporation-page.tsx"),
    asksOfCorporation,
  ),
  page(
    "/admin/activity",
    () => import("#web/activity/activity-page.tsx"),
    (_params, search) => (search === "" ? ["/api/activity"] : []),
  ),
  page(
    "/admin/setup",
    () => import("#web/setup/setup-page.tsx"),
    () => ["/api/health/details"],
  ),
];

/** What filters in the address would ask instead is left to the page. */
function asksOfGroupList(_params: Params, search: string): string[] {
  return ["/api/groups/categories", ...(search === "" ? ["/api/groups"] : [])];
}

function asksOfGroup({ groupId }: Params, search: string): string[] {
  const group = `/api/groups/${groupId}`;
  if (search === "") return [group, `${group}/members`];
  // These tabs are there for those who invite only.
  return /^\?tab=(codes|invitations)$/.test(search)
    ? [group, `${group}/invite-codes`, `${group}/invitations`]
    : [group];
}

function asksOfCorporation({ corporationId }: Params, search: string): string[] {
  const corporation = `/api/corporations/${corporationId}`;
  if (search === "") return [corporation, `${corporation}/directors`];
  return /^\?tab=(data|fetch)$/.test(search) ? [corporation, `${corporation}/data`] : [corporation];
}

function panelOf(search: string): LazyModule<unknown>[] {
  const panel = panelAt(new URLSearchParams(search).get("tab"));
  return panel ? [panel] : [];
}

/** The page at an address, and what its path's parameters are there. react-router would say the same, later. */
export function pageAt(pathname: string): { page: Page; params: Params } | undefined {
  const parts = pathname.split("/").filter((part) => part !== "");
  for (const page of [...PUBLIC_PAGES, ...SIGNED_IN_PAGES, ...ADMIN_PAGES]) {
    const params = match(page.path, parts);
    if (params) return { page, params };
  }
  return undefined;
}

function match(path: string, parts: readonly string[]): Params | undefined {
  const names = path.split("/").filter((name) => name !== "");
  if (parts.length > names.length) return undefined;
  const params: Params = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index];
    if (name.startsWith(":")) {
      if (part === undefined && !name.endsWith("?")) return undefined;
      params[name.slice(1).replace("?", "")] = part;
    } else if (name !== part) return undefined;
  }
  return params;
}
