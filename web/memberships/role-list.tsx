import { Fragment } from "react";
import type { RoleOfUser, RoleState } from "#shared/discord/roles.ts";

const STATES: Record<RoleState, string> = {
  given: "follows",
  coming: "comes within a minute, follows",
  ending: "no group gives it any more; it is removed",
  held: "no group gives it any more; the removal waits for an administrator",
  by_hand: "given by hand at Discord",
  taken: "taken by hand at Discord; follows",
  impossible: "Discord does not let Muster give it; follows",
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
  const text = STATES[state];
  const isFollowing = text.endsWith("follows");
  return (
    <>
      {text}
      {isFollowing &&
        (groups.length === 0
          ? " a group"
          : groups.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index === 0 ? " " : ", "}
                <bdi>{name}</bdi>
              </Fragment>
            )))}
    </>
  );
}
