import type { AuditEntry } from "./audit-log.ts";
import type { ScheduledEvent } from "./events.ts";
import type { Permission } from "./permissions.ts";

/** A role, in the words of Discord's API. */
export type Role = {
  id: string;
  name: string;
  permissions: Permission[];
  /** @everyone is 0; higher roles are above. */
  position: number;
  color: number;
  /** Its members are listed under the role. */
  hoist: boolean;
  /** Belongs to an integration, or to the bot `botId`: nobody can give or take it. */
  managed: boolean;
  /** Everybody may mention it. */
  mentionable?: boolean;
  botId: string | undefined;
};

export type Member = {
  userId: string;
  nick: string | null;
  /** Ids, without @everyone. */
  roles: string[];
  /** Has not passed the membership screening. */
  pending: boolean;
  joinedAt: number;
};

/** A Discord server ("guild" in the API). */
export type Server = {
  id: string;
  name: string;
  ownerId: string;
  /** 1 when moderation requires two-factor authentication. */
  mfaLevel: 0 | 1;
  /** New members must accept rules first. */
  screening: boolean;
  /** By id; the id of @everyone is the server's. */
  roles: Map<string, Role>;
  members: Map<string, Member>;
  /** The ids of banned users. The audit log has the reasons. */
  bans: Set<string>;
  /** By id. */
  events: Map<string, ScheduledEvent>;
  /** Oldest first. */
  auditLog: AuditEntry[];
};

const EVERYONE: Permission[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "READ_MESSAGE_HISTORY",
  "CHANGE_NICKNAME",
];

export function buildServer(
  server: Pick<Server, "id" | "name" | "ownerId"> & Partial<Pick<Server, "mfaLevel" | "screening">>,
): Server {
  const everyone = buildRole({ id: server.id, name: "@everyone", permissions: EVERYONE });
  return {
    mfaLevel: 0,
    screening: false,
    ...server,
    roles: new Map([[everyone.id, everyone]]),
    members: new Map(),
    bans: new Set(),
    events: new Map(),
    auditLog: [],
  };
}

export function buildRole(role: Pick<Role, "id" | "name"> & Partial<Role>): Role {
  return {
    permissions: [],
    position: 0,
    color: 0,
    hoist: false,
    managed: false,
    botId: undefined,
    ...role,
  };
}

/** Puts a role at a position, at most above all others; the roles that are there or above move up by one. */
export function insertRole(server: Server, role: Role) {
  const others = [...server.roles.values()]
    .filter(({ id }) => id !== role.id && id !== server.id)
    .toSorted((one, other) => one.position - other.position);
  const ordered = others.toSpliced(Math.max(0, role.position - 1), 0, role);
  for (const [index, one] of ordered.entries()) one.position = index + 1;
  server.roles.set(role.id, role);
}

/** The position above all roles. */
export function topPosition(server: Server): number {
  return Math.max(...[...server.roles.values()].map(({ position }) => position)) + 1;
}

export function addMember(
  server: Server,
  member: Pick<Member, "userId" | "joinedAt"> & Partial<Member>,
): Member {
  const added = { nick: null, roles: [], pending: server.screening, ...member };
  server.members.set(added.userId, added);
  return added;
}

type NewBot = Pick<Role, "name" | "permissions" | "position"> & {
  userId: string;
  roleId: string;
  joinedAt: number;
};

/** Adds a bot and a managed role of its own, as Discord does when it is installed. */
export function addBot(
  server: Server,
  { userId, roleId, joinedAt, name, permissions, position }: NewBot,
): Member {
  const role = buildRole({ id: roleId, name, permissions, position, managed: true, botId: userId });
  insertRole(server, role);
  return addMember(server, { userId, joinedAt, roles: [roleId], pending: false });
}

/** Removes a member; with a bot goes its managed role. */
export function removeMember(server: Server, userId: string) {
  server.members.delete(userId);
  for (const role of server.roles.values()) {
    if (role.botId === userId) deleteRole(server, role.id);
  }
}

export function deleteRole(server: Server, roleId: string) {
  server.roles.delete(roleId);
  for (const member of server.members.values()) {
    member.roles = member.roles.filter((id) => id !== roleId);
  }
}
