import { english } from "#shared/english.ts";
import type { ServerFacts, ServerRole } from "#worker/db/schema/discord/servers.ts";

/** https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags */
const BITS = {
  createInvite: 1n << 0n,
  administrator: 1n << 3n,
  viewAuditLog: 1n << 7n,
  manageNicknames: 1n << 27n,
  manageRoles: 1n << 28n,
};
export type Permission = Exclude<keyof typeof BITS, "administrator">;

/** What the install link asks for. */
export const NEEDED: Record<Permission, string> = {
  manageRoles: english`Manage Roles`,
  manageNicknames: english`Manage Nicknames`,
  createInvite: english`Create Invite`,
  viewAuditLog: english`View Audit Log`,
};

/** The sum of these permissions, as Discord's addresses have it. */
export function sumOf(permissions: readonly Permission[]): string {
  return String(permissions.reduce((sum, one) => sum | BITS[one], 0n));
}

/** Whether the bot has a permission on the whole server: from one of its roles, or from everybody's, which has the server's id. */
export function hasPermission(facts: ServerFacts, permission: Permission): boolean {
  const own = facts.roles
    .filter(({ id }) => id === facts.id || facts.botRoleIds.includes(id))
    .reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  return (own & (BITS[permission] | BITS.administrator)) !== 0n;
}

/** Why a role can never be given, or not now. */
export type RoleRefusal = "everyone" | "managed" | "administrator" | "above";

export function roleRefusal(role: ServerRole, facts: ServerFacts): RoleRefusal | null {
  if (role.id === facts.id) return "everyone";
  if (role.isManaged) return "managed";
  if ((BigInt(role.permissions) & BITS.administrator) !== 0n) return "administrator";
  const top = highestRole(facts);
  return top !== undefined && isBelow(role, top) ? null : "above";
}

/** The bot's highest role: it can give the roles below. */
export function highestRole(facts: ServerFacts): ServerRole | undefined {
  return facts.roles
    .filter(({ id }) => id === facts.id || facts.botRoleIds.includes(id))
    .toSorted((a, b) => (isBelow(a, b) ? 1 : -1))[0];
}

/** Roles at the same position are in the order of their ids: the older one is higher. */
export function isBelow(role: ServerRole, other: ServerRole): boolean {
  if (role.position !== other.position) return role.position < other.position;
  return BigInt(role.id) > BigInt(other.id);
}
