import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "#web/lib/api/session.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RoleChip } from "#web/ui/role-chip.tsx";
import { discordRolesQuery } from "./queries.ts";

/** The roles on Discord servers that members of the group get. */
export function DiscordRoles({ groupId }: { groupId: string }) {
  const { user } = useSession();
  const { data, isError, refetch } = useQuery({
    ...discordRolesQuery(groupId),
    enabled: user?.canLinkDiscord ?? false,
  });
  if (isError) {
    return <LoadFailed title={t`The roles on Discord could not be loaded`} onRetry={refetch} />;
  }
  if (data === undefined || data.roles.length === 0) return null;
  return (
    <div className="mt-3">
      <h2 className="font-ui text-xs font-normal tracking-normal text-text-2">
        <Trans>Members get on Discord</Trans>
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1.5">
        {data.roles.map(({ serverId, serverName, roleName, color }) => (
          <li
            key={`${serverId} ${roleName}`}
            className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm"
          >
            <RoleChip name={roleName} color={color} />
            <span className="min-w-0 wrap-anywhere text-text-2">
              <Trans>
                on <bdi>{serverName}</bdi>
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
