import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type {
  DiscordServer,
  Drift,
  DriftDecision,
  DriftItem,
  HeldMember,
  ServerRemovals,
} from "#shared/discord/servers.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { discordMembers, discordServers } from "#worker/db/schema/discord-servers.ts";
import { orm } from "#worker/db/statements.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { listRoleChanges, rolesIn } from "#worker/discord/bot/endpoints.ts";
import type { AuditLog } from "#worker/discord/bot/endpoints.ts";
import {
  knownMembers,
  prepareGifts,
  preparePeople,
  selectKnown,
  toPerson,
} from "#worker/discord/servers/plan/people-store.ts";
import { hasPermission, planFor, rulesOf } from "#worker/discord/servers/plan/rules.ts";
import { requestSync } from "#worker/discord/servers/sync/service.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { settingsOf } from "./present-server.ts";
import { byName, presentPerson } from "./preview.ts";
import { readServer } from "./service.ts";
import { markMembers, selectMapping, selectServer } from "./store.ts";

/** Mapped roles that were changed by hand, as of the last check, and by whom, if Discord's audit log says. */
export async function readRoleDrift(context: Context, id: string): Promise<Drift> {
  const { items, server } = await findDrift(context, id);
  if (items.length === 0 || !hasPermission(server.facts, "viewAuditLog")) {
    return { items, auditLog: items.length === 0 ? "read" : "unavailable" };
  }
  const answer = await openBot(context.config, NO_BUCKETS).call(listRoleChanges(id));
  if (answer.state !== "ok") return { items, auditLog: "unavailable" };
  const log = answer.data;
  return { items: items.map((item) => ({ ...item, by: authorOf(item, log) })), auditLog: "read" };
}

async function findDrift({ db }: Context, id: string) {
  const { server, rules, members } = await readMembers(db, id);
  const items = members.flatMap(({ row, given }): DriftItem[] => {
    const { extra, missing } = planFor(toPerson(row, given), rules);
    const item = (roleId: string, kind: DriftItem["kind"]) => ({
      ...presentPerson(row),
      roleId,
      kind,
      by: null,
    });
    return [
      ...extra.map((role) => item(role, "extra")),
      ...missing.map((role) => item(role, "missing")),
    ];
  });
  return { server, items: items.toSorted(byName) };
}

const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Who made the last change of this kind. Snowflakes contain their time. */
function authorOf({ discordId, roleId, kind }: DriftItem, log: AuditLog): DriftItem["by"] {
  const entry = log.audit_log_entries.find(
    (logged) =>
      logged.target_id === discordId &&
      rolesIn(logged, kind === "extra" ? "$add" : "$remove").includes(roleId),
  );
  const user = log.users.find(({ id }) => id === entry?.user_id);
  if (entry === undefined || user === undefined) return null;
  const at = new Date(Number(BigInt(entry.id) >> 22n) + DISCORD_EPOCH_MS).toISOString();
  return { name: user.global_name || user.username, at };
}

/**
 * `enforce`: a role that was given by hand becomes Muster's and is removed with the next slice; one that was taken is given
 * again. `accept`: both stay as they are, and are listed no more.
 */
export async function decideDrift(
  context: Context,
  actor: UserActor,
  id: string,
  { decision, items }: DriftDecision,
): Promise<Drift> {
  const found = await findDrift(context, id);
  const chosen = items.flatMap(
    (item) =>
      found.items.find(
        ({ discordId, roleId }) => discordId === item.discordId && roleId === item.roleId,
      ) ?? [],
  );
  if (chosen.length < items.length) {
    throw new ApiError("drift_changed");
  }
  if (decision === "enforce" && !found.server.isOn) {
    throw new ApiError("server_off");
  }
  const json = JSON.stringify(chosen);
  const ids = sql`select distinct value ->> '$.discordId' as value from json_each(${json})`;
  const rolesOf = (kind: DriftItem["kind"] | "any") =>
    sql`select value ->> '$.roleId' from json_each(${json}) where value ->> '$.discordId' = ${discordMembers.discordId}
      and ${kind} in ('any', value ->> '$.kind')`;
  const withRoles = (list: SQL | SQLiteColumn, kind: Parameters<typeof rolesOf>[0]) =>
    sql`(select json_group_array(role) from (select value as role from json_each(${list}) union ${rolesOf(kind)} order by 1))`;
  const without = sql`(select json_group_array(value) from json_each(${discordMembers.given})
    where value not in (${rolesOf("missing")}))`;
  // Another administrator may decide the same at once: it would be counted and logged twice.
  const isUndecided = sql`not exists (select 1 from json_each(${json}) as item
    left join ${discordMembers} on ${discordMembers.serverId} = ${id}
      and ${discordMembers.discordId} = item.value ->> '$.discordId'
    where ${discordMembers.discordId} is null
      or item.value ->> '$.roleId' in (select value from json_each(${discordMembers.accepted}))
      or (item.value ->> '$.roleId' in (select value from json_each(${discordMembers.given})))
        <> (item.value ->> '$.kind' = 'missing'))`;
  const isDecided = await recordAndApply(context, {
    kind: "drift_decided",
    actor,
    serverId: id,
    detail: { count: chosen.length, reason: decision },
    condition: isUndecided,
    statements: (applied) => [
      orm
        .update(discordMembers)
        .set({
          drifted: sql`max(0, ${discordMembers.drifted} - (select count(*) from (${rolesOf("any")})))`,
          ...(decision === "accept"
            ? { accepted: withRoles(discordMembers.accepted, "any") }
            : { given: withRoles(without, "extra") }),
        })
        .where(
          sql`${discordMembers.serverId} = ${id} and ${discordMembers.discordId} in (${ids}) and ${applied}`,
        ),
      ...(decision === "enforce" ? [markMembers(id, ids, applied)] : []),
    ],
  });
  if (!isDecided) throw new ApiError("drift_changed");
  if (decision === "enforce") await requestSync(context, id);
  return { items: (await findDrift(context, id)).items, auditLog: "unavailable" };
}

const selectGifts = prepareGifts(knownMembers);

/** A server with its stored settings, and its members as Discord last told, each with the groups that give them roles. */
export async function readMembers(db: Database, id: string) {
  const [[server], mapping, rows, gifts] = await runBatch(db, [
    selectServer({ id }),
    selectMapping({ id }),
    selectKnown({ serverId: id }),
    selectGifts({ serverId: id }),
  ]);
  if (server === undefined) throw new ApiError("no_such_server");
  const settings = settingsOf(server, mapping);
  const roleIds = settings.roles.map(({ roleId }) => roleId);
  const giftsOf = Map.groupBy(gifts, ({ discordId }) => discordId);
  const members = rows
    .filter(({ problem }) => problem !== "left" && problem !== "deleted")
    .map((row) => ({ row, given: giftsOf.get(row.discordId) ?? [] }));
  return { server, roleIds, rules: rulesOf(server.facts, roleIds, settings), members };
}

// ── Held removals ─────────────────────────────────────────────────────────────────────────────

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
export async function decideRoleRemovals(
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
