import { Trans, ph, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { DiscordServer, RoleOfServer, ServerPreview } from "#shared/discord/servers.ts";
import type { SettingsDraft } from "#web/discord-servers/use-settings-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChips } from "#web/ui/form/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RoleRow } from "./role-row.tsx";

type Shown = "all" | "mapped" | "refused";

type RolesCardProps = {
  server: DiscordServer;
  draft: SettingsDraft;
  wanted: ServerPreview["wanted"] | undefined;
};

/** Which groups give which roles, in Discord's order, with the place of Muster's own role. */
export function RolesCard({ server, draft, wanted }: RolesCardProps) {
  const { settings, groupNames, change, learn } = draft;
  const groupsOf = ({ id }: RoleOfServer) =>
    settings.roles.find(({ roleId }) => roleId === id)?.groupIds ?? [];
  // A role from which the last group was taken stays in sight.
  const wasMapped = (role: RoleOfServer) =>
    groupsOf(role).length > 0 || server.settings.roles.some(({ roleId }) => roleId === role.id);
  const own = server.botRole;
  const roles = server.roles.filter(({ id }) => id !== own?.id);
  const members: Record<Shown, RoleOfServer[]> = {
    all: roles,
    mapped: roles.filter(wasMapped),
    refused: roles.filter(({ refusal }) => refusal !== null),
  };
  const [chosen, setChosen] = useState<Shown>(members.mapped.length > 0 ? "mapped" : "all");
  const shown = members[chosen];
  const above = shown.filter((role) => isAbove(server, role));
  const below = shown.filter((role) => !isAbove(server, role));
  const row = (role: RoleOfServer) => (
    <RoleRow
      key={role.id}
      role={role}
      groupIds={groupsOf(role)}
      groupNames={groupNames}
      wanted={wanted?.[role.id]}
      isSaved={server.settings.roles.some(({ roleId }) => roleId === role.id)}
      learn={learn}
      onChange={(groupIds) => {
        const others = settings.roles.filter(({ roleId }) => roleId !== role.id);
        change({
          roles: groupIds.length > 0 ? [...others, { roleId: role.id, groupIds }] : others,
        });
      }}
    />
  );
  return (
    <Card
      isFlush
      anchor="server-roles"
      title={t`Roles`}
      actions={
        <FilterChips
          legend={t`Roles shown`}
          chosen={chosen}
          onChoose={setChosen}
          choices={[
            { value: "all", label: t`All`, count: members.all.length },
            { value: "mapped", label: t`Mapped`, count: members.mapped.length },
            { value: "refused", label: t`Cannot be given`, count: members.refused.length },
          ]}
        />
      }
    >
      <ul className="divide-y divide-line-faint">
        {above.map(row)}
        {own && (
          <li className="flex items-center gap-3 bg-surface-2 px-4 py-1.5 text-sm text-text-2 after:flex-1 after:border-t after:border-dashed after:border-line-control">
            <span>
              <Trans>
                <b className="font-medium text-text-1">Muster’s role</b>, place{" "}
                {ph({ place: own.place })} of {ph({ count: server.roles.length })}. It can give the
                roles below.
              </Trans>
            </span>
          </li>
        )}
        {below.map(row)}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
        {chosen !== "all" && (
          <Button size="sm" icon={<Icon name="plus" />} onClick={() => setChosen("all")}>
            <Trans>Map a role</Trans>
          </Button>
        )}
        <p>
          <Trans>Muster only touches mapped roles. All others stay as they are.</Trans>
        </p>
      </div>
    </Card>
  );
}

/** Whether a role stands above Muster's own, from Discord's order. */
function isAbove({ roles, botRole }: DiscordServer, role: RoleOfServer): boolean {
  const own = roles.findIndex(({ id }) => id === botRole?.id);
  return own < 0 || roles.indexOf(role) < own;
}
