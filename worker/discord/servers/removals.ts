import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { DiscordServer, HeldMember, ServerRemovals } from "#shared/discord/servers.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { discordMembers, discordServers } from "#worker/db/schema/discord-servers.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { preparePeople } from "#worker/discord/servers/plan/people-store.ts";
import { byName, presentPerson } from "./preview.ts";
import { requestSync } from "#worker/discord/servers/sync/service.ts";
import { readServer } from "./service.ts";
import { selectServer } from "./store.ts";

const selectHeld = preparePeople(() =>
  orm
    .select({ value: sql`${discordMembers.discordId}`.as("value") })
    .from(discordMembers)
    .where(
      and(
        eq(discordMembers.serverId, sql.placeholder("serverId")),
        isNotNull(discordMembers.losing),
      ),
    )
    .getSQL(),
);

/** The members who would lose roles, by name. */
export async function listHeldMembers({ db }: Context, id: string): Promise<HeldMember[]> {
  const [[server], rows] = await runBatch(db, [selectServer({ id }), selectHeld({ serverId: id })]);
  if (server === undefined) throw new ApiError("no_such_server");
  return rows.map((row) => ({ ...presentPerson(row), remove: row.losing ?? [] })).toSorted(byName);
}

/**
 * Releases or discards held removals, if their number is the one that was read. Discarded ones are found again by the next check. A slice
 * that has read the server before writes nothing: the end of its check would hold again what was released.
 */
export async function decideRemovals(
  context: Context,
  actor: UserActor,
  id: string,
  { decision, removalCount, reason }: ServerRemovals,
): Promise<DiscordServer> {
  const isReleased = decision === "release";
  const version = sql`${discordServers.version} + 1`;
  const isDecided = await recordAndApply(context, {
    kind: isReleased ? "role_removals_released" : "role_removals_discarded",
    actor,
    serverId: id,
    detail: { count: removalCount, reason },
    condition: sql`${discordServers.removals} = 'held' and ${discordServers.removalCount} = ${removalCount}`,
    statements: (applied) => [
      orm
        .update(discordServers)
        .set(
          isReleased
            ? { removals: "released", version }
            : { removals: null, removalCount: 0, removalsAt: null, version },
        )
        .where(and(eq(discordServers.id, id), applied)),
      ...(isReleased
        ? []
        : [
            orm
              .update(discordMembers)
              .set({ losing: null })
              .where(
                and(eq(discordMembers.serverId, id), isNotNull(discordMembers.losing), applied),
              ),
          ]),
    ],
  });
  if (isDecided && isReleased) await requestSync(context, id);
  const server = await readServer(context, id);
  if (isDecided) return server;
  throw new ApiError("removals_changed");
}
