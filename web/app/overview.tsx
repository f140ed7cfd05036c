import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { communityQuery } from "#web/groups/community-queries.ts";
import { overviewQuery } from "#web/lib/api/queries.ts";
import { categoriesQuery } from "#web/memberships/queries.ts";
import OverviewPage from "#web/overview/overview-page.tsx";

/** The overview of administrators, with the first steps of a community, which are of many features. */
export default function AdminOverview() {
  const client = useQueryClient();
  const [CommunitySteps] = useState(() => lazy(() => loadSteps(client)));
  return <OverviewPage firstSteps={(overview) => <CommunitySteps overview={overview} />} />;
}

/** Loads the code of the steps together with the answers that they show: a field that came later would push the steps below it. */
async function loadSteps(client: QueryClient) {
  const [steps] = await Promise.all([
    import("./community-steps.tsx"),
    client.prefetchQuery(communityQuery),
    client.prefetchQuery(overviewQuery),
    client.prefetchQuery(categoriesQuery),
  ]);
  return steps;
}
