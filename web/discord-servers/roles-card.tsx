import { useState } from "react";
import { Link } from "react-router";
import { Trans, ph, t, msg, plural } from "#web/language/macros.ts";
import type {
  DiscordServer,
  RoleOfServer,
  ServerPreview,
  RoleRefusal,
} from "#shared/discord/servers.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChips } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { ChosenList } from "#web/ui/form/search-list.tsx";
import { DiscordRoleChip } from "#web/ui/role-chip.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

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
            {t`Map a role`}
          </Button>
        )}
        <p>{t`Muster only touches mapped roles. All others stay as they are.`}</p>
      </div>
    </Card>
  );
}

/** Whether a role stands above Muster's own, from Discord's order. */
function isAbove({ roles, botRole }: DiscordServer, role: RoleOfServer): boolean {
  const own = roles.findIndex(({ id }) => id === botRole?.id);
  return own < 0 || roles.indexOf(role) < own;
}

const REFUSALS: Record<RoleRefusal, Message> = {
  everyone: msg`Everybody on the server has it.`,
  managed: msg`Managed by Discord, for example for a bot or for boosting.`,
  administrator: msg`Holds Administrator. Muster never gives a role that does.`,
  above: msg`Above Muster’s role, so Discord does not let Muster give it.`,
};

type RoleRowProps = {
  role: RoleOfServer;
  groupIds: readonly string[];
  groupNames: Record<string, string>;
  /** How many people the groups give it to; undefined until that is computed. */
  wanted: number | undefined;
  /** The role is mapped: Muster can say who has it. */
  isSaved: boolean;
  onChange: (groupIds: string[]) => void;
  learn: (groupId: string, name: string) => void;
};

/** A role, the groups whose members get it, and how many they are. */
function RoleRow(props: RoleRowProps) {
  const { role, groupIds, groupNames, wanted, isSaved, onChange, learn } = props;
  const { id, name, color, refusal, now } = role;
  const [isAdding, setIsAdding] = useState(false);
  const isMapped = groupIds.length > 0;
  const isBad = isMapped && refusal !== null;
  const canMap = refusal === null || refusal === "above";
  const groups = groupIds.map((key) => ({ key, text: groupNames[key] ?? t`A deleted group` }));
  const remove = (id: string) => onChange(groupIds.filter((groupId) => groupId !== id));
  return (
    <li
      className={cx(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 md:grid-cols-[minmax(0,11rem)_1rem_minmax(0,1fr)_6rem]",
        isBad && "bg-danger-dim/40",
      )}
    >
      <div className="min-w-0">
        <DiscordRoleChip name={name} color={color} isOff={!canMap} />
      </div>
      <span className="text-text-2 max-md:hidden">{isMapped && <Icon name="back" />}</span>
      <div className="grid min-w-0 gap-2 max-md:order-1 max-md:col-span-2">
        {canMap ? (
          <div className="flex flex-wrap items-center gap-1.5">
            <ChosenList label={t`Groups that get ${name}`} chosen={groups} onRemove={remove} />
            <IconButton
              icon="plus"
              size="sm"
              label={t`Add a group to ${name}`}
              aria-expanded={isAdding}
              onClick={() => setIsAdding(!isAdding)}
            />
            {!isMapped && !isAdding && (
              <span className="text-sm text-text-2">
                {refusal === "above" ? t`Above Muster’s role` : t`No group`}
              </span>
            )}
          </div>
        ) : (
          <p className="text-sm text-text-2">{say(REFUSALS[refusal])}</p>
        )}
        {isAdding && (
          <GroupsField
            label={t`Group whose members get ${name}`}
            groups={[]}
            isFocused
            onAdd={({ key, text }) => {
              learn(key, text);
              if (!groupIds.includes(key)) onChange([...groupIds, key]);
              setIsAdding(false);
            }}
            onRemove={remove}
          />
        )}
        {isBad && (
          <p className="text-sm text-danger">
            {t`Cannot be given.`}
            {sentenceGap()}
            {say(REFUSALS[refusal])}
          </p>
        )}
      </div>
      {canMap && (isMapped || now > 0) && (
        <p className="text-end text-sm tabular-nums">
          {isMapped && (
            <span className="block">
              {wanted === undefined ? "–" : plural(wanted, { one: "# person", other: "# people" })}
            </span>
          )}
          {isSaved ? (
            <Link to={`?role=${id}`} preventScrollReset replace className="link">
              <Trans>
                {ph({ now: formatInteger(now) })} now<VisuallyHidden> have {name}</VisuallyHidden>
              </Trans>
            </Link>
          ) : (
            <span className="text-text-2">
              <Trans>{ph({ now: formatInteger(now) })} now</Trans>
            </span>
          )}
        </p>
      )}
    </li>
  );
}
