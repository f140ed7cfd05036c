import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  knownMembers,
  prepareGifts,
  selectKnown,
} from "#worker/discord/servers/plan/people-store.ts";
import { rulesOf } from "#worker/discord/servers/plan/rules.ts";
import { settingsOf } from "./present-server.ts";
import { notFound } from "./service.ts";
import { selectMapping, selectServer } from "./store.ts";

const selectGifts = prepareGifts(knownMembers);

/** A server with its stored settings, and its members as Discord last told, each with the groups that give them roles. */
export async function readMembers(db: Database, id: string) {
  const [[server], mapping, rows, gifts] = await runBatch(db, [
    selectServer({ id }),
    selectMapping({ id }),
    selectKnown({ serverId: id }),
    selectGifts({ serverId: id }),
  ]);
  if (server === undefined) throw notFound();
  const settings = settingsOf(server, mapping);
  const roleIds = settings.roles.map(({ roleId }) => roleId);
  const giftsOf = Map.groupBy(gifts, ({ discordId }) => discordId);
  const members = rows
    .filter(({ problem }) => problem !== "left" && problem !== "deleted")
    .map((row) => ({ row, given: giftsOf.get(row.discordId) ?? [] }));
  return { server, roleIds, rules: rulesOf(server.facts, roleIds, settings), members };
}
