import { nicknameOf } from "#shared/discord/nickname.ts";
import type { NicknameFacts, NicknameRule } from "#shared/discord/nickname.ts";
import type { RoleState } from "#shared/discord/roles.ts";
import type { DriftRule, MemberProblem, RoleRefusal } from "#shared/discord/servers.ts";
import { english } from "#shared/english.ts";
import type { ServerFacts, ServerRole } from "#worker/db/schema/discord-servers.ts";
import { planMember } from "./plan-member.ts";
import type { Mapping, Member, RolePlan } from "./plan-member.ts";

/** Everything about a server that decides what its members get. */
export type ServerRules = {
  facts: ServerFacts;
  mapping: Mapping;
  nickname: NicknameRule | null;
};

/** A member with the groups that give roles: the first of the highest role is {group} of the nickname. */
export type Person = Omit<Member, "wanted"> & {
  discordId: string;
  nickname: string | null;
  gifts: readonly { roleId: string; groupName: string }[];
  names: Omit<NicknameFacts, "group">;
};

export function rulesOf(
  facts: ServerFacts,
  roleIds: readonly string[],
  settings: { drift: DriftRule; nickname: NicknameRule | null },
): ServerRules {
  const canGive = hasPermission(facts, "manageRoles");
  const assignable = facts.roles.filter((role) => canGive && roleRefusal(role, facts) === null);
  const mapped = new Set(roleIds);
  return {
    facts,
    nickname: hasPermission(facts, "manageNicknames") ? settings.nickname : null,
    mapping: {
      mapped,
      assignable: new Set(assignable.map(({ id }) => id).filter((id) => mapped.has(id))),
      drift: settings.drift,
    },
  };
}

/** What is to change about a member. `nickname` is null if it stays. Preview, check and application use this. */
export function planFor(
  person: Person,
  { facts, mapping, nickname }: ServerRules,
): RolePlan & { nickname: string | null } {
  const plan = planMember(asMember(person), mapping);
  if (nickname === null || person.gifts.length === 0 || !canRename(person, facts)) {
    return { ...plan, nickname: null };
  }
  const wanted = nicknameOf(nickname, factsOf(person, facts), person.nickname);
  const isKept = wanted === "" || wanted === person.nickname;
  return { ...plan, nickname: isKept ? null : wanted };
}

export function asMember({ gifts, ...person }: Person): Member {
  return { ...person, wanted: [...new Set(gifts.map(({ roleId }) => roleId))] };
}

/** In one order, so that equal lists are equal text. */
export function toRoles(roles: readonly string[]): string[] {
  return [...new Set(roles)].toSorted();
}

export function factsOf({ gifts, names }: Pick<Person, "gifts" | "names">, facts: ServerFacts) {
  const roleOf = new Map(facts.roles.map((role) => [role.id, role]));
  const [first] = gifts.toSorted((a, b) => {
    const [one, other] = [roleOf.get(a.roleId), roleOf.get(b.roleId)];
    if (one === undefined || other === undefined || one.id === other.id) {
      return a.groupName < b.groupName ? -1 : 1;
    }
    return isBelow(one, other) ? 1 : -1;
  });
  return { ...names, group: first?.groupName ?? null };
}

/** Discord lets a bot rename only members whose highest role is below its own, and never the server's owner. */
function canRename({ discordId, roles }: Person, facts: ServerFacts): boolean {
  if (discordId === facts.ownerId) return false;
  const top = highestRole(facts);
  if (top === undefined) return false;
  const held = facts.roles.filter(({ id }) => roles.includes(id));
  return held.every((role) => isBelow(role, top));
}

type Known = {
  problem: MemberProblem | null;
  /** Roles whose removal waits for a person. */
  held: readonly string[];
};

/** The state of each mapped role that a member has, or that groups give. Pure, and from the plan that is applied. */
export function roleStates(
  person: Person,
  rules: ServerRules,
  { problem, held }: Known,
): Map<string, RoleState> {
  const { mapping } = rules;
  const plan = planFor(person, rules);
  const wanted = new Set(person.gifts.map(({ roleId }) => roleId));
  const states = new Map<string, RoleState>();
  for (const role of mapping.mapped) {
    const has = person.roles.includes(role);
    if (has) {
      const isLeaving = !wanted.has(role) && plan.remove.includes(role);
      const leaving = held.includes(role) ? "held" : "ending";
      states.set(role, wanted.has(role) ? "given" : isLeaving ? leaving : "by_hand");
    } else if (wanted.has(role)) {
      const isPossible = mapping.assignable.has(role) && problem === null;
      states.set(role, !isPossible ? "impossible" : plan.add.includes(role) ? "coming" : "taken");
    }
  }
  return states;
}

/** https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags */
const BITS = {
  createInvite: 1n << 0n,
  administrator: 1n << 3n,
  viewAuditLog: 1n << 7n,
  manageNicknames: 1n << 27n,
  manageRoles: 1n << 28n,
  createEvents: 1n << 44n,
};
export type Permission = Exclude<keyof typeof BITS, "administrator">;

/** What the install link asks for. */
export const NEEDED: Record<Permission, string> = {
  manageRoles: english`Manage Roles`,
  manageNicknames: english`Manage Nicknames`,
  createInvite: english`Create Invite`,
  viewAuditLog: english`View Audit Log`,
  createEvents: english`Create Events`,
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
