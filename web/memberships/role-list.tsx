import { msg, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { RoleOfUser, RoleState } from "#shared/discord/roles.ts";
import { enumeratedNames, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { Sentence } from "#web/ui/text.tsx";

const STATES: Record<RoleState, (groups: readonly Piece[]) => Message> = {
  given: (groups) => msg`follows ${groups}`,
  coming: (groups) => msg`comes within a minute, follows ${groups}`,
  ending: () => msg`no group gives it any more; it is removed`,
  held: () => msg`no group gives it any more; the removal waits for an administrator`,
  by_hand: () => msg`given by hand on Discord`,
  taken: (groups) => msg`taken away by hand on Discord; follows ${groups}`,
  impossible: (groups) => msg`Discord does not let Muster give it; follows ${groups}`,
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
  const names = groups.map(({ name }) => name);
  const followed =
    names.length === 0
      ? [t({ context: "instead of its name", message: "a group" })]
      : enumeratedNames(names);
  return <Sentence isPlain pieces={sentence(STATES[state](followed))} />;
}
