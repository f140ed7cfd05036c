import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Group } from "#shared/groups.ts";
import { totalOf } from "#web/lib/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import type { TabLink } from "#web/ui/tab-links.tsx";
import { MembersPanel } from "./members-panel.tsx";
import { groupInvitationsQuery, inviteCodesQuery } from "#web/group-parts/queries.ts";

const RequestsPanel = lazy(() => import("#web/group-parts/requests-panel.tsx"));
const InvitationsPanel = lazy(() => import("#web/group-parts/invitations-panel.tsx"));
const CodesPanel = lazy(() => import("#web/group-parts/codes-panel.tsx"));
const ActivityPanel = lazy(() => import("#web/group-parts/activity-panel.tsx"));

type Tab = "members" | "requests" | "invitations" | "codes" | "activity";

/** The members for everybody; for those who manage the group, what there is to manage beside them. */
export function GroupTabs({ group }: { group: Group }) {
  const { can, id } = group;
  const tabs = useTabs(group);
  const [params] = useSearchParams();
  const asked = params.get("tab");
  const current = tabs.find(({ tab }) => tab === asked)?.tab ?? "members";
  if (tabs.length === 1) {
    return (
      <Card isFlush title="Members" className="min-w-0">
        <MembersPanel groupId={id} />
      </Card>
    );
  }
  const links = tabs.map(({ tab, label, count }): TabLink => ({
    label,
    to: tab === "members" ? paths.group(id) : `${paths.group(id)}?tab=${tab}`,
    isCurrent: tab === current,
    ...(count !== undefined && { count }),
  }));
  return (
    <Card isFlush className="min-w-0">
      <TabLinks label="Manage the group" tabs={links} />
      <Suspense
        fallback={
          <div className="px-4">
            <Loading>Loading...</Loading>
          </div>
        }
      >
        {current === "members" && <MembersPanel groupId={id} />}
        {current === "requests" && can.reviewRequests && <RequestsPanel group={group} />}
        {current === "invitations" && <InvitationsPanel groupId={id} />}
        {current === "codes" && <CodesPanel groupId={id} />}
        {current === "activity" && <ActivityPanel groupId={id} />}
      </Suspense>
    </Card>
  );
}

type TabAndCount = { tab: Tab; label: string; count?: number | undefined };

function useTabs({ id, can, memberCount, pendingRequestCount }: Group): TabAndCount[] {
  const invitations = useInfiniteQuery({ ...groupInvitationsQuery(id), enabled: can.invite });
  const codes = useQuery({ ...inviteCodesQuery(id), enabled: can.invite });
  const tabs: TabAndCount[] = [{ tab: "members", label: "Members", count: memberCount }];
  if (can.reviewRequests) {
    tabs.push({ tab: "requests", label: "Requests", count: pendingRequestCount ?? undefined });
  }
  if (can.invite) {
    tabs.push(
      { tab: "invitations", label: "Invitations", count: totalOf(invitations.data) },
      { tab: "codes", label: "Invite Codes", count: codes.data?.length },
    );
  }
  if (can.seeActivity) tabs.push({ tab: "activity", label: "Activity" });
  return tabs;
}
