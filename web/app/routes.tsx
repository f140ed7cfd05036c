import type { QueryClient } from "@tanstack/react-query";
import { lazy } from "react";
import type { ComponentType } from "react";
import { Navigate, useLocation } from "react-router";
import type { IndexRouteObject, NonIndexRouteObject, Params } from "react-router";
import { EVE_CALLBACK_PATHS } from "#shared/account/sign-in-paths.ts";
import {
  activityQuery,
  categoriesQuery,
  groupFilters,
  groupQuery,
  groupsQuery,
  myGroupsQuery,
} from "#web/memberships/queries.ts";
import { panels } from "#web/groups/group/panels.ts";
import type { Tab } from "#web/groups/group/panels.ts";
import { isSignedIn, sessionQuery } from "#web/lib/api/session.ts";
import { overviewQuery, waitingQuery } from "#web/lib/api/queries.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { once } from "#web/lib/once.ts";
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
  /** Whether this user gets to see the route and those below it: otherwise none of their data is preloaded. */
  admits?: (client: QueryClient) => boolean | Promise<boolean>;
};

/** A route of React Router, with what `preload` needs to know of it. */
export type AppRoute =
  | (IndexRouteObject & Preloadable)
  | (NonIndexRouteObject & Preloadable & { children?: AppRoute[] });

type Load = NonNullable<Preloadable["load"]>;

function page(path: string, load: Load, prefetch?: Prefetch): AppRoute {
  return { path, ...lazyPage(load), ...(prefetch && { prefetch }) };
}

/** What stands around other pages, or admits users to them. */
type Layout = Omit<Preloadable, "load"> & { path?: string; children: AppRoute[] };

function layout(load: Load, route: Layout): AppRoute {
  return { ...route, ...lazyPage(load) };
}

function lazyPage(load: Load) {
  const loadOnce = once(load);
  return { load: loadOnce, Component: lazy(loadOnce) };
}

/** For former pages that are rows of the settings now: messages at Discord and printed advice have the old addresses. */
function ToSettings({ anchor }: { anchor: Anchor }) {
  const { hash } = useLocation();
  return <Navigate to={`${paths.adminSettings}${hash || `#${anchor}`}`} replace />;
}

const administration = layout(() => import("./admin-guard.tsx"), {
  path: paths.admin,
  admits: async (client) => (await client.ensureQueryData(sessionQuery)).user?.is_admin ?? false,
  children: [
    layout(() => import("./admin-layout.tsx"), {
      children: [
        { index: true, element: <Navigate to={paths.adminCategories} replace /> },
        page(
          paths.adminOverview,
          () => import("./overview.tsx"),
          async (client) =>
            client.prefetchQuery((await import("#web/overview/queries.ts")).adminOverviewQuery),
        ),
        page(
          paths.adminCategories,
          () => import("#web/groups/categories-page.tsx"),
          (client) => client.prefetchQuery(categoriesQuery),
        ),
        page(
          paths.adminGroups,
          () => import("#web/groups/admin-groups-page.tsx"),
          prefetchGroupList,
        ),
        page(
          paths.adminGroup(":groupId"),
          () => import("#web/groups/group-page.tsx"),
          prefetchGroup,
        ),
        page(paths.adminReviews, () => import("#web/reviews/reviews-page.tsx")),
        page(paths.adminPilots, () => import("#web/pilots/pilots-page.tsx"), prefetchPilots),
        page(paths.adminLookup, () => import("#web/pilots/lookup-page.tsx")),
        // Without a prefetch: opening the page is recorded, hovering over a link is not.
        page(paths.adminPilot(":userId"), () => import("#web/pilots/pilot-page.tsx")),
        // Without a prefetch: the page shows what can be undone at the moment of the click.
        page(paths.adminUndo, () => import("#web/undo/undo-page.tsx")),
        page(
          paths.adminCorporations,
          () => import("#web/corporations/corporations-page.tsx"),
          async (client, _params, search) => {
            const { corporationsQuery } = await import("#web/corporations/queries.ts");
            return client.prefetchInfiniteQuery(
              corporationsQuery(search.get("search")?.trim() ?? ""),
            );
          },
        ),
        page(
          "/admin/corporations/:corporationId",
          () => import("#web/corporations/corporation-page.tsx"),
          prefetchCorporation,
        ),
        page(
          paths.adminDiscord,
          () => import("#web/discord-servers/servers-page.tsx"),
          async (client) =>
            client.prefetchQuery((await import("#web/discord-servers/queries.ts")).serversQuery),
        ),
        page(
          paths.adminDiscordServer(":serverId"),
          () => import("#web/discord-servers/server-page.tsx"),
          async (client, { serverId = "" }) => {
            const { driftQuery, serverQuery } = await import("#web/discord-servers/queries.ts");
            const server = await client.fetchQuery(serverQuery(serverId));
            return server.isOn ? client.prefetchQuery(driftQuery(server)) : undefined;
          },
        ),
        page(
          paths.adminApplications,
          () => import("#web/applications/applications-page.tsx"),
          async (client) =>
            client.prefetchQuery((await import("#web/applications/queries.ts")).applicationsQuery),
        ),
        page(
          paths.adminApplication(":applicationId"),
          () => import("#web/applications/application-page.tsx"),
          prefetchApplication,
        ),
        page(
          paths.adminDeliveries(":applicationId"),
          () => import("#web/applications/deliveries-page.tsx"),
          prefetchApplication,
        ),
        page(
          paths.adminHeld,
          () => import("#web/held/held-page.tsx"),
          async (client) =>
            client.prefetchQuery((await import("#web/held/queries.ts")).heldChangesQuery),
        ),
        page(
          paths.adminHeldChange(":heldId"),
          () => import("#web/held/held-change-page.tsx"),
          async (client, { heldId = "" }) =>
            client.prefetchQuery((await import("#web/held/queries.ts")).heldChangeQuery(heldId)),
        ),
        // Without a prefetch: reading the list is recorded.
        page(paths.adminWatchlist, () => import("#web/watchlist/watchlist-page.tsx")),
        page(
          paths.adminActivity,
          () => import("#web/activity/activity-page.tsx"),
          prefetchActivity,
        ),
        page(
          paths.adminSettings,
          () => import("./settings.tsx"),
          async (client) => {
            const [{ communityQuery }, { healthDetailsQuery }] = await Promise.all([
              import("#web/groups/community-queries.ts"),
              import("#web/setup/queries.ts"),
            ]);
            return Promise.all([
              client.prefetchQuery(communityQuery),
              client.prefetchQuery(healthDetailsQuery),
            ]);
          },
        ),
        { path: "/admin/community", element: <ToSettings anchor="community-name" /> },
        { path: "/admin/setup", element: <ToSettings anchor="diagnosis" /> },
      ],
    }),
  ],
});

export const routes: AppRoute[] = [
  // The name and the welcome text of the community.
  page(
    paths.home,
    () => import("#web/sign-in/landing-page.tsx"),
    (client) => client.prefetchQuery(sessionQuery),
  ),
  ...EVE_CALLBACK_PATHS.map((path) => page(path, () => import("#web/sign-in/callback-page.tsx"))),
  page(paths.claimMain, () => import("#web/sign-in/claim-main-page.tsx")),
  page(paths.consent, () => import("#web/consent/consent-page.tsx")),
  page(paths.signOut, () => import("#web/consent/sign-out-page.tsx")),
  page(paths.discordCallback, () => import("#web/discord/callback-page.tsx")),
  layout(() => import("./login-guard.tsx"), {
    admits: isSignedIn,
    children: [
      layout(loadShell, {
        prefetch: (client) => client.prefetchQuery(waitingQuery),
        children: [
          page(
            paths.dashboard,
            () => import("#web/dashboard/dashboard-page.tsx"),
            (client) =>
              Promise.all([
                client.prefetchQuery(overviewQuery),
                client.prefetchInfiniteQuery(myGroupsQuery),
              ]),
          ),
          page(paths.account, () => import("#web/account/account-page.tsx")),
          page(paths.mergeAccounts(":mergeId"), () => import("#web/account/merge-page.tsx")),
          page(
            "/character/:characterId?",
            () => import("#web/characters/character-page.tsx"),
            async (client, params) => {
              const characterId = parseEveId(params["characterId"]);
              if (characterId === undefined) return undefined;
              const { characterQuery } = await import("#web/characters/queries.ts");
              return client.prefetchQuery(characterQuery(characterId));
            },
          ),
          page(paths.groups, () => import("#web/groups/groups-page.tsx"), prefetchGroupList),
          page(
            paths.createGroup,
            () => import("#web/groups/create-group-page.tsx"),
            (client) => client.prefetchQuery(categoriesQuery),
          ),
          page(paths.group(":groupId"), () => import("#web/groups/group-page.tsx"), prefetchGroup),
          page(paths.apply(":groupId"), () => import("#web/vetting/apply-page.tsx")),
          page(paths.groupForm(":groupId"), () => import("#web/vetting/form-page.tsx")),
          page(
            paths.groupRequest(":groupId", ":requestId"),
            () => import("#web/vetting/request-page.tsx"),
          ),
          page(paths.ownRequest(":requestId"), () => import("#web/vetting/own-request-page.tsx")),
          // Without a prefetch: reading the members is recorded.
          page(paths.groupReview(":groupId"), () => import("#web/reviews/review-page.tsx")),
          page(
            paths.invite(":code"),
            () => import("#web/groups/invitations/invite-link-page.tsx"),
            async (client, { code = "" }) =>
              client.prefetchQuery(
                (await import("#web/groups/invitations/queries.ts")).inviteLinkQuery(code),
              ),
          ),
          page(
            paths.myGroups,
            () => import("#web/groups/my-groups-page.tsx"),
            (client) => client.prefetchInfiniteQuery(myGroupsQuery),
          ),
          page(
            paths.operations,
            () => import("#web/operations/operations-page.tsx"),
            async (client, _params, search) => {
              if (search.has("week")) return undefined;
              const { operationsQuery } = await import("#web/operations/queries.ts");
              return client.prefetchInfiniteQuery(operationsQuery(search.get("past") === "true"));
            },
          ),
          page(
            paths.planOperation,
            () => import("#web/operations/operation-form-page.tsx"),
            async (client) =>
              client.prefetchQuery((await import("#web/operations/queries.ts")).planningQuery),
          ),
          page(
            paths.participation,
            () => import("#web/operations/participation-page.tsx"),
            async (client, _params, search) => {
              if (search.size > 0) return undefined;
              const { participationQuery, SHOWN_DAYS } = await import("#web/operations/queries.ts");
              return client.prefetchQuery(participationQuery({ days: SHOWN_DAYS }));
            },
          ),
          page(
            paths.operation(":operationId"),
            () => import("#web/operations/operation-page.tsx"),
            async (client, { operationId = "" }) =>
              client.prefetchQuery(
                (await import("#web/operations/queries.ts")).operationQuery(operationId),
              ),
          ),
          page(
            paths.changeOperation(":operationId"),
            () => import("#web/operations/operation-form-page.tsx"),
            async (client, { operationId = "" }) => {
              const { operationQuery, planningQuery } = await import("#web/operations/queries.ts");
              return Promise.all([
                client.prefetchQuery(planningQuery),
                client.prefetchQuery(operationQuery(operationId)),
              ]);
            },
          ),
          page(
            paths.access,
            () => import("#web/access/access-page.tsx"),
            async (client) =>
              client.prefetchQuery((await import("#web/access/queries.ts")).accessQuery),
          ),
          page(
            paths.invitations,
            () => import("#web/groups/invitations/invitations-page.tsx"),
            async (client) =>
              client.prefetchQuery(
                (await import("#web/groups/invitations/queries.ts")).myInvitationsQuery,
              ),
          ),
          // Without a prefetch: reading the list is recorded.
          page("/corporations/:corporationId/members", () => import("#web/roster/roster-page.tsx")),
          administration,
        ],
      }),
    ],
  }),
  page("*", () => import("./not-found-page.tsx")),
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
    prefetchTab(client, groupId, search),
  ]);
}

/** The panel of each tab of a group, and what it lists, beside the page that contains it. */
const TABS: Record<
  Tab,
  (client: QueryClient, groupId: string, search: URLSearchParams) => unknown
> = {
  members: prefetchMembers,
  requests: (...of) => Promise.all([panels.requests(), prefetchRequests(...of)]),
  invitations: (client, groupId) =>
    Promise.all([panels.invitations(), prefetchInvitations(client, groupId)]),
  codes: (client, groupId) => Promise.all([panels.codes(), prefetchCodes(client, groupId)]),
  who: panels.who,
  activity: (client, groupId) =>
    Promise.all([panels.activity(), client.prefetchInfiniteQuery(activityQuery(groupId))]),
  settings: panels.settings,
};

function isTab(tab: string): tab is Tab {
  return Object.hasOwn(TABS, tab);
}

function prefetchTab(client: QueryClient, groupId: string, search: URLSearchParams) {
  const tab = search.get("tab") ?? "members";
  return isTab(tab) ? TABS[tab](client, groupId, search) : undefined;
}

async function prefetchMembers(client: QueryClient, groupId: string, search: URLSearchParams) {
  const { memberFilters, membersQuery } = await import("#web/groups/members/queries.ts");
  return client.prefetchInfiniteQuery(membersQuery(groupId, memberFilters.read(search)));
}

async function prefetchRequests(client: QueryClient, groupId: string, search: URLSearchParams) {
  const [{ requestFilters }, { requestsQuery }, { user }] = await Promise.all([
    import("#web/groups/requests/request-filters.tsx"),
    import("#web/groups/requests/queries.ts"),
    client.ensureQueryData(sessionQuery),
  ]);
  const filters = requestFilters.read(search);
  return client.prefetchInfiniteQuery(requestsQuery(groupId, filters, user?.id));
}

async function prefetchInvitations(client: QueryClient, groupId: string) {
  const { groupInvitationsQuery } = await import("#web/groups/invitations/queries.ts");
  return client.prefetchInfiniteQuery(groupInvitationsQuery(groupId));
}

async function prefetchCodes(client: QueryClient, groupId: string) {
  const { inviteCodesQuery } = await import("#web/groups/invitations/queries.ts");
  return client.prefetchQuery(inviteCodesQuery(groupId));
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
