import { MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import type {
  AffectedPilot,
  Bulk,
  BulkAction,
  BulkPerson,
  BulkPreview,
  BulkResult,
  SkipReason,
} from "#shared/pilots/bulk.ts";
import type { HoldLimit } from "#shared/requirements/held.ts";
import { holdOf } from "#shared/requirements/limits.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { GuardFailed, run, runBatch, guard } from "#worker/db/batch.ts";
import { heldAboveOf, holdAsked } from "#worker/enrolment/held/asked.ts";
import {
  guardRecentRemovals,
  selectRecentRemovals,
} from "#worker/enrolment/passes/removal-store.ts";
import type { Context } from "#worker/env.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { selectUnanswered } from "#worker/groups/invitations/limits.ts";
import { inviteUsers, invitationFields } from "#worker/groups/invitations/many.ts";
import { addUsers, removeUsers, guardGroup, isRemovableOf } from "#worker/groups/members/many.ts";
import type { Besides } from "#worker/groups/members/many.ts";
import { requireMany, requireOpenTo } from "#worker/groups/members/policy.ts";
import { isRestricted, outcomesOf } from "#worker/requirements/gate.ts";
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { countAct } from "#worker/audit/daily-limits.ts";
import { lastWayIn, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { askedRemovals, heldChanges } from "#worker/db/schema/requirements.ts";
import { columns, idsIn, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Many, OnMembers } from "#worker/groups/members/policy.ts";
import { ApiError } from "#worker/http/api-error.ts";

/**
 * The users that an action would change, and those that it leaves out, by name. Writes nothing. `countsWatchlist`: false for readers who
 * must not learn whom it refuses.
 */
export async function previewBulk(
  context: Context,
  actor: Administrator,
  bulk: Bulk,
  { countsWatchlist = true } = {},
): Promise<BulkPreview> {
  const { group, affected, skipped, hold } = await plan(context, actor, bulk, { countsWatchlist });
  const { name: groupName, memberCount } = group;
  return { groupName, memberCount, affected, skipped, hold };
}

/** Acts on exactly these users, or on none. `isHeld`: only if the removals wait, or do not wait, as the caller has read. */
export async function applyBulk(
  context: Context,
  actor: Administrator,
  bulk: Bulk,
  { isHeld, ...besides }: Besides & { isHeld?: boolean } = {},
): Promise<BulkResult> {
  const { group, hold, unchanged, ...users } = await plan(context, actor, bulk);
  if (isHeld !== undefined && isHeld !== (hold !== null)) {
    throw new ApiError("bulk_changed", { groupName: group.name });
  }
  const result = { groupName: group.name, count: users.affected.length, heldId: null };
  try {
    switch (bulk.action) {
      case "invite":
        await inviteUsers(context, requireMany("invite", group, users), besides);
        return result;
      case "add":
        await addUsers(context, requireMany("add", group, users), besides);
        return result;
      case "remove": {
        const allowed = requireMany("remove", group, users);
        if (hold === null) {
          const { statements = [] } = besides;
          await removeUsers(context, allowed, {
            ...besides,
            statements: [unchanged, ...statements],
          });
          return result;
        }
        const heldId = await holdRemovals(context, allowed, { limit: hold, ...besides });
        return { ...result, heldId };
      }
    }
  } catch (error) {
    throw error instanceof GuardFailed
      ? new ApiError("bulk_changed", { groupName: group.name })
      : error;
  }
}

type Plan = {
  group: AuthorizedGroup;
  affected: AffectedPilot[];
  skipped: BulkPreview["skipped"];
  hold: HoldLimit | null;
  /** After removals without a hold: no other request has removed members meanwhile. */
  unchanged: Statement;
};

async function plan(
  context: Context,
  actor: Administrator,
  bulk: Bulk,
  counted = { countsWatchlist: true },
): Promise<Plan> {
  const { action, groupId } = bulk;
  const now = Date.now();
  const userIds = [...new Set(bulk.userIds)];
  const [[row], candidates, [sent], recent] = await runBatch(context.db, [
    selectGroup(actor.userId, groupId),
    selectCandidates({ groupId, userIds: JSON.stringify(userIds), now }),
    selectUnanswered(actor.userId, now),
    selectRecentRemovals(now),
  ]);
  const group = requireVisible(row, actor);
  requireOpenTo(action, group);
  const outcomes =
    action === "add" && isRestricted(group)
      ? await outcomesOf(context, groupId, userIds, counted)
      : new Map<string, Outcome>();
  let left = MAX_UNANSWERED_PER_DAY - (sent?.count ?? 0);
  const affected: AffectedPilot[] = [];
  const skipped: Plan["skipped"] = [];
  for (const candidate of candidates) {
    let reason = REASONS[action](candidate, outcomes.get(candidate.userId), now);
    if (action === "invite" && reason === null && (left -= 1) < 0) reason = "day_full";
    if (reason === null) affected.push({ ...personOf(candidate), ...membershipOf(candidate) });
    else skipped.push({ ...personOf(candidate), reason });
  }
  const known = new Set(candidates.map(({ userId }) => userId));
  for (const userId of userIds.filter((id) => !known.has(id))) {
    skipped.push({ userId, mainCharacterId: null, mainCharacterName: null, reason: "gone" });
  }
  const hold = action === "remove" ? holdOf(affected.length, heldAboveOf(group, recent)) : null;
  const unchanged = guardRecentRemovals(now, recent, affected.length);
  return { group, affected, skipped, hold, unchanged };
}

type Reason = (
  candidate: CandidateRow,
  outcome: Outcome | undefined,
  now: number,
) => SkipReason | null;

const REASONS: Record<BulkAction, Reason> = {
  invite: (candidate) => {
    if (candidate.mainCharacterId === null) return "gone";
    if (candidate.role !== null) return "member";
    if (candidate.isInvited) return "invited";
    if (candidate.hasRequested) return "requested";
    if (candidate.isBlocked) return "blocked";
    return candidate.isInboxFull ? "inbox_full" : null;
  },
  add: (candidate, outcome = "met", now) => {
    if (candidate.mainCharacterId === null) return "gone";
    if (candidate.role !== null) return "member";
    if (markOf(candidate, now) !== null) return "suspended";
    if (candidate.isBlocked) return "blocked";
    return outcome === "met" ? null : outcome;
  },
  remove: ({ role }) => {
    if (role === null) return "not_member";
    return role === "owner" ? "owner" : null;
  },
};

function personOf({ userId, mainCharacterId, mainCharacterName }: CandidateRow): BulkPerson {
  return { userId, mainCharacterId, mainCharacterName };
}

function membershipOf({ wayIn, byId, byName, joinedAt }: CandidateRow) {
  const by = byId === null || byName === null ? null : { userId: byId, name: byName };
  return {
    wayIn: wayIn === null ? null : { kind: wayIn, by },
    since: joinedAt?.toISOString() ?? null,
  };
}

const groupId = sql`${sql.placeholder("groupId")}`;
const host = alias(users, "host");
const hostMain = alias(characters, "host_main");

type CandidateRow = RowOfStatement<typeof selectCandidates>;

/** Users by name, with what decides whether they can be invited, added or removed. */
const selectCandidates = prepare(
  () => ({
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
    suspendedUntil: users.suspendedUntil,
    role: groupMembers.role,
    joinedAt: groupMembers.joinedAt,
    wayIn: wayInKind,
    byId: host.id,
    byName: hostMain.name,
    ...invitationFields(groupId, sql`${sql.placeholder("now")}`),
  }),
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(
        groupMembers,
        and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, users.id)),
      )
      .leftJoin(
        auditEvents,
        sql`${groupMembers.userId} is not null
          and ${auditEvents.id} = ${lastWayIn({ groupId, userId: users.id })}`,
      )
      .leftJoin(host, sql`${host.id} = ${letInBy}`)
      .leftJoin(hostMain, eq(hostMain.id, host.mainCharacterId))
      .where(sql`${users.id} in (select value from json_each(${sql.placeholder("userIds")}))`)
      .orderBy(characters.nameFolded, users.id),
);

/** Holds removals until a person decides. Throws `GuardFailed` if one of the users cannot be removed by now. */
async function holdRemovals(
  context: Context,
  { by: actor, of: { group, userIds } }: OnMembers<"removeMany", Many>,
  { limit, statements: besides = [], reason }: { limit: HoldLimit } & Besides,
): Promise<string> {
  const count = userIds.length;
  const isRemovable = isRemovableOf(group.id, idsIn(userIds));
  const sameHold = sql`${heldChanges} where ${heldChanges.groupId} = ${group.id}
    and ${heldChanges.state} = 'held' and ${heldChanges.askedBy} = ${actor.userId}
    and (select count(*) from ${askedRemovals} where ${askedRemovals.heldId} = ${heldChanges.id}
      and ${askedRemovals.userId} in ${idsIn(userIds)}) = ${count}`;
  const held = { group, actor, askedBy: actor.userId, isRemovable, count, limit, reason };
  const { id, statements } = holdAsked(context, held);
  try {
    await runBatch(context.db, [
      guardGroup(group, actor),
      guard(sql`(select count(*) from ${groupMembers} where ${isRemovable}) = ${count}`),
      // A program's own records make each of its requests one.
      ...(besides.length === 0 ? [guard(sql`not exists (select 1 from ${sameHold})`)] : []),
      countAct(context, actor, "edits", { items: count }),
      ...statements,
      ...besides,
    ]);
    return id;
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    // The same, asked for again, waits already.
    const select = rows(
      { id: heldChanges.id },
      (fields) => sql`select ${columns(fields)} from ${sameHold}`,
    );
    const [same] = await run(context.db, select);
    if (same === undefined) throw error;
    return same.id;
  }
}
