import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { discordRolesQuery } from "#web/group-queries/queries.ts";
import { DiscordRoleChip } from "#web/ui/role-chip.tsx";

/** The roles that a membership will give once Discord is linked. */
export default function RolesToCome({ groupId }: { groupId: string }) {
  const { data } = useQuery(discordRolesQuery(groupId));
  const roles = data?.roles ?? [];
  if (roles.length === 0) return null;
  return (
    <ul aria-label={t`You get`} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5">
      {roles.map(({ serverId, serverName, roleName, color }) => (
        <li key={`${serverId} ${roleName}`} className="flex min-w-0 flex-wrap items-center gap-2">
          <DiscordRoleChip name={roleName} color={color} />
          <span className="min-w-0 wrap-anywhere">
            <Trans>
              on <bdi>{serverName}</bdi>
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  );
}
