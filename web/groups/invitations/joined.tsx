import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { HAS_ROLE } from "#shared/discord/roles.ts";
import type { GroupDiscordRoles, RoleState } from "#shared/discord/roles.ts";
import type { InviteCodePreview } from "#shared/groups/invitations.ts";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { discordRolesQuery } from "#web/memberships/queries.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import {
  JoinServerButton,
  joinableServersQuery,
  joinServerMutation,
} from "#web/discord/join-server-button.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RoleOnServer } from "#web/ui/role-chip.tsx";

/** Muster gives roles within a minute; Discord may take longer. */
const POLL_MS = 4000;

const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

type Role = GroupDiscordRoles["roles"][number];

type JoinedProps = { group: NonNullable<InviteCodePreview["group"]> };

/** What a new membership gives: the roles on Discord, each with what is left to do for it. */
export function Joined({ group }: JoinedProps) {
  const { user, main } = useSession();
  const joinServers = useJoinServers();
  const { data, isError, refetch } = useQuery({
    ...discordRolesQuery(group.id),
    // The roles of a group are told to those who may see it.
    enabled: group.canView && (user?.canLinkDiscord ?? false),
    refetchInterval: ({ state }) => isWaiting(state.data?.roles ?? []) && POLL_MS,
  });
  const roles = data?.roles ?? [];
  const isLinked = user?.discord !== undefined;
  const canLink = user?.canLinkDiscord === true && !isLinked;
  return (
    <div className="grid w-full justify-items-center gap-4">
      {main && (
        <>
          <Lock isWide>
            <Portrait characterId={main.characterId} size={96} />
          </Lock>
          <p className="bg-void wrap-anywhere text-text-2">
            <Trans>
              <bdi>{ph({ characterName: main.characterName })}</bdi> is a member of{" "}
              <bdi className="font-medium text-text-1">{ph({ groupName: group.name })}</bdi>.
            </Trans>
          </p>
        </>
      )}
      {isError && (
        <LoadFailed title={t`The roles on Discord could not be loaded`} onRetry={refetch} />
      )}
      {roles.length > 0 && (
        <ul aria-label={t`Roles on Discord`} className="grid w-full gap-2" aria-live="polite">
          {roles.map((role) => (
            <li
              key={`${role.serverId} ${role.roleName}`}
              className="grid gap-1 rounded-card border border-line-faint bg-surface-1 px-4 py-3 text-start"
            >
              <RoleLine role={role} isLinked={isLinked} />
            </li>
          ))}
        </ul>
      )}
      <div className="grid w-full max-w-80 gap-2">
        {canLink && (
          <Suspense>
            <LinkDiscordButton isPrimary onLinked={() => void joinServers(roles)} />
          </Suspense>
        )}
        <ButtonLink
          variant={canLink ? "default" : "primary"}
          to={group.canView ? paths.group(group.id) : paths.myGroups}
        >
          {group.canView ? t`View group` : t`My Groups`}
        </ButtonLink>
        <ButtonLink variant="ghost" className="bg-void" to={paths.dashboard}>
          <Trans>Continue to Dashboard</Trans>
        </ButtonLink>
      </div>
      <p className="bg-void text-sm text-text-2">
        <Trans>
          Everything this opens, and why:{" "}
          <Link to={paths.access} className="link">
            My access
          </Link>
        </Trans>
      </p>
    </div>
  );
}

function isWaiting(roles: readonly Role[]): boolean {
  return roles.some(({ state }) => state === null || state === "coming");
}

/** After linking Discord, joins the servers of these roles that the user may join. The page says so beforehand. */
function useJoinServers() {
  const client = useQueryClient();
  const { mutateAsync: join } = useMutation(joinServerMutation);
  return async (roles: readonly Role[]) => {
    try {
      const { servers } = await client.fetchQuery({ ...joinableServersQuery, staleTime: 0 });
      const wanted = servers.filter(({ id }) => roles.some(({ serverId }) => serverId === id));
      await Promise.all(wanted.map(({ id }) => join(id)));
    } catch (error) {
      toast.error(messageOf(error, t`Failed to join the server`));
    }
  };
}

const WORDS: Record<RoleState, Message> = {
  given: msg`You have this role.`,
  coming: msg`You get this role within a minute.`,
  ending: msg`You have this role, and no group gives it any more.`,
  held: msg`You have this role, and no group gives it any more.`,
  by_hand: msg`You have this role.`,
  taken: msg`A person removed this role on Discord. An administrator can give it again.`,
  impossible: msg`Discord does not let Muster give this role. An administrator can repair that.`,
};

function RoleLine({ role, isLinked }: { role: Role; isLinked: boolean }) {
  const { serverId, serverName, state } = role;
  const hasRole = state !== null && HAS_ROLE.has(state);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {hasRole && (
          <span className="text-ok">
            <Icon name="check" />
          </span>
        )}
        <RoleOnServer role={role} />
      </p>
      <p className="text-sm text-text-2">
        {state !== null
          ? say(WORDS[state])
          : isLinked
            ? t`You get this role when you are on the server.`
            : t`Link Discord to get this role. If the server admits members of the group, linking also adds you to it.`}
      </p>
      {state === null && isLinked && <JoinServer serverId={serverId} serverName={serverName} />}
    </>
  );
}

/** Renders nothing where Muster adds no user to the server, or has just added this one. */
function JoinServer({ serverId, serverName }: Pick<Role, "serverId" | "serverName">) {
  const { data } = useQuery(joinableServersQuery);
  if (data?.servers.every(({ id }) => id !== serverId)) return null;
  return <JoinServerButton repair={{ kind: "server", serverId, serverName }} variant="primary" />;
}
