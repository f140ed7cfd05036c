import type { QueryClient } from "@tanstack/react-query";
import { lazy } from "react";
import type { ComponentType } from "react";
import { Navigate, useLocation } from "react-router";
import type { IndexRouteObject, NonIndexRouteObject, Params } from "react-router";
import { EVE_CALLBACK_PATHS } from "#shared/account/callback-paths.ts";
import {
  categoriesQuery,
  groupFilters,
  groupQuery,
  groupsQuery,
  myGroupsQuery,
} from "#web/group-queries/queries.ts";
import { isSignedIn, sessionQuery } from "#web/lib/api/session.ts";
import { overviewQuery, waitingQuery } from "#web/lib/api/queries.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { isSmallScreen } from "#web/lib/layout.ts";

type Prefetch = (client: QueryClient, params: Params, search: URLSearchParams) => unknown;

type Preloadable = {
  /** The page's code. */
  load?: () => Promise<{ default: ComponentType }>;
  /**
   * Requests the data that the page shows first. The queries of the pages that most visits begin with are in the entry;
   * the others load beside their page's code.
   */
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

/** What was a page of its own is a row of the settings. Messages at Discord and printed advice have its old address. */
function ToSettings({ anchor }: { anchor: Anchor }) {
  const { hash } = useLocation();
  return <Navigate to={`${paths.adminSettings}${hash || `#${anchor}`}`} replace />;
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
          load: () => import("#web/app/pages/overview.tsx"),
          prefetch: async (client) =>
            client.prefetchQuery((await import("#web/overview/queries.ts")).adminOverviewQuery),
        }),
        page({
          path: paths.adminCategories,
          load: () => import("#web/groups/categories-page.tsx"),
          prefetch: (client) => client.prefetchQuery(categoriesQuery),
        }),
        page({
          path: paths.adminGroups,
          load: () => import("#web/groups/admin-groups-page.tsx"),
          prefetch: prefetchGroupList,
        }),
        page({
          path: paths.adminGroup(":groupId"),
          load: () => import("#web/groups/group-page.tsx"),
          prefetch: prefetchGroup,
        }),
        page({
          path: paths.adminReviews,
          load: () => import("#web/reviews/reviews-page.tsx"),
        }),
        page({
          path: paths.adminPilots,
          load: () => import("#web/pilots/pilots-page.tsx"),
          prefetch: prefetchPilots,
        }),
        page({
          path: paths.adminLookup,
          load: () => import("#web/pilots/lookup-page.tsx"),
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
          prefetch: async (client, _params, search) => {
            const { corporationsQuery } = await import("#web/corporations/queries.ts");
            return client.prefetchInfiniteQuery(
              corporationsQuery(search.get("search")?.trim() ?? ""),
            );
          },
        }),
        page({
          path: "/admin/corporations/:corporationId",
          load: () => import("#web/corporations/corporation-page.tsx"),
          prefetch: prefetchCorporation,
        }),
        page({
          path: paths.adminDiscord,
          load: () => import("#web/discord-servers/servers-page.tsx"),
          prefetch: async (client) =>
            client.prefetchQuery((await import("#web/discord-servers/queries.ts")).serversQuery),
        }),
        page({
          path: paths.adminDiscordServer(":serverId"),
          load: () => import("#web/discord-servers/server-page.tsx"),
          prefetch: async (client, { serverId = "" }) =>
            client.prefetchQuery(
              (await import("#web/discord-servers/queries.ts")).serverQuery(serverId),
            ),
        }),
        page({
          path: paths.adminApplications,
          load: () => import("#web/applications/applications-page.tsx"),
          prefetch: async (client) =>
            client.prefetchQuery((await import("#web/applications/queries.ts")).applicationsQuery),
        }),
        page({
          path: paths.adminApplication(":applicationId"),
          load: () => import("#web/applications/application-page.tsx"),
          prefetch: prefetchApplication,
        }),
        page({
          path: paths.adminDeliveries(":applicationId"),
          load: () => import("#web/applications/webhooks/deliveries-page.tsx"),
          prefetch: prefetchApplication,
        }),
        page({
          path: paths.adminHeld,
          load: () => import("#web/held/held-page.tsx"),
          prefetch: async (client) =>
            client.prefetchQuery((await import("#web/held/queries.ts")).heldChangesQuery),
        }),
        page({
          path: paths.adminHeldChange(":heldId"),
          load: () => import("#web/held/held-change-page.tsx"),
          prefetch: async (client, { heldId = "" }) =>
            client.prefetchQuery((await import("#web/held/queries.ts")).heldChangeQuery(heldId)),
        }),
        // Without a prefetch: reading the list is recorded.
        page({
          path: paths.adminWatchlist,
          load: () => import("#web/watchlist/watchlist-page.tsx"),
        }),
        page({
          path: paths.adminActivity,
          load: () => import("#web/activity/activity-page.tsx"),
          prefetch: prefetchActivity,
        }),
        page({
          path: paths.adminSettings,
          load: () => import("#web/app/pages/settings.tsx"),
          prefetch: async (client) => {
            const [{ communityQuery }, { healthDetailsQuery }] = await Promise.all([
              import("#web/groups/community/queries.ts"),
              import("#web/setup/queries.ts"),
            ]);
            return Promise.all([
              client.prefetchQuery(communityQuery),
              client.prefetchQuery(healthDetailsQuery),
            ]);
          },
        }),
        { path: "/admin/community", element: <ToSettings anchor="community-name" /> },
        { path: "/admin/setup", element: <ToSettings anchor="diagnosis" /> },
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
  page({ path: paths.consent, load: () => import("#web/consent/consent-page.tsx") }),
  page({ path: paths.signOut, load: () => import("#web/consent/sign-out-page.tsx") }),
  page({ path: paths.discordCallback, load: () => import("#web/discord/callback-page.tsx") }),
  page({
    load: () => import("./login-guard.tsx"),
    admits: isSignedIn,
    children: [
      page({
        load: loadShell,
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
            prefetch: async (client, params) => {
              const characterId = parseEveId(params["characterId"]);
              if (characterId === undefined) return undefined;
              const { characterQuery } = await import("#web/characters/queries.ts");
              return client.prefetchQuery(characterQuery(characterId));
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
            load: () => import("#web/groups/group-page.tsx"),
            prefetch: prefetchGroup,
          }),
          page({
            path: paths.apply(":groupId"),
            load: () => import("#web/vetting/apply-page.tsx"),
          }),
          page({
            path: paths.groupForm(":groupId"),
            load: () => import("#web/vetting/form-page.tsx"),
          }),
          page({
            path: paths.groupRequest(":groupId", ":requestId"),
            load: () => import("#web/vetting/request-page.tsx"),
          }),
          page({
            path: paths.ownRequest(":requestId"),
            load: () => import("#web/vetting/own-request-page.tsx"),
          }),
          page({
            path: paths.groupReview(":groupId"),
            // Without a prefetch: reading the members is recorded.
            load: () => import("#web/reviews/review-page.tsx"),
          }),
          page({
            path: paths.invite(":code"),
            load: () => import("#web/groups/invitations/invite-link-page.tsx"),
            prefetch: async (client, { code = "" }) =>
              client.prefetchQuery(
                (await import("#web/groups/invitations/queries.ts")).inviteLinkQuery(code),
              ),
          }),
          page({
            path: paths.myGroups,
            load: () => import("#web/groups/my-groups-page.tsx"),
            prefetch: (client) => client.prefetchInfiniteQuery(myGroupsQuery),
          }),
          page({
            path: paths.operations,
            load: () => import("#web/operations/operations-page.tsx"),
            prefetch: async (client, _params, search) => {
              if (search.has("week")) return undefined;
              const { operationsQuery } = await import("#web/operations/queries.ts");
              return client.prefetchInfiniteQuery(operationsQuery(search.get("past") === "true"));
            },
          }),
          page({
            path: paths.planOperation,
            load: () => import("#web/operations/operation-form-page.tsx"),
          }),
          page({
            path: paths.participation,
            load: () => import("#web/operations/participation-page.tsx"),
          }),
          page({
            path: paths.operation(":operationId"),
            load: () => import("#web/operations/operation-page.tsx"),
            prefetch: async (client, { operationId = "" }) =>
              client.prefetchQuery(
                (await import("#web/operations/queries.ts")).operationQuery(operationId),
              ),
          }),
          page({
            path: paths.changeOperation(":operationId"),
            load: () => import("#web/operations/operation-form-page.tsx"),
          }),
          page({
            path: paths.access,
            load: () => import("#web/access/access-page.tsx"),
            prefetch: async (client) =>
              client.prefetchQuery((await import("#web/access/queries.ts")).accessQuery),
          }),
          page({
            path: paths.invitations,
            load: () => import("#web/groups/invitations/invitations-page.tsx"),
            prefetch: async (client) =>
              client.prefetchQuery(
                (await import("#web/groups/invitations/queries.ts")).myInvitationsQuery,
              ),
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

/** On a small screen the sidebar comes after the first paint. */
async function loadShell() {
  const [shell] = await Promise.all([
    import("./shell.tsx"),
    isSmallScreen() ? undefined : import("./sidebar.tsx"),
  ]);
  return shell;
}

function prefetchGroupList(client: QueryClient, _params: Params, search: URLSearchParams) {
  return Promise.all([
    client.prefetchInfiniteQuery(groupsQuery(groupFilters.read(search))),
    client.prefetchQuery(categoriesQuery),
  ]);
}

function prefetchGroup(client: QueryClient, { groupId = "" }: Params, search: URLSearchParams) {
  return Promise.all([
    client.prefetchQuery(groupQuery(groupId)),
    search.has("tab") || prefetchMembers(client, groupId, search),
  ]);
}

async function prefetchMembers(client: QueryClient, groupId: string, search: URLSearchParams) {
  const { memberFilters, membersQuery } = await import("#web/groups/members/queries.ts");
  return client.prefetchInfiniteQuery(membersQuery(groupId, memberFilters.read(search)));
}

async function prefetchCorporation(client: QueryClient, params: Params, search: URLSearchParams) {
  const id = parseEveId(params["corporationId"]);
  if (id === undefined) return undefined;
  const { corporationDataQuery, corporationQuery, directorsQuery } =
    await import("#web/corporations/queries.ts");
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

async function prefetchPilots(client: QueryClient, _params: Params, search: URLSearchParams) {
  const { pilotFilters, pilotsQuery } = await import("#web/pilots/queries.ts");
  return client.prefetchInfiniteQuery(pilotsQuery(pilotFilters.read(search)));
}

async function prefetchApplication(client: QueryClient, { applicationId = "" }: Params) {
  const { applicationQuery } = await import("#web/applications/queries.ts");
  return client.prefetchQuery(applicationQuery(applicationId));
}

async function prefetchActivity(client: QueryClient, _params: Params, search: URLSearchParams) {
  const { activityFilters, allActivityQuery } = await import("#web/activity/queries.ts");
  return client.prefetchInfiniteQuery(allActivityQuery(activityFilters.read(search)));
}
