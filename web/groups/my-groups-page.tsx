import { Plural, Trans, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import type { Membership } from "#shared/groups/groups.ts";
import { VisibilityChip } from "#web/groups/categories/visibility-chip.tsx";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { myGroupsQuery } from "#web/groups/group/queries.ts";
import { MyRequests } from "#web/groups/requests/my-requests.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { SYSTEM_CATEGORY } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { OwnPages } from "#web/memberships/own-pages.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, Tile, Tiles } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { DateOnly } from "#web/ui/time.tsx";

export default function MyGroupsPage() {
  return (
    <>
      <PageHeader
        title={t`My Groups`}
        subtitle={t`Groups that you own, manage or belong to`}
        actions={
          <ButtonLink to={paths.groups}>
            <Trans>Discover Groups</Trans>
          </ButtonLink>
        }
      />
      <OwnPages />
      <MyGroups />
    </>
  );
}

function MyGroups() {
  const list = useInfiniteQuery(myGroupsQuery);
  if (list.isPending) return <MyGroupsSkeleton />;
  if (!list.data) {
    return <LoadFailed title={t`Your groups could not be loaded`} onRetry={list.refetch} />;
  }
  const memberships = itemsOf(list.data);
  const latest = list.data.pages.at(-1);
  const total = totalOf(list.data) ?? 0;
  const requests = latest?.requests ?? [];
  return (
    <div className="grid grid-cols-1 gap-6">
      <Tiles>
        <Tile label={t`Total Groups`}>{formatInteger(total)}</Tile>
        <Tile label={t`Owned`}>{formatInteger(latest?.owned ?? 0)}</Tile>
        <Tile label={t({ context: "on a tile", message: "Admin Roles" })}>
          {formatInteger(latest?.admin ?? 0)}
        </Tile>
      </Tiles>
      <MyRequests requests={requests} />
      {total === 0 && (
        <Card isFlush>
          <EmptyState
            variant="call-to-action"
            title={t`No Groups Yet`}
            action={
              <ButtonLink variant="primary" to={paths.groups}>
                <Trans>Browse Available Groups</Trans>
              </ButtonLink>
            }
          >
            <Trans>Join a group, request to join one, or redeem an invite code.</Trans>
          </EmptyState>
        </Card>
      )}
      <Section title={t`Owned Groups`} memberships={memberships.filter(({ isOwner }) => isOwner)} />
      <Section
        title={t`Admin Roles`}
        memberships={memberships.filter(({ isAdmin, isOwner }) => isAdmin && !isOwner)}
      />
      <Section
        title={t`Member Groups`}
        memberships={memberships.filter(({ isAdmin, isOwner }) => !isAdmin && !isOwner)}
      />
      <LoadMore list={list} shown={memberships.length} total={total} />
    </div>
  );
}

function Section({ title, memberships }: { title: string; memberships: readonly Membership[] }) {
  const headingId = useId();
  if (memberships.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-lg">
        {title}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3 md:gap-4">
        {memberships.map((membership) => (
          <MembershipCard key={membership.groupId} membership={membership} />
        ))}
      </ul>
    </section>
  );
}

function MyGroupsSkeleton() {
  return (
    <SkeletonRegion label={t`Loading your groups`}>
      <div className="grid gap-4">
        <Skeleton className="h-20" />
        <div className="grid gap-4 md:grid-cols-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </div>
    </SkeletonRegion>
  );
}

/** The whole card links to the group; the pending requests are a second link on top of it. */
function MembershipCard({ membership }: { membership: Membership }) {
  const { groupId, groupName, categoryName, joinedAt, isOwner, isAdmin, visibility } = membership;
  const waiting = membership.pendingRequestCount ?? 0;
  return (
    <li className="card relative flex flex-col gap-2 rounded-card border border-line-faint bg-surface-1 p-4 transition-colors hover:border-line-control hover:bg-surface-2 has-[>h3>a:focus-visible]:outline-2 has-[>h3>a:focus-visible]:outline-offset-2 has-[>h3>a:focus-visible]:outline-focus">
      <h3 className="text-lg wrap-anywhere">
        <Link
          to={paths.group(groupId)}
          className="line-clamp-2 outline-none after:absolute after:inset-0"
        >
          <bdi>{groupName}</bdi>
        </Link>
      </h3>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {isOwner && <RoleChip groupRole="owner" />}
        {isAdmin && !isOwner && <RoleChip groupRole="admin" />}
        {visibility !== "public" && <VisibilityChip visibility={visibility} />}
      </div>
      <p className="line-clamp-2 text-text-2 wrap-anywhere">
        <bdi>{categoryName ?? say(SYSTEM_CATEGORY)}</bdi>
      </p>
      <p className="mt-auto text-sm text-text-2">
        <Trans>
          Joined <DateOnly at={joinedAt} /> ·{" "}
          <Plural
            value={{ memberCount: membership.memberCount }}
            one="# member"
            other="# members"
          />
        </Trans>
      </p>
      {waiting > 0 && (
        <Link
          to={`${paths.group(groupId)}?tab=requests`}
          className="relative z-1 flex min-h-6 w-fit items-center link max-md:min-h-11"
        >
          {plural(waiting, { one: "# request waiting", other: "# requests waiting" })}
        </Link>
      )}
    </li>
  );
}
