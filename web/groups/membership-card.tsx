import { Link } from "#web/ui/link.tsx";
import type { Membership } from "#shared/groups.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { DateOnly } from "#web/ui/time.tsx";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { VisibilityChip } from "#web/groups/categories/visibility-chip.tsx";

/** One of one's own groups. All of it is the link to the group, but for who waits to be let in. */
export function MembershipCard({ membership }: { membership: Membership }) {
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
        <bdi>{categoryName}</bdi>
      </p>
      <p className="mt-auto text-sm text-text-3">
        Joined <DateOnly at={joinedAt} /> · {formatCount(membership.memberCount, "member")}
      </p>
      {waiting > 0 && (
        <Link
          to={`${paths.group(groupId)}?tab=requests`}
          className="relative z-1 flex min-h-6 w-fit items-center link max-md:min-h-11"
        >
          {formatCount(waiting, "request")} waiting
        </Link>
      )}
    </li>
  );
}
