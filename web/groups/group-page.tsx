import { ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useMatch, useParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { AdministratorNote, GroupChips, GroupHeader } from "#web/groups/group/group-header.tsx";
import { groupQuery } from "#web/memberships/queries.ts";
import { RequirementsSkeleton } from "#web/requirements/requirements-skeleton.tsx";
import { isGone } from "#web/lib/api/api-error.ts";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Tile, Tiles } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { Crumb } from "#web/ui/page.tsx";
import { GroupActions } from "#web/groups/group/group-actions.tsx";
import { GroupTabs, useShowsRequirements } from "#web/groups/group/group-tabs.tsx";

const RequirementsCard = lazy(() => import("#web/requirements/requirements-card.tsx"));

type Props = {
  /** On the administrators' page, which has counts instead of the viewer's own membership. */
  isAdministration: boolean;
};

export default function GroupPage() {
  const { groupId = "" } = useParams();
  const isAdministration = useMatch(paths.adminGroup(":groupId")) !== null;
  return <GroupView key={groupId} groupId={groupId} isAdministration={isAdministration} />;
}

/** A group for its viewers, its managers and system administrators: `can` decides what each of them gets. */
function GroupView({ groupId, isAdministration }: Props & { groupId: string }) {
  const { data, error, isPending, refetch } = useQuery(groupQuery(groupId));
  // Administrators have the trail of their area.
  const trail = isAdministration ? [] : [{ to: paths.groups, label: t`Groups` }];
  // A refetch may answer 404 while the deleted group is still cached.
  if (isGone(error)) return <NotFound isAdministration={isAdministration} trail={trail} />;
  if (!data) {
    return (
      <>
        <PageHeader title={t`Group`} trail={trail} />
        {isPending ? (
          <Loading>{t`Loading group details...`}</Loading>
        ) : (
          <LoadFailed title={t`The group could not be loaded`} onRetry={refetch} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={data.name}
        tabTitle={isAdministration ? t`${ph({ groupName: data.name })} · Admin` : data.name}
        trail={trail}
        chips={<GroupChips group={data} />}
      />
      <AdministratorNote group={data} />
      <GroupDetail group={data} isAdministration={isAdministration} />
    </>
  );
}

type NotFoundProps = Pick<Props, "isAdministration"> & { trail: Crumb[] };

function NotFound({ isAdministration, trail }: NotFoundProps) {
  return (
    <>
      <PageHeader
        title={t`Group not found`}
        trail={trail}
        subtitle={
          isAdministration
            ? t({ context: "group", message: "It may have been deleted." })
            : t`It was deleted, or you do not have access to it.`
        }
      />
      <ButtonLink variant="primary" to={isAdministration ? paths.adminGroups : paths.groups}>
        {t`Back to Groups`}
      </ButtonLink>
    </>
  );
}

function GroupDetail({ group, isAdministration }: Props & { group: Group }) {
  const { can } = group;
  const isManager = can.reviewRequests;
  const showsRequirements = useShowsRequirements(group);
  // What managers work with needs the whole width.
  const isWide = isManager || isAdministration;
  const membership = (
    <div
      key="membership"
      className={cx(
        "lg:col-start-2 lg:row-start-1 print:hidden",
        // A membership in grace is higher than the header beside it.
        !isWide && "lg:row-span-2",
      )}
    >
      <GroupActions group={group} />
    </div>
  );
  const counts = (
    <div key="counts" className="lg:col-start-2 lg:row-start-1">
      <Tiles>
        <Tile label={t`Members`}>{formatInteger(group.memberCount)}</Tile>
        <Tile label={t`Admins`}>{formatInteger(group.adminUserIds.length)}</Tile>
      </Tiles>
    </div>
  );
  const main = (
    <div
      key="main"
      className={cx("grid min-w-0 grid-cols-1 gap-4 lg:row-start-2", isWide && "lg:col-span-2")}
    >
      {group.hasRequirements && !isAdministration && !showsRequirements && (
        <Suspense fallback={isManager ? null : <RequirementsSkeleton />}>
          <RequirementsCard group={group} isOnlyProblems={isManager} />
        </Suspense>
      )}
      <GroupTabs group={group} isAdministration={isAdministration} />
    </div>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18.5rem] lg:grid-rows-[auto_1fr]">
      <GroupHeader group={group} />
      {/* On a phone, managers get the tabs first and the leave button after them. */}
      {isAdministration ? [counts, main] : isManager ? [main, membership] : [membership, main]}
    </div>
  );
}
