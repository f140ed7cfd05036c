import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import type { UndoneSpan } from "#shared/events/details.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { formerMembership } from "#worker/audit/memberships.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups, invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { operations } from "#worker/db/schema/operations.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { idsIn, insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import {
  endChange,
  endText,
  nextDue,
  NO_END,
  settleWaiting,
} from "#worker/groups/members/add-member.ts";
import { endMemberships, isRemovableOf } from "#worker/groups/members/many.ts";
import { holdAsked } from "#worker/enrolment/held/asked.ts";
import { isUnanswered } from "#worker/access/pending.ts";
import { operationStatements, restoreRule, settingStatements } from "./settings.ts";
import type { UndoPlan } from "./plan-undo.ts";
import type { PlannedStep } from "./steps.ts";

const owner = alias(groupMembers, "owner");

// Each statement takes all steps of its kind as one JSON list, so that their number does not depend on how many there are.

/**
 * Does what was planned, in one batch: all of it, or nothing. Throws `GuardFailed` if one of the memberships, groups or requirements
 * is not the one that was planned with.
 */
export async function writeUndo(
  context: Context,
  actor: UserActor,
  { from, to }: UndoneSpan,
  plan: UndoPlan,
) {
  const undone = { from, to };
  const detail = JSON.stringify({ undone });
  const held = new Set(plan.holds.map(({ groupId }) => groupId));
  const isNow = ({ change, groupId }: PlannedStep) =>
    change.kind !== "remove" || !held.has(groupId);
  const steps = plan.steps.filter(isNow);
  const of = (kind: PlannedStep["change"]["kind"]) =>
    steps.filter(({ change }) => change.kind === kind);
  const about = { actor, detail: { undone, count: steps.length } };
  const { userId } = plan.person;
  const recorded = plan.isApplication
    ? recordEvent(context, { kind: "application_undone", applicationId: userId, ...about })
    : recordEvent(context, { kind: "actions_undone", userId, ...about });
  await runBatch(context.db, [
    requireFreshProof(actor),
    guardGroups(plan),
    guardSeats(plan.steps),
    guardUsers(of("add")),
    guardOperations(of("operation")),
    countAct(context, actor, "edits", { items: plan.steps.length }),
    recorded.statement,
    ...(of("add").length > 0 ? joiningStatements(context, actor, of("add"), detail) : []),
    ...(of("owner").length > 0 ? transfers(context, actor, of("owner"), detail) : []),
    ...roles(context, actor, of("role"), detail),
    ...(of("end").length > 0 ? ends(context, actor, of("end"), detail) : []),
    ...(of("remove").length > 0 ? removals(context, actor, of("remove"), detail) : []),
    ...(of("setting").length > 0
      ? settingStatements(context, actor, { plan, steps: of("setting"), undone })
      : []),
    ...(of("operation").length > 0
      ? operationStatements(context, actor, of("operation"), undone)
      : []),
    ...of("rule").flatMap((step) => restoreRule(context, actor, step, undone)),
    ...holds(context, actor, plan),
  ]);
}

// ── Guards ────────────────────────────────────────────────────────────────────────────────────

function guardGroups({ steps, groups: rows }: UndoPlan): Statement {
  const list = [...new Set(steps.map(({ groupId }) => groupId))].map((id) => ({
    id,
    version: rows.get(id)?.version,
    rule: rows.get(id)?.ruleVersion ?? null,
  }));
  return guard(sql`not exists (select 1 from json_each(${JSON.stringify(list)}) as one
    left join ${groups} on ${groups.id} = one.value ->> '$.id'
    left join ${groupRequirements} on ${groupRequirements.groupId} = ${groups.id}
    where ${groups.version} is not one.value ->> '$.version'
      or ${groupRequirements.version} is not one.value ->> '$.rule')`);
}

function guardSeats(steps: readonly PlannedStep[]): Statement {
  const list = steps.flatMap(({ groupId, userId, now }) => {
    const end = now?.endsAt == null ? null : Date.parse(now.endsAt);
    const seat = { role: now?.role ?? null, end, emergency: Number(now?.isEmergency ?? false) };
    return userId === null ? [] : [{ group: groupId, user: userId, ...seat }];
  });
  return guard(sql`not exists (select 1 from json_each(${JSON.stringify(list)}) as one
    left join ${groupMembers} on ${groupMembers.groupId} = one.value ->> '$.group'
      and ${groupMembers.userId} = one.value ->> '$.user'
    where ${groupMembers.role} is not one.value ->> '$.role'
      or ${groupMembers.endsAt} is not one.value ->> '$.end'
      or (${groupMembers.emergencyId} is not null) <> one.value ->> '$.emergency')`);
}

function guardUsers(added: readonly PlannedStep[]): Statement {
  const ids = [...new Set(added.map(({ userId }) => userId ?? ""))];
  return guard(sql`(select count(*) from ${users} where ${users.id} in ${idsIn(ids)}
    and ${users.mainCharacterId} is not null and not ${isSuspended(Date.now())}) = ${ids.length}`);
}

function guardOperations(steps: readonly PlannedStep[]): Statement {
  const list = JSON.stringify(steps.map(({ operation }) => operation));
  return guard(sql`not exists (select 1 from json_each(${list}) as one
    left join ${operations} on ${operations.id} = one.value ->> '$.id'
    where ${operations.version} is not one.value ->> '$.version')`);
}

// ── Changes ───────────────────────────────────────────────────────────────────────────────────

/** SQL condition on `group_members`: one of the members of these steps. */
function isMemberOf(steps: readonly PlannedStep[]): SQL {
  const list = steps.map(({ groupId, userId }) => [groupId, userId]);
  return sql`(${groupMembers.groupId}, ${groupMembers.userId}) in
    (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(list)}))`;
}

const EACH = { groupId: groupMembers.groupId, subjectId: groupMembers.userId };
const MEMBERS = sql`${groupMembers}`;
const was = formerMembership({ groupId: groupMembers.groupId, userId: groupMembers.userId });
const ownerOf = (groupId: SQL) => sql`(select ${owner.userId} from ${groupMembers} as ${owner}
  where ${owner.groupId} = ${groupId} and ${owner.role} = 'owner')`;

function transfers(
  context: Context,
  actor: UserActor,
  steps: readonly PlannedStep[],
  detail: string,
): Statement[] {
  const isNext = isMemberOf(steps);
  const groupIds = idsIn(steps.map(({ groupId }) => groupId));
  return [
    recordForEach(
      context,
      {
        kind: "ownership_transferred",
        actor,
        ...EACH,
        detail: sql`json_set(${detail}, '$.was', ${was}, '$.formerOwnerId', ${ownerOf(sql`${groupMembers.groupId}`)})`,
      },
      MEMBERS,
      isNext,
    ),
    // In this order: an index refuses a second owner.
    orm
      .update(groupMembers)
      .set({ role: "admin" })
      .where(sql`${groupMembers.groupId} in ${groupIds} and ${groupMembers.role} = 'owner'`),
    orm
      .update(groupMembers)
      .set({ role: "owner", ...NO_END })
      .where(isNext),
  ];
}

function roles(
  context: Context,
  actor: UserActor,
  steps: readonly PlannedStep[],
  detail: string,
): Statement[] {
  return (["admin", "member"] as const).flatMap((role) => {
    const given = steps.filter(({ change }) => change.kind === "role" && change.role === role);
    if (given.length === 0) return [];
    const isOne = isMemberOf(given);
    const kind = role === "admin" ? ("admin_appointed" as const) : ("admin_dismissed" as const);
    return [
      recordForEach(
        context,
        { kind, actor, ...EACH, detail: sql`json(${detail})` },
        MEMBERS,
        isOne,
      ),
      orm.update(groupMembers).set({ role }).where(isOne),
    ];
  });
}

function ends(
  context: Context,
  actor: UserActor,
  steps: readonly PlannedStep[],
  detail: string,
): Statement[] {
  const list = steps.map(({ groupId, userId, change }) => ({
    group: groupId,
    user: userId,
    end: change.kind === "end" && change.endsAt !== null ? Date.parse(change.endsAt) : null,
  }));
  const from = sql`json_each(${JSON.stringify(list)}) as one`;
  const isIt = sql`${groupMembers.groupId} = one.value ->> '$.group' and ${groupMembers.userId} = one.value ->> '$.user'`;
  const end = sql<Date | null>`one.value ->> '$.end'`;
  return [
    recordForEach(
      context,
      {
        kind: "membership_end_set",
        actor,
        ...EACH,
        detail: sql`json_patch(${endChange(end)}, ${detail})`,
      },
      sql`${from} cross join ${groupMembers}`,
      isIt,
    ),
    orm
      .update(groupMembers)
      .set({ endsAt: end, endDueAt: nextDue(end, Date.now()) })
      .from(from)
      .where(isIt),
  ];
}

function removals(
  context: Context,
  actor: UserActor,
  steps: readonly PlannedStep[],
  detail: string,
): Statement[] {
  const event = { actor, ...EACH, detail: sql`json_set(${detail}, '$.was', ${was})` };
  return endMemberships(context, { kind: "member_removed", ...event }, isMemberOf(steps));
}

/** Removals that wait for a decision, like those that an administrator asks for under Pilots. */
function holds(context: Context, actor: UserActor, plan: UndoPlan): Statement[] {
  return plan.holds.flatMap(({ groupId, count, limit }) => {
    const userIds = plan.steps
      .filter((step) => step.groupId === groupId && step.change.kind === "remove")
      .map(({ userId }) => userId ?? "");
    const memberCount = plan.groups.get(groupId)?.memberCount ?? 0;
    return holdAsked(context, {
      group: { id: groupId, memberCount },
      actor,
      askedBy: actor.userId,
      isRemovable: isRemovableOf(groupId, idsIn(userIds)),
      count,
      limit,
    }).statements;
  });
}

/** The statements that make users members again, in any groups, with the roles and the ends that they had. */
function joiningStatements(
  context: Context,
  actor: UserActor,
  steps: readonly PlannedStep[],
  detail: string,
): Statement[] {
  const now = Date.now();
  const list = JSON.stringify(
    steps.flatMap(({ groupId, userId, change }) => {
      if (change.kind !== "add") return [];
      const { role, endsAt } = change;
      const end = endsAt === null ? null : Date.parse(endsAt);
      return [{ group: groupId, user: userId, role, end }];
    }),
  );
  const pairs = sql`(select value ->> '$.group', value ->> '$.user' from json_each(${list}))`;
  const end = sql<Date | null>`one.value ->> '$.end'`;
  return [
    insertWhere(
      groupMembers,
      {
        groupId: sql`one.value ->> '$.group'`,
        userId: sql`one.value ->> '$.user'`,
        role: sql`one.value ->> '$.role'`,
        joinedAt: new Date(now),
        endsAt: end,
        endDueAt: nextDue(end, now),
      },
      sql`true`,
      sql`json_each(${list}) as one`,
    ),
    recordForEach(
      context,
      {
        kind: "member_added",
        actor,
        groupId: groupMembers.groupId,
        subjectId: groupMembers.userId,
        detail: sql`json_set(${detail}, '$.role', ${groupMembers.role}, '$.until', ${endText})`,
      },
      sql`${groupMembers}`,
      sql`(${groupMembers.groupId}, ${groupMembers.userId}) in ${pairs}`,
    ),
    ...settleWaiting(context, {
      request: sql`(${joinRequests.groupId}, ${joinRequests.userId}) in ${pairs}`,
      invitation: sql`(${invitations.groupId}, ${invitations.inviteeId}) in ${pairs}
        and ${isUnanswered} and ${invitations.expiresAt} > ${now}`,
    }),
  ];
}
