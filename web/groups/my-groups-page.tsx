import { Plural, Trans, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link } from "react-router";
import type { Membership } from "#shared/groups/groups.ts";
import { VisibilityChip, RoleChip } from "#web/groups/group/group-chips.tsx";
import { myGroupsQuery } from "#web/memberships/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { SYSTEM_CATEGORY } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { OwnPages } from "#web/memberships/own-pages.tsx";
import { ButtonLink, Button } from "#web/ui/button.tsx";
import { Card, Tile, Tiles } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";
import type { MyRequest } from "#shared/groups/requests.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { withdrawRequestMutation } from "#web/groups/requests/queries.ts";

export default function MyGroupsPage() {
  return (
    <>
      <PageHeader
        title={t`My Groups`}
        subtitle={t`Groups that you own, manage or belong to`}
        actions={<ButtonLink to={paths.groups}>{t`Discover Groups`}</ButtonLink>}
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
                {t`Browse Available Groups`}
              </ButtonLink>
            }
          >
            {t`Join a group, request to join one, or redeem an invite code.`}
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

/** The user's own requests that have no answer yet. */
function MyRequests({ requests }: { requests: readonly MyRequest[] }) {
  const headingId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  if (requests.length === 0) return null;
  /** The pressed button disappears, so focus moves to the next one, or to the page's heading. */
  const focusNext = (index: number) => {
    const buttons = listRef.current?.querySelectorAll("button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? document.getElementById("content"))?.focus();
  };
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-lg">
        {t`Waiting for an answer`}
      </h2>
      <Card isFlush>
        <ul ref={listRef}>
          {requests.map((request, index) => (
            <Row key={request.id} request={request} onWithdrawn={() => focusNext(index)} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Row({ request, onWithdrawn }: { request: MyRequest; onWithdrawn: () => void }) {
  const { id, groupId, groupName, reason, createdAt, isExtension } = request;
  const withdraw = useMutation(withdrawRequestMutation);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link to={paths.group(groupId)} className="font-medium wrap-anywhere hover:underline">
            <bdi>{groupName}</bdi>
          </Link>
          <span className="text-sm text-text-2">
            {isExtension ? (
              <Trans>
                asked to stay <RelativeTime at={createdAt} />
              </Trans>
            ) : (
              <Trans>
                requested <RelativeTime at={createdAt} />
              </Trans>
            )}
          </span>
        </p>
        <Link
          to={paths.ownRequest(id)}
          className="inline-flex min-h-6 items-center text-sm link max-md:min-h-11"
        >
          {isExtension ? (
            <Trans>
              Open
              <VisuallyHidden> the request to stay in {groupName}</VisuallyHidden>
            </Trans>
          ) : (
            <Trans>
              Open
              <VisuallyHidden> the request to join {groupName}</VisuallyHidden>
            </Trans>
          )}
        </Link>
        {reason !== null && (
          <p dir="auto" className="line-clamp-2 wrap-anywhere text-text-2">
            {reason}
          </p>
        )}
      </div>
      <Button
        size="sm"
        isBusy={withdraw.isPending || withdraw.isSuccess}
        busyLabel={t`Withdrawing...`}
        onClick={() =>
          withdraw.mutate(
            { groupId, requestId: id },
            {
              onSuccess: () => {
                toast.success(
                  isExtension
                    ? t`Request withdrawn`
                    : t`Your request to join ${groupName} was withdrawn`,
                );
                onWithdrawn();
              },
              onError: (error) => toast.error(messageOf(error, t`Failed to withdraw the request`)),
            },
          )
        }
      >
        {isExtension ? (
          <Trans>
            Withdraw
            <VisuallyHidden> the request to stay in {groupName}</VisuallyHidden>
          </Trans>
        ) : (
          <Trans>
            Withdraw
            <VisuallyHidden> the request to join {groupName}</VisuallyHidden>
          </Trans>
        )}
      </Button>
    </li>
  );
}
