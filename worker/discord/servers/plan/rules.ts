import { nicknameOf } from "#shared/discord/nickname.ts";
import type { NicknameFacts, NicknameRule } from "#shared/discord/nickname.ts";
import type { DriftRule } from "#shared/discord/servers.ts";
import type { ServerFacts } from "#worker/db/schema/discord/servers.ts";
import { hasPermission, highestRole, isBelow, roleRefusal } from "./permissions.ts";
import { planMember } from "./plan-member.ts";
import type { Mapping, Member, Plan } from "./plan-member.ts";

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
): Plan & { nickname: string | null } {
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
