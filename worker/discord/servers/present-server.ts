import type { DiscordServer, ServerSettings } from "#shared/discord/servers.ts";
import type { ServerFacts, ServerRole } from "#worker/db/schema/discord-servers.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { checksOf } from "#worker/discord/servers/plan/health.ts";
import { toPerson } from "#worker/discord/servers/plan/people-store.ts";
import type { GiftRow, PersonRow } from "#worker/discord/servers/plan/people-store.ts";
import { factsOf, highestRole, isBelow, roleRefusal } from "#worker/discord/servers/plan/rules.ts";
import type {
  MappingRow,
  selectCounts,
  selectProblems,
  selectRoleCounts,
  ServerRow,
} from "./store.ts";

const COLOR_DIGITS = 6;

/** What is read beside the server. */
type Found = {
  mapping: MappingRow[];
  roleCounts: RowOfStatement<typeof selectRoleCounts>[];
  counts: RowOfStatement<typeof selectCounts>;
  problems: RowOfStatement<typeof selectProblems>[];
  ownerName: string | null;
  people: PersonRow[];
  gifts: GiftRow[];
};

/** The groups of each mapped role. */
export function toMapping(rows: readonly MappingRow[]): Map<string, string[]> {
  const mapping = new Map<string, string[]>();
  for (const { roleId, groupId } of rows) {
    const groupIds = mapping.get(roleId) ?? [];
    mapping.set(roleId, groupId === null ? groupIds : [...groupIds, groupId]);
  }
  return mapping;
}

export function settingsOf(server: ServerRow, mapping: readonly MappingRow[]): ServerSettings {
  const { nicknameTemplate: template, keepsOwnPart, joinGroupId, drift } = server;
  return {
    roles: [...toMapping(mapping)].map(([roleId, groupIds]) => ({ roleId, groupIds })),
    nickname: template === null ? null : { template, keepsOwnPart },
    joinGroupId,
    drift,
  };
}

export function presentServer(server: ServerRow, found: Found): DiscordServer {
  const { facts } = server;
  const settings = settingsOf(server, found.mapping);
  const ordered = facts.roles
    .filter(({ id }) => id !== facts.id)
    .toSorted((a, b) => (isBelow(a, b) ? 1 : -1));
  const nowOf = new Map(found.roleCounts.map(({ roleId, count }) => [roleId, count]));
  const own = highestRole(facts);
  const place = ordered.findIndex(({ id }) => id === own?.id);
  const groupNames = found.mapping.flatMap(({ groupId, groupName }) =>
    groupId === null || groupName === null ? [] : [[groupId, groupName] as const],
  );
  const giftsOf = Map.groupBy(found.gifts, ({ discordId }) => discordId);
  return {
    id: server.id,
    name: facts.name,
    isOn: server.isOn,
    ownerName: found.ownerName,
    memberCount: facts.memberCount,
    linkedCount: found.counts.linked,
    roles: ordered.map((role) => ({
      id: role.id,
      name: role.name,
      color: colorOf(role),
      refusal: roleRefusal(role, facts),
      now: nowOf.get(role.id) ?? 0,
    })),
    botRole:
      own === undefined || place === -1 ? null : { id: own.id, name: own.name, place: place + 1 },
    hasMembersIntent: facts.hasMembersIntent,
    settings,
    version: server.version,
    groupNames: {
      ...Object.fromEntries(groupNames),
      ...(server.joinGroupId !== null && { [server.joinGroupId]: server.joinGroupName ?? "" }),
    },
    checks: checksOf(facts, {
      roleIds: settings.roles.map(({ roleId }) => roleId),
      hasNicknames: settings.nickname !== null,
      hasJoining: settings.joinGroupId !== null,
      hasEvents: found.counts.hasEvents === 1,
      areEventsRefused: found.counts.areEventsRefused === 1,
      halt: server.halt,
    }),
    factsAt: new Date(facts.readAt).toISOString(),
    sweptAt: server.sweptAt?.toISOString() ?? null,
    work: workOf(server, found.counts.waiting),
    problems: found.problems.flatMap(({ problem, at, ...person }) =>
      problem === null || at === null ? [] : [{ ...person, problem, at: at.toISOString() }],
    ),
    samples: found.people.map((row) => ({
      name: row.main ?? row.discordId,
      facts: factsOf(toPerson(row, giftsOf.get(row.discordId) ?? []), facts),
    })),
  };
}

/** What is shown of a role of a server. Nothing for one that Discord no longer has. */
export function presentRole({
  serverId,
  roleId,
  facts,
}: {
  serverId: string;
  roleId: string;
  facts: ServerFacts;
}) {
  const role = facts.roles.find(({ id }) => id === roleId);
  if (role === undefined) return [];
  return [{ serverId, serverName: facts.name, roleId, roleName: role.name, color: colorOf(role) }];
}

/** Discord's 0 is no colour. */
function colorOf({ color }: ServerRole): string | null {
  return color === 0 ? null : `#${color.toString(16).padStart(COLOR_DIGITS, "0")}`;
}

function workOf(server: ServerRow, waiting: number): DiscordServer["work"] {
  const { sweepAfter, halt, waitsUntil, removals, removalCount, removalsAt } = server;
  return {
    isChecking: sweepAfter !== null,
    waiting,
    halt,
    waitsUntil: halt === null ? null : (waitsUntil?.toISOString() ?? null),
    removals:
      removals === null || removalsAt === null
        ? null
        : { state: removals, count: removalCount, at: removalsAt.toISOString() },
  };
}
