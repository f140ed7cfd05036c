import { and, eq, sql } from "drizzle-orm";
import type { ApiChangedMembers, MemberRefusal } from "#shared/applications/api-answers.ts";
import type { ApiMembersChange } from "#shared/applications/api.ts";
import type { Bulk, SkipReason } from "#shared/pilots/bulk.ts";
import type { Caller, CallerWith } from "#worker/applications/api/caller.ts";
import {
  answered,
  keepAnswer,
  packed,
  selectAnswer,
  unpacked,
} from "#worker/applications/api/idempotency.ts";
import type { Repeatable } from "#worker/applications/api/idempotency.ts";
import { namedFields, valuesOf, withNamed } from "#worker/applications/named-pilots.ts";
import { CALL_ROWS, countApplication } from "#worker/audit/daily-limits.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { askedRemovals, heldChanges } from "#worker/db/schema/requirements.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { setEnds } from "#worker/groups/members/ends.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { applyBulk, previewBulk } from "#worker/pilots/bulk.ts";
import { Allowed } from "#worker/access/allowed.ts";

const policy = Symbol("programs");

type Granted = { name: string; isWritable: boolean };

/**
 * An application acts on the groups that were named to it as an administrator does, but on ordinary members alone: `by` is that
 * administrator.
 */
type ByProgram<Group> = Allowed<typeof policy, "changeMembers", Group, Administrator>;

/** An application as the actor of the services of people. */
export function actorOf({ applicationId, info }: Caller): Administrator {
  return {
    kind: "user",
    userId: applicationId,
    application: info.application.name,
    sessionId: "",
    isAdmin: true,
    isGuest: false,
  };
}

function requireWritable<Group extends Granted>(
  caller: CallerWith<"members:write">,
  group: Group | undefined,
): ByProgram<Group> {
  if (group === undefined) throw new ApiError("no_such_group");
  if (!group.isWritable) throw new ApiError("group_read_only");
  return new Allowed(policy, "changeMembers", group, actorOf(caller));
}

type MembersRequest = {
  groupId: string;
  change: ApiMembersChange;
  isPreview: boolean;
  repeatable: Repeatable | undefined;
};
type Item = ApiChangedMembers["items"][number];
/** What becomes of a pilot. */
type Fate = Omit<Item, "pilot">;
type Kept = { isHeld: boolean; fates: Fate[] };
type Named = RowOfStatement<typeof selectNamed>;

const DONE = { add: "added", remove: "removed", set_end: "end_set" } as const;

/**
 * Changes members of a group for an application, through the services by which administrators act on many pilots: with their rules, holds
 * and undo. What is refused is named. The rest is done in one batch, or nothing: a group that others have changed meanwhile is a conflict.
 */
export async function changeMembers(
  context: Context,
  caller: CallerWith<"members:write">,
  request: MembersRequest,
): Promise<ApiChangedMembers> {
  const { change, isPreview } = request;
  const { allowed: byProgram, named, answer } = await readFor(context, caller, request);
  const { of: group, by: actor } = byProgram;
  const present = ({ isHeld, fates }: Kept): ApiChangedMembers => ({
    group: { id: group.id, name: group.name },
    isPreview,
    isHeld,
    items: fates.map((fate, at) => ({ pilot: change.pilots[at] ?? "", ...fate })),
  });
  if (answer !== undefined) return present(keptOf(answer));
  const { refusals, allowed, stopped, isHeld } = await judge(context, actor, request, named);
  const rowOf = new Map<string | number, Named>(
    named.map((row) => [row.characterId ?? row.userId, row]),
  );
  const kept = {
    isHeld: isHeld || stopped.size > 0,
    fates: change.pilots.map((pilot): Fate => {
      const row = rowOf.get(pilot);
      const isMember = row !== undefined && row.role !== null;
      const reason = row === undefined ? "no_such_pilot" : refusals.get(row.userId);
      if (row !== undefined && stopped.has(row.userId)) return { outcome: "held", isMember };
      if (reason !== undefined) return { outcome: "refused", reason, isMember };
      const outcome = isHeld ? "held" : DONE[change.action];
      return { outcome, isMember: isPreview ? isMember : outcome !== "removed" };
    }),
  };
  if (isPreview) {
    // It names pilots, and leaves no event: the day bounds how many.
    const rows = change.pilots.length;
    await run(context.db, countApplication(context, caller.applicationId, rows));
    return present(kept);
  }
  const keeping = request.repeatable
    ? keepAnswer(caller.applicationId, request.repeatable, packed(kept.fates))
    : [];
  const count = allowed.length + stopped.size;
  const statements = [
    ...(count === 0
      ? []
      : [
          recordEvent(context, {
            kind: "members_changed",
            actor,
            applicationId: caller.applicationId,
            ...(change.for !== undefined && { subjectId: change.for }),
            detail: {
              label: group.name,
              act: change.action,
              count,
              ...("reason" in change && { reason: change.reason }),
            },
          }).statement,
        ]),
    ...keeping,
  ];
  await (allowed.length === 0
    ? runBatch(context.db, [
        countApplication(context, caller.applicationId, CALL_ROWS),
        ...statements,
      ])
    : act(context, actor, request, { userIds: allowed, isHeld, statements }));
  return present(kept);
}

/** What was kept says whether the removals wait. A former version kept that besides. */
function keptOf(answer: string): Kept {
  const fates = unpacked<Fate>(answer);
  return { isHeld: fates.some(({ outcome }) => outcome === "held"), fates };
}

async function readFor(
  { db }: Context,
  caller: CallerWith<"members:write">,
  { groupId, change, repeatable }: MembersRequest,
) {
  const { applicationId } = caller;
  const [[group], named, answers, [person]] = await runBatch(db, [
    selectGranted({ applicationId, groupId }),
    selectNamed({ applicationId, groupId, ...valuesOf(caller, change.pilots) }),
    selectAnswer({ applicationId, key: repeatable?.key ?? "" }),
    selectUser({ userId: change.for ?? "" }),
  ]);
  const allowed = requireWritable(caller, group);
  if (change.for !== undefined && person === undefined) {
    throw new ApiError("no_such_pilot", {}, { field: "for" });
  }
  return { allowed, named, answer: answered(repeatable, answers) };
}

/** Who is refused, by user, and whom the change concerns. */
async function judge(
  context: Context,
  actor: Administrator,
  { change, groupId, isPreview }: MembersRequest,
  named: readonly Named[],
) {
  const refusals = new Map<string, MemberRefusal>();
  for (const row of named) {
    const reason = refusalOf(change, row);
    if (reason !== undefined) refusals.set(row.userId, reason);
  }
  const candidates = [...new Set(named.map(({ userId }) => userId))].filter(
    (userId) => !refusals.has(userId),
  );
  if (change.action === "set_end" || candidates.length === 0) {
    return { refusals, allowed: candidates, stopped: new Set<string>(), isHeld: false };
  }
  const bulk = { action: change.action, groupId, userIds: candidates };
  // A program gets the answer of a world without the watchlist. Whom it stops waits for the administrators.
  const { affected, skipped, hold } = await previewBulk(context, actor, bulk, {
    countsWatchlist: false,
  });
  for (const { userId, reason } of skipped) refusals.set(userId, SKIPPED[reason]);
  const allowed = affected.map(({ userId }) => userId);
  const stopped =
    isPreview || change.action !== "add" || allowed.length === 0
      ? new Set<string>()
      : await stoppedOf(context, actor, { ...bulk, userIds: allowed });
  const isHeld = hold !== null;
  const waiting = new Set<string>(
    named.flatMap(({ userId, isAsked }) => (isAsked === 1 ? [userId] : [])),
  );
  // A program that asks again and again adds nothing to what waits for a person.
  const isAskedAgain = isHeld && allowed.every((userId) => waiting.has(userId));
  return {
    refusals,
    allowed: isAskedAgain ? [] : allowed.filter((userId) => !stopped.has(userId)),
    stopped,
    isHeld,
  };
}

/** Whom only the watchlist refuses. */
async function stoppedOf(
  context: Context,
  actor: Administrator,
  bulk: Bulk,
): Promise<ReadonlySet<string>> {
  const { skipped } = await previewBulk(context, actor, bulk);
  return new Set(skipped.map(({ userId }) => userId));
}

function refusalOf(
  { action }: ApiMembersChange,
  { role, emergencyId }: Named,
): MemberRefusal | undefined {
  if (action === "add") return role === null ? undefined : "member";
  if (role === null) return "not_member";
  if (role !== "member") return "leader";
  return emergencyId === null ? undefined : "emergency";
}

const SKIPPED: Record<SkipReason, MemberRefusal> = {
  gone: "no_such_pilot",
  member: "member",
  not_member: "not_member",
  owner: "leader",
  suspended: "suspended",
  unmet: "unmet",
  unknown: "unknown",
  blocked: "blocked",
  // Invitations alone have it.
  invited: "blocked",
  requested: "blocked",
  inbox_full: "blocked",
  day_full: "blocked",
};

async function act(
  context: Context,
  actor: Administrator,
  { change, groupId }: MembersRequest,
  { userIds, isHeld, statements }: { userIds: string[]; isHeld: boolean; statements: Statement[] },
) {
  if (change.action === "set_end") {
    const end =
      change.days === null
        ? { kind: "none" as const }
        : { kind: "days" as const, days: change.days };
    await setEnds(context, actor, groupId, { userIds, end }, statements);
    return;
  }
  // The answer is written already, and kept with the same batch.
  const besides = { isHeld, statements, ...("reason" in change && { reason: change.reason }) };
  await applyBulk(context, actor, { action: change.action, groupId, userIds }, besides);
}

const applicationId = sql.placeholder("applicationId");
const groupId = sql.placeholder("groupId");

/** A group that was granted to the application. */
const selectGranted = prepare(
  {
    id: groups.id,
    name: groups.name,
    isWritable: applicationGroups.isWritable,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationGroups)
      .innerJoin(groups, eq(groups.id, applicationGroups.groupId))
      .where(
        and(
          eq(applicationGroups.applicationId, applicationId),
          eq(applicationGroups.groupId, groupId),
        ),
      ),
);

/** The pilots whom a token names, with their membership. `isAsked`: the application has asked for the removal, which is held. */
const selectNamed = prepare(
  {
    ...namedFields,
    role: groupMembers.role,
    emergencyId: groupMembers.emergencyId,
    isAsked: sql<number>`exists (select 1 from ${askedRemovals} cross join ${heldChanges} on ${heldChanges.id} = ${askedRemovals.heldId}
      where ${askedRemovals.groupId} = ${groupId} and ${askedRemovals.userId} = named.userId
        and ${heldChanges.state} = 'held' and ${heldChanges.askedBy} = ${applicationId})`,
  },
  (fields) => sql`${withNamed} select ${columns(fields)} from named
    left join ${groupMembers} on ${groupMembers.groupId} = ${groupId} and ${groupMembers.userId} = named.userId`,
);

const selectUser = prepare({ id: users.id }, (fields) =>
  orm
    .select(fields)
    .from(users)
    .where(eq(users.id, sql.placeholder("userId"))),
);
