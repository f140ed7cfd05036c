import { Trans, ph, t } from "#web/language/macros.ts";
import type { FollowingRole } from "#shared/discord/roles.ts";
import { formatCount } from "#web/lib/format.ts";
import { RoleChip } from "#web/ui/role-chip.tsx";

type FollowingRolesProps = { roles: FollowingRole[]; isHeld: boolean };

/** What becomes of the roles that the group gives on Discord servers. */
export function FollowingRoles({ roles, isHeld }: FollowingRolesProps) {
  if (roles.length === 0) return null;
  const isCounted = roles.some(({ people }) => people !== null);
  return (
    <section className="grid gap-2.5 border-t border-line-faint px-4 py-3">
      <h3 className="font-ui text-md font-medium tracking-normal">
        <Trans>Roles on Discord</Trans>
      </h3>
      <ul className="grid gap-2.5">
        {roles.map(({ serverId, serverName, roleId, roleName, color, people }) => (
          <li key={`${serverId} ${roleId}`} className="grid gap-1 text-sm">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <RoleChip name={roleName} color={color} />
              <span className="min-w-0 wrap-anywhere text-text-2">
                <Trans>
                  on <bdi>{serverName}</bdi>
                </Trans>
              </span>
            </span>
            {people && <span className="text-text-2">{effectsOf(people, isHeld)}</span>}
          </li>
        ))}
      </ul>
      <p className="text-sm text-text-2">
        {isCounted
          ? t`A person keeps a role that another of their groups gives. Only people who have linked Discord and are on the server are counted.`
          : t`Members of this group have these roles. People who lose the group lose them too, unless another group gives them.`}
      </p>
    </section>
  );
}

/** "2 people get it, 1 person loses it now, 3 people lose it when grace ends." */
export function effectsOf(people: NonNullable<FollowingRole["people"]>, isHeld: boolean): string {
  const { gain, lose, lose_after_grace: later } = people;
  const parts = [
    gain > 0 && t`${ph({ gain: clause(gain, "gets", "get") })} it`,
    lose > 0 &&
      t`${ph({ lose: clause(lose, "loses", "lose") })} it ${isHeld ? "once the removals are released" : "now"}`,
    later > 0 && t`${ph({ later: clause(later, "loses", "lose") })} it when grace ends`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? t`No change.` : `${parts.join(", ")}.`;
}

function clause(count: number, one: string, several: string): string {
  return `${formatCount(count, "person", "people")} ${count === 1 ? one : several}`;
}
