import { msg, t } from "#web/language/macros.ts";
import type { RoleOfUser, RoleState } from "#shared/discord/roles.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { Sentence } from "#web/ui/sentence.tsx";

/** The sentence of a state; `groups` is what the role follows. */
const STATES: Record<RoleState, (groups: Piece[]) => Piece[]> = {
  given: (groups) => sentence(msg`follows ${groups}`),
  coming: (groups) => sentence(msg`comes within a minute, follows ${groups}`),
  ending: () => [t`no group gives it any more; it is removed`],
  held: () => [t`no group gives it any more; the removal waits for an administrator`],
  by_hand: () => [t`given by hand at Discord`],
  taken: (groups) => sentence(msg`taken by hand at Discord; follows ${groups}`),
  impossible: (groups) => sentence(msg`Discord does not let Muster give it; follows ${groups}`),
};

/** The roles of a user on Discord servers, each with its cause. */
export function RoleList({ roles }: { roles: readonly RoleOfUser[] }) {
  const servers = Map.groupBy(roles, ({ serverId }) => serverId);
  return (
    <div className="grid gap-3">
      {[...servers].map(([serverId, ofServer]) => (
        <section key={serverId} className="grid gap-1.5">
          <h3 className="font-ui text-sm font-medium tracking-normal wrap-anywhere">
            <bdi>{ofServer[0]?.serverName}</bdi>
          </h3>
          <ul className="grid gap-1.5">
            {ofServer.map((role) => (
              <li key={role.roleId} className="min-w-0 wrap-anywhere">
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="size-2.5 shrink-0 rounded-full bg-text-2"
                    style={role.color === null ? undefined : { background: role.color }}
                  />
                  <bdi className="min-w-0">{role.roleName}</bdi>
                </span>
                <span className="block text-sm text-text-2">
                  <Cause role={role} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Cause({ role: { state, groups } }: { role: RoleOfUser }) {
  const names = groups.flatMap(({ name }, index): Piece[] => [
    ...(index > 0 ? [", "] : []),
    { name },
  ]);
  return <Sentence isPlain pieces={STATES[state](names.length === 0 ? [t`a group`] : names)} />;
}
