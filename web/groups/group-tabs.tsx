import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { inviteCodesQuery } from "#web/groups/codes/queries.ts";
import { groupInvitationsQuery } from "#web/groups/invitations/queries.ts";
import { MembersPanel } from "#web/groups/members/members-panel.tsx";
import { totalOf } from "#web/lib/api/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TabLinks } from "#web/ui/page/tab-links.tsx";
import type { TabLink } from "#web/ui/page/tab-links.tsx";

const RequestsPanel = lazy(() => import("#web/groups/requests/requests-panel.tsx"));
const InvitationsPanel = lazy(() => import("#web/groups/invitations/invitations-panel.tsx"));
const CodesPanel = lazy(() => import("#web/groups/codes/codes-panel.tsx"));
const ActivityPanel = lazy(() => import("./activity-panel.tsx"));

type Tab = "members" | "requests" | "invitations" | "codes" | "activity";

/** Every viewer gets the members; managers also get requests, invitations, codes and activity as tabs. */
export function GroupTabs({ group }: { group: Group }) {
  const { can, id } = group;
  const tabs = useTabs(group);
  const [params] = useSearchParams();
  const asked = params.get("tab");
  const current = tabs.find(({ tab }) => tab === asked)?.tab ?? "members";
  if (tabs.length === 1) {
    return (
      <Card isFlush title="Members" className="min-w-0">
        <MembersPanel groupId={id} memberCount={group.memberCount} />
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
      <Suspense fallback={<RowsSkeleton label="Loading..." rows={rowsOf(group, current)} />}>
        {current === "members" && <MembersPanel groupId={id} memberCount={group.memberCount} />}
        {current === "requests" && can.reviewRequests && <RequestsPanel group={group} />}
        {current === "invitations" && <InvitationsPanel groupId={id} />}
        {current === "codes" && <CodesPanel groupId={id} />}
        {current === "activity" && <ActivityPanel groupId={id} />}
      </Suspense>
    </Card>
  );
}

/** Matches the height of the panel that is still loading, to avoid a layout shift. */
function rowsOf({ pendingRequestCount }: Group, tab: Tab): number {
  return tab === "requests" ? (pendingRequestCount ?? 0) : MOST_ROWS;
}

type TabAndCount = { tab: Tab; label: string; count?: number | null | undefined };

function useTabs({ id, can, memberCount, pendingRequestCount }: Group): TabAndCount[] {
  const invitations = useInfiniteQuery({ ...groupInvitationsQuery(id), enabled: can.invite });
  const codes = useQuery({ ...inviteCodesQuery(id), enabled: can.invite });
  const tabs: TabAndCount[] = [{ tab: "members", label: "Members", count: memberCount }];
  if (can.reviewRequests) {
    tabs.push({ tab: "requests", label: "Requests", count: pendingRequestCount ?? undefined });
  }
  if (can.invite) {
    tabs.push(
      { tab: "invitations", label: "Invitations", count: totalOf(invitations.data) ?? null },
      { tab: "codes", label: "Invite Codes", count: codes.data?.length ?? null },
    );
  }
  if (can.seeActivity) tabs.push({ tab: "activity", label: "Activity" });
  return tabs;
}
