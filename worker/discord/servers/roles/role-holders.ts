import type { RoleHolder, RoleHolders } from "#shared/discord/roles.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import { roleStates } from "#worker/discord/servers/plan/role-states.ts";
import { rulesOf } from "#worker/discord/servers/plan/rules.ts";
import {
  knownMembers,
  selectGifts,
  selectPeople,
  storedMapping,
  toPerson,
} from "#worker/discord/servers/plan/people-store.ts";
import { settingsOf } from "#worker/discord/servers/present-server.ts";
import { byName, presentPerson } from "#worker/discord/servers/preview.ts";
import { notFound } from "#worker/discord/servers/service.ts";
import { selectMapping, selectServer } from "#worker/discord/servers/store.ts";

/** Who has a mapped role of a server, or whose groups give it, and which groups these are. For system administrators. */
export async function readRoleHolders(
  { db }: Context,
  id: string,
  roleId: string,
): Promise<RoleHolders> {
  const members = knownMembers(id);
  const [[server], mapping, people, gifts] = await runBatch(db, [
    selectServer({ id }),
    selectMapping({ id }),
    selectPeople(id, members),
    selectGifts(members, storedMapping(id)),
  ]);
  if (server === undefined) throw notFound();
  const settings = settingsOf(server, mapping);
  const roleIds = settings.roles.map((role) => role.roleId);
  const role = server.facts.roles.find((one) => one.id === roleId);
  if (role === undefined || !roleIds.includes(roleId)) {
    throw new ApiError("not_found", "This role is not mapped.");
  }
  const rules = rulesOf(server.facts, roleIds, settings);
  const giftsOf = Map.groupBy(gifts, ({ discordId }) => discordId);
  const holders = people.flatMap((row): RoleHolder[] => {
    if (row.problem === "left" || row.problem === "deleted") return [];
    const given = giftsOf.get(row.discordId) ?? [];
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
