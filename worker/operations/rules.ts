import { and, eq, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ChangeOperationRules, OperationRules } from "#shared/operations/operations.ts";
import { isSeenBy } from "#worker/access/visibility.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { discordRoleGroups, discordServers } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { operationRules } from "#worker/db/schema/operations.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import {
  isRoleUnchanged,
  requireAbility,
  requireVisible,
} from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";

const planner = alias(groupMembers, "planner");
const rules = alias(operationRules, "rules");
const named = alias(groupMembers, "named");
const planners = alias(groups, "planners");
const own = alias(groupMembers, "own");
const home = alias(groups, "home");

/**
 * SQL condition on a row of `group_members`: the member plans operations of the group, as owner, admin, or member of the group that the owner
 * names. Plain members of a system group do not know of it, so none of them plans.
 */
export function isPlanner({
  groupId,
  userId,
  role,
}: Record<"groupId" | "userId" | "role", SQLWrapper>): SQL {
  return sql`(${role} <> 'member' or exists (select 1 from ${operationRules} as ${rules}
    cross join ${groupMembers} as ${named} on ${named.groupId} = ${rules.plannersId} and ${named.userId} = ${userId}
    cross join ${groups} as ${home} on ${home.id} = ${rules.groupId} and ${home.effectiveVisibility} <> 'system'
    where ${rules.groupId} = ${groupId}))`;
}

/** SQL condition: the user plans operations of the group. */
export function plansFor(
  userId: string | Placeholder | SQLWrapper,
  groupId: string | SQLWrapper,
): SQL {
  return sql`exists (select 1 from ${groupMembers} as ${planner} where ${planner.groupId} = ${groupId}
    and ${planner.userId} = ${userId} and ${isPlanner(planner)})`;
}

const selectRules = prepare(
  () => ({
    plannersId: operationRules.plannersId,
    plannersName: planners.name,
    /** 1 if the reader sees the group that is named. */
    seesPlanners: sql<number>`${sql.placeholder("isAdmin")} or exists (select 1 from ${groups}
      left join ${groupMembers} as ${own} on ${own.groupId} = ${groups.id} and ${own.userId} = ${sql.placeholder("userId")}
      where ${groups.id} = ${operationRules.plannersId} and ${isSeenBy({ userId: sql.placeholder("userId"), role: own.role })})`,
    isOnDiscord: operationRules.isOnDiscord,
  }),
  (fields) =>
    orm
      .select(fields)
      .from(operationRules)
      .leftJoin(planners, eq(planners.id, operationRules.plannersId))
      .where(eq(operationRules.groupId, sql.placeholder("groupId"))),
);

const selectServers = prepare({ name: discordServers.name }, (fields) =>
  orm
    .selectDistinct(fields)
    .from(discordRoleGroups)
    .innerJoin(discordServers, eq(discordServers.id, discordRoleGroups.serverId))
    .where(eq(discordRoleGroups.groupId, sql.placeholder("groupId")))
    .orderBy(discordServers.name),
);

/** SQL on `groups`: what its rules say. */
const ruled = (column: SQLWrapper) =>
  sql`(select ${column} from ${operationRules} where ${operationRules.groupId} = ${groups.id})`;

/** SQL condition on `groups`: the rules are as they were read. Whether a proof is needed was decided from them. */
function areRules(plannersId: string | null, isOnDiscord: boolean): SQL {
  return sql`${ruled(operationRules.plannersId)} is ${plannersId}
    and coalesce(${ruled(operationRules.isOnDiscord)}, 0) = ${Number(isOnDiscord)}`;
}

async function findRules({ db }: Context, actor: UserActor, groupId: string, namedId?: string) {
  const viewer = { groupId, userId: actor.userId, isAdmin: Number(actor.isAdmin) };
  const [[row], [found], servers, chosen] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectRules({ ...viewer, now: Date.now() }),
    selectServers({ groupId }),
    selectGroup(actor.userId, namedId ?? ""),
  ]);
  const group = requireVisible(row, actor);
  requireAbility(group, "edit");
  return { group, rules: found, servers: servers.map(({ name }) => name), chosen: chosen[0] };
}

/** For the owner of the group. */
export async function readRules(
  context: Context,
  actor: UserActor,
  groupId: string,
): Promise<OperationRules> {
  const { rules: found, servers } = await findRules(context, actor, groupId);
  const id = found?.plannersId ?? null;
  const name = found?.seesPlanners === 1 ? found.plannersName : null;
  return {
    planners: id === null ? null : { groupId: name === null ? null : id, name },
    isOnDiscord: found?.isOnDiscord ?? false,
    servers,
  };
}

/** The group that is named must be one that the owner sees; without one in the input, it stays. */
export async function changeRules(
  context: Context,
  actor: UserActor,
  groupId: string,
  { plannersId, isOnDiscord }: ChangeOperationRules,
  origin: string,
): Promise<OperationRules> {
  await withOptimisticLock(
    () => findRules(context, actor, groupId, plannersId ?? undefined),
    ({ group, rules: found, chosen }) => {
      const present = found?.plannersId ?? null;
      const next =
        plannersId === undefined
          ? present
          : plannersId === null
            ? null
            : requireVisible(chosen, actor).id;
      const wasOnDiscord = found?.isOnDiscord ?? false;
      if (next === present && isOnDiscord === wasOnDiscord) return Promise.resolve(true);
      return recordAndApply(context, {
        kind: "operation_rules_changed",
        actor,
        groupId,
        detail: { hasPlanners: next !== null, isOnDiscord },
        // Planners see who comes and say who came: more than a membership gives. Events are read by everybody on a server.
        ...(((next !== present && next !== null) || (isOnDiscord && !wasOnDiscord)) && {
          proof: requireProofToGive(actor, sql`true`),
        }),
        condition: and(isRoleUnchanged(group, actor), areRules(present, wasOnDiscord)),
        statements: (applied) => [
          insertWhere(
            operationRules,
            { groupId, plannersId: next, isOnDiscord, origin },
            applied,
          ).onConflictDoUpdate({
            target: operationRules.groupId,
            set: { plannersId: next, isOnDiscord, origin },
          }),
        ],
      });
    },
  );
  return readRules(context, actor, groupId);
}
