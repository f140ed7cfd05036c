import { t } from "#web/language/macros.ts";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { MembersPanel } from "#web/groups/members/members-panel.tsx";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TabLinks } from "#web/ui/page/tab-links.tsx";
import { SettingsNav, useShowsRequirements } from "./settings-nav.tsx";

const RequestsPanel = lazy(() => import("#web/groups/requests/requests-panel.tsx"));
const InvitationsPanel = lazy(() => import("#web/groups/invitations/invitations-panel.tsx"));
const CodesPanel = lazy(() => import("#web/groups/codes/codes-panel.tsx"));
const RequirementsPanel = lazy(() => import("#web/groups/requirements/requirements-panel.tsx"));
const SettingsPanel = lazy(() => import("#web/groups/group/settings-panel.tsx"));
const WhoCanPanel = lazy(() => import("#web/groups/who-can/who-can-panel.tsx"));
const ActivityPanel = lazy(() => import("./activity-panel.tsx"));

type Tab = "members" | "requests" | "invitations" | "codes" | "who" | "activity" | "settings";
type TabAndCount = { tab: Tab; label: string; count?: number };

type GroupTabsProps = { group: Group; isAdministration: boolean };

/** Every viewer gets the members; managers get the other tabs too. Each tab loads its own data only. */
export function GroupTabs({ group, isAdministration }: GroupTabsProps) {
  const { id } = group;
  const tabs = tabsOf(group);
  const [params] = useSearchParams();
  const showsRequirements = useShowsRequirements(group);
  const asked = params.get("tab");
  const current = tabs.find(({ tab }) => tab === asked)?.tab ?? "members";
  if (tabs.length === 1) {
    return (
      <Card isFlush title={t`Members`} className="min-w-0">
        <MembersPanel group={group} isAdministration={isAdministration} />
      </Card>
    );
  }
  const path = isAdministration ? paths.adminGroup(id) : paths.group(id);
  const links = tabs.map(({ tab, ...link }) => ({
    ...link,
    to: tab === "members" ? path : `${path}?tab=${tab}`,
    isCurrent: tab === current,
  }));
  const navigation = (
    <>
      <TabLinks label={t`Manage the group`} tabs={links} />
      {current === "settings" && group.can.edit && (
        <SettingsNav path={path} showsRequirements={showsRequirements} />
      )}
    </>
  );
  if (showsRequirements) {
    return (
      <div className="grid gap-4">
        <Card isFlush className="min-w-0">
          {navigation}
        </Card>
        <Suspense fallback={<RowsSkeleton label={t`Loading...`} rows={2} />}>
          <RequirementsPanel group={group} />
        </Suspense>
      </div>
    );
  }
  return (
    <Card isFlush className="min-w-0">
      {navigation}
      <Suspense fallback={<RowsSkeleton label={t`Loading...`} rows={rowsOf(group, current)} />}>
        {current === "members" && (
          <MembersPanel group={group} isAdministration={isAdministration} />
        )}
        {current === "requests" && <RequestsPanel group={group} />}
        {current === "invitations" && <InvitationsPanel group={group} />}
        {current === "codes" && <CodesPanel group={group} />}
        {current === "who" && <WhoCanPanel group={group} />}
        {current === "activity" && <ActivityPanel groupId={id} />}
        {current === "settings" && (
          <SettingsPanel
            group={group}
            listPath={isAdministration ? paths.adminGroups : paths.myGroups}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** Matches the height of the panel that is still loading, to avoid a layout shift. */
function rowsOf({ pendingRequestCount }: Group, tab: Tab): number {
  if (tab === "settings") return 3;
  return tab === "requests" ? (pendingRequestCount ?? 0) : MOST_ROWS;
}

function tabsOf({ can, memberCount, pendingRequestCount }: Group): TabAndCount[] {
  const tabs: TabAndCount[] = [{ tab: "members", label: t`Members`, count: memberCount }];
  if (can.reviewRequests) {
    tabs.push({
      tab: "requests",
      label: t`Requests`,
      ...(pendingRequestCount !== null && { count: pendingRequestCount }),
    });
  }
  if (can.invite) {
    tabs.push({ tab: "invitations", label: t`Invitations` }, { tab: "codes", label: t`Codes` });
  }
  if (can.seeActivity) {
    tabs.push({ tab: "who", label: t`Who can` }, { tab: "activity", label: t`Activity` });
  }
  if (can.edit || can.delete) tabs.push({ tab: "settings", label: t`Settings` });
  return tabs;
}
