import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import { Funnel } from "./funnel.tsx";
import { PreviewPeople } from "./preview-people.tsx";
import type { PreviewSum } from "./sum.ts";
import { Trans, ph, plural, t } from "#web/language/macros.ts";
import type { FollowingRole } from "#shared/discord/roles.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { RoleOnServer } from "#web/ui/role-chip.tsx";

type PreviewDetailsProps = {
  id: string;
  rule: Rule | null;
  sum: PreviewSum;
  isAutomatic: boolean;
  isHeld: boolean;
  names: RuleNames;
};

/** Who is meant by the numbers, how far the others come, and what follows on Discord. */
export default function PreviewDetails(props: PreviewDetailsProps) {
  const { id, rule, sum, isAutomatic, isHeld, names } = props;
  return (
    <>
      <PreviewPeople id={id} sum={sum} isAutomatic={isAutomatic} />
      <Funnel rule={rule} sum={sum} names={names} />
      <FollowingRoles roles={sum.discordRoles} isHeld={isHeld} />
    </>
  );
}

type FollowingRolesProps = { roles: FollowingRole[]; isHeld: boolean };

/** What becomes of the roles that the group gives on Discord servers. */
function FollowingRoles({ roles, isHeld }: FollowingRolesProps) {
  if (roles.length === 0) return null;
  const isCounted = roles.some(({ people }) => people !== null);
  return (
    <section className="grid gap-2.5 border-t border-line-faint px-4 py-3">
      <h3 className="font-ui text-md font-medium tracking-normal">
        <Trans>Roles on Discord</Trans>
      </h3>
      <ul className="grid gap-2.5">
        {roles.map((role) => (
          <li key={`${role.serverId} ${role.roleId}`} className="grid gap-1 text-sm">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <RoleOnServer role={role} />
            </span>
            {role.people && <span className="text-text-2">{effectsOf(role.people, isHeld)}</span>}
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
    gain > 0 && plural(gain, { one: "# person gets it", other: "# people get it" }),
    lose > 0 &&
      (isHeld
        ? plural(lose, {
            one: "# person loses it once the removals are released",
            other: "# people lose it once the removals are released",
          })
        : plural(lose, { one: "# person loses it now", other: "# people lose it now" })),
    later > 0 &&
      plural(later, {
        one: "# person loses it when grace ends",
        other: "# people lose it when grace ends",
      }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t`No change.` : t`${ph({ effects: enumerated(parts) })}.`;
}
