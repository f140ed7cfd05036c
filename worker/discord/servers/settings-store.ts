import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { ServerSettings } from "#shared/discord/servers.ts";
import { english } from "#shared/english.ts";
import { fold } from "#shared/fold.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  discordMarks,
  discordMembers,
  discordRoleGroups,
  discordRoles,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { guard } from "#worker/db/batch.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { settingsOf } from "./present-server.ts";
import type { MappingRow, ServerRow } from "./store.ts";

export function insertServer(
  row: Pick<typeof discordServers.$inferInsert, "id" | "name" | "facts" | "addedAt" | "sweepAfter">,
): Statement {
  return orm.insert(discordServers).values({ ...row, nameFolded: fold(row.name) });
}

export function requireNew(id: string): Statement {
  return guard(
    sql`not exists (select 1 from ${discordServers} where ${eq(discordServers.id, id)})`,
  );
}

type ServerChange = { serverId: string; actor: UserActor; version: number };

/** Replaces the settings of a server. False if they have changed since they were read. */
export function saveSettings(
  context: Context,
  { serverId, actor, version }: ServerChange,
  { roles, nickname, joinGroupId, drift }: ServerSettings,
  changes: Record<string, { from: string | null; to: string | null }>,
): Promise<boolean> {
  const roleIds = JSON.stringify(roles.map(({ roleId }) => roleId));
  const pairs = JSON.stringify(
    roles.flatMap(({ roleId, groupIds }) => groupIds.map((groupId) => [roleId, groupId])),
  );
  const pair = sql`select value ->> 0, value ->> 1 from json_each(${pairs})`;
  return recordAndApply(context, {
    kind: "server_updated",
    actor,
    serverId,
    detail: { changes },
    condition: eq(discordServers.version, version),
    statements: (applied) => [
      orm
        .delete(discordRoles)
        .where(
          and(
            eq(discordRoles.serverId, serverId),
            sql`${discordRoles.roleId} not in (select value from json_each(${roleIds}))`,
            applied,
          ),
        ),
      orm
        .delete(discordRoleGroups)
        .where(
          and(
            eq(discordRoleGroups.serverId, serverId),
            sql`(${discordRoleGroups.roleId}, ${discordRoleGroups.groupId}) not in (${pair})`,
            applied,
          ),
        ),
      insertWhere(
        discordRoles,
        { serverId, roleId: sql`value` },
        applied,
        sql`json_each(${roleIds})`,
      ).onConflictDoNothing(),
      insertWhere(
        discordRoleGroups,
        { serverId, roleId: sql`value ->> 0`, groupId: sql`value ->> 1` },
        applied,
        sql`json_each(${pairs})`,
      ).onConflictDoNothing(),
      orm
        .update(discordServers)
        .set({
          nicknameTemplate: nickname?.template ?? null,
          ...(nickname !== null && { keepsOwnPart: nickname.keepsOwnPart }),
          joinGroupId,
          drift,
          version: sql`${discordServers.version} + 1`,
          // Everybody is looked at again: with the new settings, from Discord's present list.
          sweepAfter: sql`case when ${discordServers.isOn} = 1 then '' else ${discordServers.sweepAfter} end`,
        })
        .where(and(eq(discordServers.id, serverId), applied)),
    ],
  });
}

/** Switches a server on or off. False if the settings have changed since they were read. */
export function switchServer(
  context: Context,
  { serverId, actor, version }: ServerChange,
  isOn: boolean,
): Promise<boolean> {
  return recordAndApply(context, {
    kind: isOn ? "server_switched_on" : "server_switched_off",
    actor,
    serverId,
    condition: and(eq(discordServers.version, version), eq(discordServers.isOn, !isOn)),
    statements: (applied) => [
      orm
        .update(discordServers)
        .set({
          isOn,
          version: sql`${discordServers.version} + 1`,
          sweepAfter: isOn ? "" : null,
          ...(isOn ? {} : { removals: null, removalCount: 0, removalsAt: null }),
        })
        .where(and(eq(discordServers.id, serverId), applied)),
      ...(isOn
        ? []
        : [orm.delete(discordMarks).where(and(eq(discordMarks.serverId, serverId), applied))]),
    ],
  });
}

export function deleteServer(context: Context, actor: UserActor, serverId: string) {
  return recordAndApply(context, {
    kind: "server_removed",
    actor,
    serverId,
    statements: (applied) => [
      orm.delete(discordServers).where(and(eq(discordServers.id, serverId), applied)),
    ],
  });
}

/**
 * Begins a check of all members at once. `retries`: also of members that Discord has refused. A slice that has read the server before
 * writes nothing: it would move the check on, and refuse the members again. The first statement changes nothing if there is no such
 * server.
 */
export function startCheck(serverId: string, retries: boolean): [Statement, ...Statement[]] {
  return [
    orm
      .update(discordServers)
      .set({
        sweepAfter: "",
        waitsUntil: null,
        outages: 0,
        version: sql`${discordServers.version} + 1`,
        facts: sql`json_set(${discordServers.facts}, '$.readAt', 0)`,
      })
      .where(eq(discordServers.id, serverId)),
    ...(retries
      ? [
          orm
            .update(discordMembers)
            .set({ problem: null, problemAt: null })
            .where(
              and(
                eq(discordMembers.serverId, serverId),
                isNotNull(discordMembers.problem),
                sql`${discordMembers.problem} <> 'left'`,
              ),
            ),
        ]
      : []),
  ];
}

type Changes = Record<string, { from: string | null; to: string | null }>;

/** Each setting that differs, in words, with the names of today. */
export function changesBetweenSettings(
  server: ServerRow,
  mapping: readonly MappingRow[],
  after: ServerSettings,
  groupNames: ReadonlyMap<string, string>,
): Changes {
  const names = new Map(groupNames);
  for (const { groupId, groupName } of mapping) {
    if (groupId !== null && groupName !== null) names.set(groupId, groupName);
  }
  if (server.joinGroupId !== null) names.set(server.joinGroupId, server.joinGroupName ?? "");
  const [was, is] = [
    inWords(server, settingsOf(server, mapping), names),
    inWords(server, after, names),
  ];
  const fields = new Set([...was.keys(), ...is.keys()]);
  return Object.fromEntries(
    [...fields]
      .map((field) => [field, { from: was.get(field) ?? null, to: is.get(field) ?? null }] as const)
      .filter(([, { from, to }]) => from !== to),
  );
}

function inWords(
  { facts }: ServerRow,
  { roles, nickname, joinGroupId, drift }: ServerSettings,
  names: ReadonlyMap<string, string>,
): Map<string, string> {
  const roleName = (id: string) => facts.roles.find((role) => role.id === id)?.name ?? id;
  const groupNames = (ids: readonly string[]) =>
    ids
      .map((id) => names.get(id) ?? id)
      .toSorted()
      .join(", ") || english`no group`;
  return new Map([
    ...roles.map(({ roleId, groupIds }): [string, string] => [
      english`Role ${roleName(roleId)}`,
      groupNames(groupIds),
    ]),
    ...(nickname === null
      ? []
      : ([
          [english`Nicknames`, nickname.template],
          [english`Own part`, nickname.keepsOwnPart ? english`kept` : english`removed`],
        ] satisfies [string, string][])),
    ...(joinGroupId === null
      ? []
      : ([[english`Joining`, groupNames([joinGroupId])]] satisfies [string, string][])),
    [
      english`Roles given by hand`,
      drift === "list" ? english`listed` : drift === "remove" ? english`removed` : english`kept`,
    ],
  ]);
}
