import { t } from "#web/language/macros.ts";
import { lazy, Suspense } from "react";
import { useSearchParams, Link } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { MembersPanel } from "#web/groups/members/members-panel.tsx";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { panels } from "./panels.ts";
import type { Tab } from "./panels.ts";

const RequestsPanel = lazy(panels.requests);
const InvitationsPanel = lazy(panels.invitations);
const CodesPanel = lazy(panels.codes);
const ActivityPanel = lazy(panels.activity);
const RequirementsPanel = lazy(() => import("#web/requirements/requirements-panel.tsx"));
const SettingsPanel = lazy(panels.settings);
const WhoCanPanel = lazy(panels.who);

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
    tabs.push({ tab: "who", label: t`Members as of` }, { tab: "activity", label: t`Activity` });
  }
  if (can.edit || can.transfer || can.delete) tabs.push({ tab: "settings", label: t`Settings` });
  return tabs;
}

const SECTION = "section";

/** Whether the address shows a group's requirements, which need the whole width. */
export function useShowsRequirements({ can }: Group): boolean {
  const [params] = useSearchParams();
  return can.edit && params.get("tab") === "settings" && params.get(SECTION) === "requirements";
}

type SettingsNavProps = { path: string; showsRequirements: boolean };

/** The sections of a group's settings, with addresses of their own. */
function SettingsNav({ path, showsRequirements }: SettingsNavProps) {
  const settings = `${path}?tab=settings`;
  return (
    <nav aria-label={t`Settings`} className="px-4">
      <ul className="flex flex-wrap gap-x-5 text-sm">
        <Section to={settings} isCurrent={!showsRequirements} label={t`General`} />
        <Section
          to={`${settings}&${SECTION}=requirements`}
          isCurrent={showsRequirements}
          label={t`Requirements`}
        />
      </ul>
    </nav>
  );
}

function Section({ to, isCurrent, label }: { to: string; isCurrent: boolean; label: string }) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? "page" : undefined}
        className="flex min-h-9 items-center text-text-2 hover:text-text-1 aria-[current]:font-medium aria-[current]:text-text-1 max-md:min-h-11"
      >
        {isCurrent && (
          <span
            aria-hidden="true"
            className="mr-1.5 h-2.75 w-1.25 border-[1.5px] border-r-0 border-signal"
          />
        )}
        {label}
      </Link>
    </li>
  );
}
