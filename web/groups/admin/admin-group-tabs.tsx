import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { inviteCodesQuery } from "#web/groups/codes/queries.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { TabLinks } from "#web/ui/page/tab-links.tsx";

const RequestsPanel = lazy(() => import("#web/groups/requests/requests-panel.tsx"));
const CodesPanel = lazy(() => import("#web/groups/codes/codes-panel.tsx"));
const ActivityPanel = lazy(() => import("#web/groups/activity-panel.tsx"));

const TABS = ["requests", "codes", "activity"] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  requests: "Requests",
  codes: "Invite Codes",
  activity: "Activity",
};

/** Requests, codes and activity. Members and invitations have cards of their own on the administrators' page. */
export function GroupRecords({ group }: { group: Group }) {
  const { id, pendingRequestCount } = group;
  const [params] = useSearchParams();
  const codes = useQuery(inviteCodesQuery(id));
  const current = TABS.find((tab) => tab === params.get("tab")) ?? "requests";
  const counts: Record<Tab, number | undefined> = {
    requests: pendingRequestCount ?? undefined,
    codes: codes.data?.length,
    activity: undefined,
  };
  const tabs = TABS.map((tab) => {
    const count = counts[tab];
    return {
      label: LABELS[tab],
      to: `${paths.adminGroup(id)}?tab=${tab}`,
      isCurrent: tab === current,
      ...(count !== undefined && { count }),
    };
  });
  return (
    <Card isFlush className="min-w-0">
      <TabLinks label="Manage the group" tabs={tabs} />
      <Suspense
        fallback={
          <div className="px-4">
            <Loading>Loading...</Loading>
          </div>
        }
      >
        {current === "requests" && <RequestsPanel group={group} />}
        {current === "codes" && <CodesPanel groupId={id} />}
        {current === "activity" && <ActivityPanel groupId={id} />}
      </Suspense>
    </Card>
  );
}
