import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { AdministratorNote, GroupHeader } from "#web/groups/group/group-header.tsx";
import { groupQuery } from "#web/groups/group/queries.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader, PageTitle } from "#web/ui/page/page-title.tsx";
import { BackToGroups } from "./back-to-groups.tsx";
import { GroupActions } from "./group-actions.tsx";
import { GroupTabs } from "./group-tabs.tsx";

const TransferCard = lazy(() => import("#web/groups/members/transfer-card.tsx"));
const SettingsCard = lazy(() => import("#web/groups/group/settings-card.tsx"));

export default function GroupPage() {
  const { groupId = "" } = useParams();
  return (
    <>
      <BackToGroups />
      <GroupOrNot key={groupId} groupId={groupId} />
    </>
  );
}

function GroupOrNot({ groupId }: { groupId: string }) {
  const { data, error, isPending, refetch } = useQuery(groupQuery(groupId));
  if (isPending) {
    return (
      <>
        <PageTitle>Group</PageTitle>
        <Loading>Loading group details...</Loading>
      </>
    );
  }
  // A refetch may answer 404 while the deleted group is still cached.
  if (isGone(error)) return <NotFound />;
  if (!data) return <LoadFailed title="The group could not be loaded" onRetry={refetch} />;
  return (
    <>
      <AdministratorNote group={data} />
      <GroupDetail group={data} />
    </>
  );
}

function NotFound() {
  return (
    <>
      <PageHeader
        title="Group not found"
        subtitle="It was deleted, or you do not have access to it."
      />
      <ButtonLink variant="primary" to={paths.groups}>
        Back to Groups
      </ButtonLink>
    </>
  );
}

function GroupDetail({ group }: { group: Group }) {
  const { can } = group;
  const actions = (
    <div key="actions" className="lg:col-start-2 lg:row-start-1 print:hidden">
      <GroupActions group={group} />
    </div>
  );
  const tabs = (
    <div key="tabs" className="min-w-0 lg:row-start-2">
      <GroupTabs group={group} />
    </div>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
      <PageTitle>{group.name}</PageTitle>
      <GroupHeader group={group} />
      {/* On a phone, managers get the tabs first and the leave button after them. */}
      {can.reviewRequests ? [tabs, actions] : [actions, tabs]}
      {(can.transfer || can.edit || can.delete) && (
        <div className="grid gap-4 lg:col-start-2 lg:row-start-2 print:hidden">
          <Suspense>
            {can.transfer && <TransferCard group={group} />}
            {(can.edit || can.delete) && <SettingsCard group={group} listPath={paths.myGroups} />}
          </Suspense>
        </div>
      )}
    </div>
  );
}
