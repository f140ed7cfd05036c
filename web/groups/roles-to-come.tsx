import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { discordRolesQuery } from "#web/memberships/queries.ts";
import { RoleOnServer } from "#web/ui/role-chip.tsx";

/** The roles that a membership will give once Discord is linked. */
export default function RolesToCome({ groupId }: { groupId: string }) {
  const { data } = useQuery(discordRolesQuery(groupId));
  const roles = data?.roles ?? [];
  if (roles.length === 0) return null;
  return (
    <ul aria-label={t`You get`} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5">
      {roles.map((role) => (
        <li
          key={`${role.serverId} ${role.roleName}`}
          className="flex min-w-0 flex-wrap items-center gap-2"
        >
          <RoleOnServer role={role} />
        </li>
      ))}
    </ul>
  );
}
