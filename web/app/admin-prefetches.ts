import { allActivityQuery } from "#web/activity/queries.ts";
import { readActivityFilters } from "#web/activity/use-activity-filters.ts";
import { applicationQuery, applicationsQuery } from "#web/applications/queries.ts";
import { serverQuery, serversQuery } from "#web/discord-servers/queries.ts";
import { communityQuery } from "#web/groups/community/queries.ts";
import { heldChangeQuery, heldChangesQuery } from "#web/held/queries.ts";
import { adminOverviewQuery } from "#web/overview/queries.ts";
import { pilotsQuery } from "#web/pilots/queries.ts";
import { readPilotFilters } from "#web/pilots/use-pilot-filters.ts";
import { healthDetailsQuery } from "#web/setup/queries.ts";
import type { Prefetch } from "./routes.tsx";

/** What pages that administrators open now and then show first. */
export const adminPrefetches = {
  overview: (client) => client.prefetchQuery(adminOverviewQuery),
  pilots: (client, _params, search) =>
    client.prefetchInfiniteQuery(pilotsQuery(readPilotFilters(search))),
  servers: (client) => client.prefetchQuery(serversQuery),
  server: (client, { serverId = "" }) => client.prefetchQuery(serverQuery(serverId)),
  applications: (client) => client.prefetchQuery(applicationsQuery),
  application: (client, { applicationId = "" }) =>
    client.prefetchQuery(applicationQuery(applicationId)),
  heldChanges: (client) => client.prefetchQuery(heldChangesQuery),
  heldChange: (client, { heldId = "" }) => client.prefetchQuery(heldChangeQuery(heldId)),
  activity: (client, _params, search) =>
    client.prefetchInfiniteQuery(allActivityQuery(readActivityFilters(search))),
  community: (client) => client.prefetchQuery(communityQuery),
  setup: (client) => client.prefetchQuery(healthDetailsQuery),
} satisfies Record<string, Prefetch>;
