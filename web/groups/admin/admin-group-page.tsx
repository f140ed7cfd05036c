import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { AdministratorNote, GroupHeader } from "#web/groups/group/group-header.tsx";
import { groupQuery } from "#web/groups/group/queries.ts";
import SettingsCard from "#web/groups/group/settings-card.tsx";
import { PendingInvitations } from "#web/groups/invitations/invitations-panel.tsx";
import { InviteForm } from "#web/groups/invitations/invite-form.tsx";
import { isGone } from "#web/lib/api/api-error.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, Tile, Tiles } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageHeader, PageTitle } from "#web/ui/page/page-title.tsx";
import { GroupRecords } from "./admin-group-tabs.tsx";
import { MemberManagement } from "./member-management.tsx";

export default function AdminGroupPage() {
  const { groupId = "" } = useParams();
  return <GroupOrNot key={groupId} groupId={groupId} />;
}

function GroupOrNot({ groupId }: { groupId: string }) {
  const { data, error, isPending, refetch } = useQuery(groupQuery(groupId));
  const isFound = data !== undefined && !isGone(error);
  useBreadcrumb(isFound ? data.name : isGone(error) ? "Group not found" : undefined);
  if (isPending) return <Loading>Loading group details...</Loading>;
  if (isGone(error)) return <NotFound />;
  if (!data) return <LoadFailed title="The group could not be loaded" onRetry={refetch} />;
  return <ManagedGroup group={data} />;
}

function NotFound() {
  return (
    <>
      <PageHeader title="Group not found" subtitle="It may have been deleted." />
      <ButtonLink variant="primary" to={paths.adminGroups}>
        Back to Groups
      </ButtonLink>
    </>
  );
}

function ManagedGroup({ group }: { group: Group }) {
  return (
    <>
      <PageTitle>{`${group.name} · Admin`}</PageTitle>
      <AdministratorNote group={group} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
        <GroupHeader group={group} />
        <div className="grid gap-4">
          <Tiles>
            <Tile label="Members">{formatInteger(group.memberCount)}</Tile>
            <Tile label="Admins">{formatInteger(group.adminUserIds.length)}</Tile>
          </Tiles>
          <SettingsCard group={group} listPath={paths.adminGroups} />
        </div>
        <div className="grid min-w-0 gap-4 lg:col-span-2">
          <MemberManagement group={group} />
          <Card title="Invite Member">
            <InviteForm groupId={group.id} />
          </Card>
          <Card isFlush title="Pending Invitations">
            <PendingInvitations groupId={group.id} />
          </Card>
          <GroupRecords group={group} />
        </div>
      </div>
    </>
  );
}
