import { Trans, plural, t } from "#web/language/macros.ts";
import { compareNames } from "#web/lib/compare.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Membership } from "#shared/groups/groups.ts";
import type { MyRequest } from "#shared/groups/requests.ts";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { myGroupsQuery } from "#web/memberships/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

const MOST_SHOWN = 5;
const ROW =
  "flex min-h-12 items-center gap-3 border-t border-line-faint px-4 py-2 first:border-t-0";

/** The user's groups on the dashboard: those with requests to decide first. */
export function GroupsCard() {
  const list = useInfiniteQuery(myGroupsQuery);
  const total = list.data ? (totalOf(list.data) ?? 0) : 0;
  return (
    <Card
      isFlush
      title={t`My groups and requests`}
      actions={
        <ButtonLink variant="ghost" size="sm" to={total === 0 ? paths.groups : paths.myGroups}>
          {total > MOST_SHOWN
            ? t`Show all ${total}`
            : total === 0
              ? t`Browse groups`
              : t`Show groups`}
        </ButtonLink>
      }
    >
      {list.data ? (
        <Rows memberships={itemsOf(list.data)} requests={list.data.pages.at(-1)?.requests ?? []} />
      ) : list.isError ? (
        <LoadFailed title={t`Your groups could not be loaded`} onRetry={list.refetch} />
      ) : (
        <SkeletonRegion label={t`Loading your groups`}>
          {["w-3/5", "w-2/5", "w-1/2"].map((width) => (
            <div key={width} className={ROW}>
              <Skeleton className={`h-4 ${width}`} />
            </div>
          ))}
        </SkeletonRegion>
      )}
    </Card>
  );
}

type RowsProps = { memberships: Membership[]; requests: readonly MyRequest[] };

function Rows({ memberships, requests }: RowsProps) {
  if (memberships.length === 0 && requests.length === 0) {
    return <p className="p-4 text-text-2">{t`No groups yet. Groups that you join appear here.`}</p>;
  }
  const shown = memberships
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.groupName, b.groupName))
    .slice(0, MOST_SHOWN);
  return (
    <ul>
      {shown.map((membership) => (
        <li key={membership.groupId} className={ROW}>
          <GroupRow membership={membership} />
        </li>
      ))}
      {requests.slice(0, MOST_SHOWN).map(({ id, groupId, groupName, createdAt }) => (
        <li key={id} className={ROW}>
          <GroupLink groupId={groupId} groupName={groupName} />
          <span className="text-sm whitespace-nowrap text-text-2">
            <Trans>
              requested <RelativeTime at={createdAt} />
            </Trans>
          </span>
          <Chip icon="clock">{t`Waiting`}</Chip>
        </li>
      ))}
    </ul>
  );
}

function rank({ isOwner, isAdmin, pendingRequestCount }: Membership): number {
  if ((pendingRequestCount ?? 0) > 0) return 0;
  return isOwner ? 1 : isAdmin ? 2 : 3;
}

function GroupRow({ membership }: { membership: Membership }) {
  const { groupId, groupName, isOwner, isAdmin } = membership;
  const requests = membership.pendingRequestCount ?? 0;
  return (
    <>
      <GroupLink groupId={groupId} groupName={groupName} />
      <RoleChip groupRole={isOwner ? "owner" : isAdmin ? "admin" : "member"} />
      {requests > 0 && (
        <ButtonLink size="sm" to={`${paths.group(groupId)}?tab=requests`}>
          {plural(requests, { one: "# request", other: "# requests" })}
        </ButtonLink>
      )}
    </>
  );
}

function GroupLink({ groupId, groupName }: { groupId: string; groupName: string }) {
  return (
    <Link
      to={paths.group(groupId)}
      title={groupName}
      className="min-w-0 flex-1 truncate font-medium hover:underline"
    >
      <bdi>{groupName}</bdi>
    </Link>
  );
}
