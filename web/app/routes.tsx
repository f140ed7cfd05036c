import type { QueryClient } from "@tanstack/react-query";
import { lazy } from "react";
import type { ComponentType } from "react";
import { Navigate } from "react-router";
import type { IndexRouteObject, NonIndexRouteObject, Params } from "react-router";
import { EVE_CALLBACK_PATHS } from "#shared/account/callback-paths.ts";
import { accessQuery } from "#web/access/queries.ts";
import { characterQuery } from "#web/characters/character/queries.ts";
import { corporationQuery, corporationsQuery } from "#web/corporations/corporation/queries.ts";
import { corporationDataQuery } from "#web/corporations/data/queries.ts";
import { directorsQuery } from "#web/corporations/directors/queries.ts";
import { overviewQuery } from "#web/dashboard/queries.ts";
import { categoriesQuery } from "#web/groups/categories/queries.ts";
import { inviteLinkQuery } from "#web/groups/codes/queries.ts";
import { groupQuery, groupsQuery, myGroupsQuery } from "#web/groups/group/queries.ts";
import { myInvitationsQuery } from "#web/groups/invitations/queries.ts";
import { readFilters } from "#web/groups/list/use-group-filters.ts";
import { membersQuery } from "#web/groups/members/queries.ts";
import { readMemberFilters } from "#web/groups/members/use-member-filters.ts";
import { isSignedIn, sessionQuery } from "#web/lib/api/session.ts";
import { waitingQuery } from "#web/lib/waiting.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import type { adminPrefetches } from "./admin-prefetches.ts";

export type Prefetch = (client: QueryClient, params: Params, search: URLSearchParams) => unknown;

type Preloadable = {
  /** The page's code. */
  load?: () => Promise<{ default: ComponentType }>;
  /** Requests the data that the page shows first. */
  prefetch?: Prefetch;
  /** Whether this user gets to see the route and those below it: otherwise none of them is preloaded. */
  admits?: (client: QueryClient) => boolean | Promise<boolean>;
};

/** A route of React Router, with what `preload` needs to know of it. */
export type AppRoute =
  | (IndexRouteObject & Preloadable)
  | (NonIndexRouteObject & Preloadable & { children?: AppRoute[] });

type Page = Preloadable &
  Required<Pick<Preloadable, "load">> & { path?: string; children?: AppRoute[] };

function page({ load, ...route }: Page): AppRoute {
  const loadOnce = once(load);
  return { ...route, load: loadOnce, Component: lazy(loadOnce) };
}

/** Keeps the promise, so that a page whose code has arrived renders without a fallback. A failure is not kept. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

const administration = page({
  path: paths.admin,
  load: () => import("./admin-guard.tsx"),
  admits: async (client) => (await client.ensureQueryData(sessionQuery)).user?.is_admin ?? false,
  children: [
    page({
      load: () => import("./admin-layout.tsx"),
      children: [
        { index: true, element: <Navigate to={paths.adminCategories} replace /> },
        page({
          path: paths.adminOverview,
          load: () => import("#web/overview/overview-page.tsx"),
          prefetch: prefetchAdmin("overview"),
        }),
        page({
          path: paths.adminCategories,
          load: () => import("#web/groups/categories/categories-page.tsx"),
          prefetch: (client) => client.prefetchQuery(categoriesQuery),
        }),
        page({
          path: paths.adminGroups,
          load: () => import("#web/groups/admin/admin-groups-page.tsx"),
          prefetch: prefetchGroupList,
        }),
        page({
          path: paths.adminGroup(":groupId"),
          load: () => import("#web/groups/admin/admin-group-page.tsx"),
          prefetch: prefetchGroup,
        }),
        page({
          path: paths.adminReviews,
          load: () => import("#web/reviews/reviews-page.tsx"),
        }),
        page({
          path: paths.adminPilots,
          load: () => import("#web/pilots/pilots-page.tsx"),
          prefetch: prefetchAdmin("pilots"),
        }),
        page({
          path: paths.adminPilot(":userId"),
          // Without a prefetch: opening the page is recorded, hovering over a link is not.
          load: () => import("#web/pilots/pilot-page.tsx"),
        }),
        page({
          path: paths.adminUndo,
          // Without a prefetch: what a link asks about is of the moment of the click.
          load: () => import("#web/undo/undo-page.tsx"),
        }),
        page({
          path: paths.adminCorporations,
          load: () => import("#web/corporations/corporations-page.tsx"),
          prefetch: (client, _params, search) =>
            client.prefetchInfiniteQuery(corporationsQuery(search.get("search")?.trim() ?? "")),
        }),
        page({
          path: "/admin/corporations/:corporationId",
          load: () => import("#web/corporations/corporation-page.tsx"),
          prefetch: prefetchCorporation,
        }),
        page({
          path: paths.adminDiscord,
          load: () => import("#web/discord-servers/servers-page.tsx"),
          prefetch: prefetchAdmin("servers"),
        }),
        page({
          path: paths.adminDiscordServer(":serverId"),
          load: () => import("#web/discord-servers/server-page.tsx"),
          prefetch: prefetchAdmin("server"),
        }),
        page({
          path: paths.adminApplications,
          load: () => import("#web/applications/applications-page.tsx"),
          prefetch: prefetchAdmin("applications"),
        }),
        page({
          path: paths.adminApplication(":applicationId"),
          load: () => import("#web/applications/application-page.tsx"),
          prefetch: prefetchAdmin("application"),
        }),
        page({
          path: paths.adminDeliveries(":applicationId"),
          load: () => import("#web/applications/webhooks/deliveries-page.tsx"),
          prefetch: prefetchAdmin("application"),
        }),
        page({
          path: paths.adminHeld,
          load: () => import("#web/held/held-page.tsx"),
          prefetch: prefetchAdmin("heldChanges"),
        }),
        page({
          path: paths.adminHeldChange(":heldId"),
          load: () => import("#web/held/held-change-page.tsx"),
          prefetch: prefetchAdmin("heldChange"),
        }),
        // Without a prefetch: reading the list is recorded.
        page({
          path: paths.adminWatchlist,
          load: () => import("#web/watchlist/watchlist-page.tsx"),
        }),
        page({
          path: paths.adminActivity,
          load: () => import("#web/activity/activity-page.tsx"),
          prefetch: prefetchAdmin("activity"),
        }),
        page({
          path: paths.adminCommunity,
          load: () => import("#web/groups/community/community-page.tsx"),
          prefetch: prefetchAdmin("community"),
        }),
        page({
          path: paths.adminSetup,
          load: () => import("#web/setup/setup-page.tsx"),
          prefetch: prefetchAdmin("setup"),
        }),
      ],
    }),
  ],
});

export const routes: AppRoute[] = [
  page({
    path: paths.home,
    load: () => import("#web/sign-in/landing-page.tsx"),
    // The name and the welcome text of the community.
    prefetch: (client) => client.prefetchQuery(sessionQuery),
  }),
  ...EVE_CALLBACK_PATHS.map((path) =>
    page({ path, load: () => import("#web/sign-in/callback-page.tsx") }),
  ),
  page({ path: paths.claimMain, load: () => import("#web/sign-in/claim-main-page.tsx") }),
  page({ path: paths.consent, load: () => import("#web/app/pages/consent.tsx") }),
  page({ path: paths.signOut, load: () => import("#web/consent/sign-out-page.tsx") }),
  page({ path: paths.discordCallback, load: () => import("#web/discord/callback-page.tsx") }),
  page({
    load: () => import("./login-guard.tsx"),
    admits: isSignedIn,
    children: [
      page({
        load: () => import("./shell.tsx"),
        prefetch: (client) => client.prefetchQuery(waitingQuery),
        children: [
          page({
            path: paths.dashboard,
            load: () => import("#web/app/pages/dashboard.tsx"),
            prefetch: (client) =>
              Promise.all([
                client.prefetchQuery(overviewQuery),
                client.prefetchInfiniteQuery(myGroupsQuery),
              ]),
          }),
          page({ path: paths.account, load: () => import("#web/account/account-page.tsx") }),
          page({
            path: paths.mergeAccounts(":mergeId"),
            load: () => import("#web/account/merge-page.tsx"),
          }),
          page({
            path: "/character/:characterId?",
            load: () => import("#web/characters/character-page.tsx"),
            prefetch: (client, params) => {
              const characterId = parseEveId(params["characterId"]);
              return characterId && client.prefetchQuery(characterQuery(characterId));
            },
          }),
          page({
            path: paths.groups,
            load: () => import("#web/groups/groups-page.tsx"),
            prefetch: prefetchGroupList,
          }),
          page({
            path: paths.createGroup,
            load: () => import("#web/groups/create-group-page.tsx"),
            prefetch: (client) => client.prefetchQuery(categoriesQuery),
          }),
          page({
            path: paths.group(":groupId"),
            load: () => import("#web/app/pages/group.tsx"),
            prefetch: prefetchGroup,
          }),
          page({
            path: paths.apply(":groupId"),
            load: () => import("#web/groups/vetting/apply-page.tsx"),
          }),
          page({
            path: paths.groupForm(":groupId"),
            load: () => import("#web/groups/vetting/form-page.tsx"),
          }),
          page({
            path: paths.groupRequest(":groupId", ":requestId"),
            load: () => import("#web/groups/vetting/request-page.tsx"),
          }),
          page({
            path: paths.ownRequest(":requestId"),
            load: () => import("#web/groups/vetting/own-request-page.tsx"),
          }),
          page({
            path: paths.groupReview(":groupId"),
            // Without a prefetch: reading the members is recorded.
            load: () => import("#web/reviews/review-page.tsx"),
          }),
          page({
            path: paths.invite(":code"),
            load: () => import("#web/app/pages/invite.tsx"),
            prefetch: (client, { code = "" }) => client.prefetchQuery(inviteLinkQuery(code)),
          }),
          page({
            path: paths.myGroups,
            load: () => import("#web/groups/my-groups-page.tsx"),
            prefetch: (client) => client.prefetchInfiniteQuery(myGroupsQuery),
          }),
          page({
            path: paths.access,
            load: () => import("#web/app/pages/access.tsx"),
            prefetch: (client) => client.prefetchQuery(accessQuery),
          }),
          page({
            path: paths.invitations,
            load: () => import("#web/groups/invitations/invitations-page.tsx"),
            prefetch: (client) => client.prefetchQuery(myInvitationsQuery),
          }),
          // Without a prefetch: reading the list is recorded.
          page({
            path: "/corporations/:corporationId/members",
            load: () => import("#web/roster/roster-page.tsx"),
          }),
          administration,
        ],
      }),
    ],
  }),
  page({ path: "*", load: () => import("./not-found-page.tsx") }),
];

function prefetchGroupList(client: QueryClient, _params: Params, search: URLSearchParams) {
  return Promise.all([
    client.prefetchInfiniteQuery(groupsQuery(readFilters(search))),
    client.prefetchQuery(categoriesQuery),
  ]);
}

function prefetchGroup(client: QueryClient, { groupId = "" }: Params, search: URLSearchParams) {
  return Promise.all([
    client.prefetchQuery(groupQuery(groupId)),
    search.has("tab") ||
      client.prefetchInfiniteQuery(membersQuery(groupId, readMemberFilters(search))),
  ]);
}

function prefetchCorporation(client: QueryClient, params: Params, search: URLSearchParams) {
  const id = parseEveId(params["corporationId"]);
  if (id === undefined) return undefined;
  const tab = search.get("tab") ?? "";
  const hasData = ["data", "fetch"].includes(tab);
  // Reading the members is recorded.
  if (tab === "members") return client.prefetchQuery(corporationQuery(id));
  return Promise.all([
    client.prefetchQuery(corporationQuery(id)),
    hasData
      ? client.prefetchQuery(corporationDataQuery(id))
      : client.prefetchQuery(directorsQuery(id)),
  ]);
}

/** What only administrators load is no part of the entry. */
function prefetchAdmin(page: keyof typeof adminPrefetches): Prefetch {
  return async (client, params, search) =>
    (await import("./admin-prefetches.ts")).adminPrefetches[page](client, params, search);
}
