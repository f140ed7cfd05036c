import { sql } from "drizzle-orm";
import type { PreviewedMember, ServerPreview, ServerSettings } from "#shared/discord/servers.ts";
import { fold } from "#shared/fold.ts";
import { heldAbove, holdOf } from "#shared/requirements/limits.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import {
  knownMembers,
  prepareGifts,
  selectKnown,
  toPerson,
} from "#worker/discord/servers/plan/people-store.ts";
import type { PersonRow } from "#worker/discord/servers/plan/people-store.ts";
import { asMember, planFor, rulesOf } from "#worker/discord/servers/plan/rules.ts";
import { selectRecentRoleRemovals } from "#worker/discord/servers/sync/check-store.ts";
import { selectServer } from "./store.ts";

/** As the settings would map roles to groups. */
const selectGifts = prepareGifts(
  knownMembers,
  () => sql`select role.value ->> '$.roleId' as roleId, given.value as groupId
    from json_each(${sql.placeholder("roles")}) role, json_each(role.value, '$.groupIds') given`,
);

/** What these settings would change, by person: with the plan that is applied, and the members as they were last read. */
export async function previewServer(
  { db }: Context,
  id: string,
  settings: ServerSettings,
): Promise<ServerPreview> {
  const [[server], [recent], rows, gifts] = await runBatch(db, [
    selectServer({ id }),
    selectRecentRoleRemovals(id, Date.now()),
    selectKnown({ serverId: id }),
    selectGifts({ serverId: id, roles: JSON.stringify(settings.roles) }),
  ]);
  if (server === undefined) throw new ApiError("no_such_server");
  const giftsOf = Map.groupBy(gifts, ({ discordId }) => discordId);
  const roleIds = settings.roles.map(({ roleId }) => roleId);
  const rules = rulesOf(server.facts, roleIds, settings);
  const wanted = Object.fromEntries(roleIds.map((roleId) => [roleId, 0]));
  const people: PreviewedMember[] = [];
  let holders = 0;
  for (const row of rows) {
    if (row.problem === "left" || row.problem === "deleted") continue;
    const person = toPerson(row, giftsOf.get(row.discordId) ?? []);
    const member = asMember(person);
    for (const role of member.wanted) wanted[role] = (wanted[role] ?? 0) + 1;
    if (member.given.length > 0) holders += 1;
    const { add, remove, extra, nickname } = planFor(person, rules);
    if (add.length + remove.length + extra.length === 0 && nickname === null) continue;
    people.push({ ...presentPerson(row), add, remove, extra, nickname, problem: row.problem });
  }
  const losing = people.filter(({ remove }) => remove.length > 0).length;
  return {
    people: people.toSorted(byName),
    wanted,
    isHeld:
      holdOf(losing, heldAbove({ members: holders, recent: 0, recentInAll: 0, ...recent })) !==
      null,
    isUnread: server.sweptAt === null,
  };
}

export function presentPerson(row: PersonRow) {
  return {
    discordId: row.discordId,
    name: row.name ?? row.username ?? row.discordId,
    mainCharacterId: row.mainCharacterId,
    mainCharacterName: row.main,
  };
}

type Named = { name: string; mainCharacterName: string | null };

export function byName(a: Named, b: Named): number {
  const [one, other] = [a, b].map(({ name, mainCharacterName }) => fold(mainCharacterName ?? name));
  return (one ?? "") < (other ?? "") ? -1 : 1;
}
