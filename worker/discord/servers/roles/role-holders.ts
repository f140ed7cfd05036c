import type { RoleHolder, RoleHolders } from "#shared/discord/roles.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import { roleStates } from "#worker/discord/servers/plan/role-states.ts";
import { toPerson } from "#worker/discord/servers/plan/people-store.ts";
import { readMembers } from "#worker/discord/servers/known-members.ts";
import { byName, presentPerson } from "#worker/discord/servers/preview.ts";

/** Who has a mapped role of a server, or whose groups give it, and which groups these are. For system administrators. */
export async function readRoleHolders(
  { db }: Context,
  id: string,
  roleId: string,
): Promise<RoleHolders> {
  const { server, roleIds, rules, members } = await readMembers(db, id);
  const role = server.facts.roles.find((one) => one.id === roleId);
  if (role === undefined || !roleIds.includes(roleId)) {
    throw new ApiError("role_not_mapped");
  }
  const holders = members.flatMap(({ row, given }): RoleHolder[] => {
    const held = server.removals === "held" ? (row.losing ?? []) : [];
    const known = { problem: row.problem, held };
    const state = roleStates(toPerson(row, given), rules, known).get(roleId);
    if (state === undefined) return [];
    const groups = given
      .filter(({ roleIds }) => parseJsonText(roleIds).includes(roleId))
      .map(({ groupId, groupName }) => ({ id: groupId, name: groupName }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    return [{ ...presentPerson(row), userId: row.userId, state, groups, problem: row.problem }];
  });
  return {
    roleId,
    roleName: role.name,
    asOf: server.sweptAt?.toISOString() ?? null,
    hasEverybody: server.facts.hasMembersIntent,
    holders: holders.toSorted(byName),
  };
}
