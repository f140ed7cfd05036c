import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import {
  HELD_ABOVE_IN_ALL,
  HELD_ABOVE_PEOPLE,
  HELD_ABOVE_SHARE,
} from "#shared/requirements/limits.ts";
import { HOUR_MS } from "#shared/time.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { discordMembers, discordServers } from "#worker/db/schema/discord-servers.ts";
import { columns, orm, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

const server = alias(discordServers, "server");

/** People who have lost roles on any server by checks since, without a decision of a person. */
function recentRemovals(since: number, condition: SQL): SQL {
  return sql`(select coalesce(sum(recent.value ->> '$.count'), 0)
    from ${discordServers} as ${server}, json_each(${server.recentRemovals}) recent
    where recent.value ->> '$.at' > ${since} and ${condition})`;
}

/** Whether `holdOf` holds so many removals above `heldAbove`, in SQL: the batch that ends a check decides by its own counts. */
export function areHeld({
  count,
  members,
  recent,
  recentInAll,
}: Record<"count" | "members" | "recent" | "recentInAll", SQL>): SQL {
  return sql`(${count} > 0 and (${count} + ${recentInAll} > ${HELD_ABOVE_IN_ALL}
    or ${count} + ${recent} > max(${HELD_ABOVE_PEOPLE}, ${HELD_ABOVE_SHARE} * (${members} + ${recent}))))`;
}

/** For `heldAbove`: what the checks of the last hour have applied on this server and on all. */
export function selectRecentRoleRemovals(id: string, now: number) {
  const since = now - HOUR_MS;
  const recent = recentRemovals(since, sql`${server.id} = ${id}`);
  return rows(
    {
      recent: sql<number>`${recent}`,
      recentInAll: sql<number>`${recentRemovals(since, sql`true`)}`,
    },
    (fields) => sql`select ${columns(fields)}`,
  );
}

/** Ends a check that began at `startedAt`. If it has found removals, they are applied, or held for a person because they are many. */
export function endSweep(
  context: Context,
  id: string,
  { at, startedAt }: { at: number; startedAt: Date },
): Statement[] {
  const since = at - HOUR_MS;
  const count = sql`(select count(*) from ${discordMembers}
    where ${discordMembers.serverId} = ${id} and ${discordMembers.losing} is not null)`;
  const members = sql`(select count(*) from ${discordMembers}
    where ${discordMembers.serverId} = ${id} and ${discordMembers.given} <> '[]')`;
  const recent = recentRemovals(since, sql`${server.id} = ${id}`);
  const recentInAll = recentRemovals(since, sql`true`);
  const isMany = areHeld({ count, members, recent, recentInAll });
  const held = recordEvent(
    context,
    {
      kind: "role_removals_held",
      actor: "job",
      serverId: id,
      detail: sql`json_object('count', ${count})`,
    },
    sql`${isMany} and ${discordServers.removals} is not 'held'`,
  );
  const kept = sql`select recent.value from json_each(${discordServers.recentRemovals}) recent
    where recent.value ->> '$.at' > ${since}`;
  const applied = sql`select json_object('at', ${at}, 'count', ${count})
    where ${count} > 0 and not ${isMany}`;
  return [
    held.statement,
    orm
      .update(discordServers)
      .set({
        sweepAfter: null,
        sweptAt: startedAt,
        removals: sql`case when ${count} = 0 then null when ${isMany} then 'held' else 'released' end`,
        removalCount: sql`${count}`,
        removalsAt: sql`case when ${count} > 0 then ${at} end`,
        recentRemovals: sql`(select json_group_array(json(value)) from (${kept} union all ${applied}))`,
      })
      .where(eq(discordServers.id, id)),
  ];
}

/** The released removals are done. */
export function endRemovals(id: string): Statement {
  return orm
    .update(discordServers)
    .set({ removals: null, removalCount: 0, removalsAt: null })
    .where(and(eq(discordServers.id, id), eq(discordServers.removals, "released")));
}
