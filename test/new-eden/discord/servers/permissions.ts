import type { Member, Role, Server } from "./server.ts";

/** The bits of the permissions that matter here: https://docs.discord.com/developers/topics/permissions */
const BITS = {
  CREATE_INSTANT_INVITE: 0n,
  KICK_MEMBERS: 1n,
  BAN_MEMBERS: 2n,
  ADMINISTRATOR: 3n,
  MANAGE_CHANNELS: 4n,
  MANAGE_GUILD: 5n,
  VIEW_AUDIT_LOG: 7n,
  VIEW_CHANNEL: 10n,
  SEND_MESSAGES: 11n,
  MANAGE_MESSAGES: 13n,
  EMBED_LINKS: 14n,
  READ_MESSAGE_HISTORY: 16n,
  CHANGE_NICKNAME: 26n,
  MANAGE_NICKNAMES: 27n,
  MANAGE_ROLES: 28n,
  CREATE_EVENTS: 44n,
} as const;
export type Permission = keyof typeof BITS;

const isPermission = (name: string): name is Permission => name in BITS;
const PERMISSIONS = Object.keys(BITS).filter(isPermission);

/**
 * The permissions that need two-factor authentication on a server that requires it for moderation; for a bot, that of its
 * owner (https://docs.discord.com/developers/topics/oauth2#twofactor-authentication-requirement).
 */
const ELEVATED: ReadonlySet<Permission> = new Set([
  "KICK_MEMBERS",
  "BAN_MEMBERS",
  "ADMINISTRATOR",
  "MANAGE_CHANNELS",
  "MANAGE_GUILD",
  "MANAGE_MESSAGES",
  "MANAGE_ROLES",
] as const);

export const isElevated = (permission: Permission) => ELEVATED.has(permission);

/** `MANAGE_ROLES` as "Manage Roles". */
export function inWords(permission: Permission): string {
  return permission
    .split("_")
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join(" ");
}

/** The number that Discord's API states as text. */
export function permissionBits(permissions: Iterable<Permission>): string {
  let bits = 0n;
  for (const permission of permissions) bits |= 1n << BITS[permission];
  return String(bits);
}

/** The permissions in the number of an install link. */
export function readPermissions(bits: string): Permission[] {
  const number = /^\d+$/.test(bits) ? BigInt(bits) : 0n;
  return PERMISSIONS.filter((permission) => (number & (1n << BITS[permission])) !== 0n);
}

/** The permissions of a member: the owner and administrators have all. */
export function permissionsOf(server: Server, member: Member): Set<Permission> {
  const granted = new Set(
    [server.id, ...member.roles].flatMap((id) => server.roles.get(id)?.permissions ?? []),
  );
  const hasAll = member.userId === server.ownerId || granted.has("ADMINISTRATOR");
  return hasAll ? new Set(PERMISSIONS) : granted;
}

/** Whether a role is above another. */
export function isAbove(one: Role, other: Role): boolean {
  return one.position > other.position;
}

/** The highest role of a member; without roles, @everyone. */
export function highestRole(server: Server, member: Member): Role | undefined {
  const roles = [server.id, ...member.roles].flatMap((id) => server.roles.get(id) ?? []);
  return roles.toSorted((one, other) => (isAbove(one, other) ? -1 : 1))[0];
}
