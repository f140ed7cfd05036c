import { english } from "#shared/english.ts";
import type { ServerSettings } from "#shared/discord/servers.ts";
import { settingsOf } from "./present-server.ts";
import type { MappingRow, ServerRow } from "./store.ts";

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
