import type { Cause, RuleNames } from "#shared/requirements/cause.ts";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupRole } from "#shared/groups/groups.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import {
  evaluationMarks,
  evaluationState,
  groupQualifications,
  membershipProblems,
} from "#worker/db/schema/requirements.ts";
import {
  columns,
  excluded,
  idsIn,
  insertWhere,
  nameOfColumn,
  orm,
  prepare,
  rows,
  write,
} from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { allowedBySystem } from "#worker/groups/members/policy.ts";
import { addMembers, BEGINNINGS } from "#worker/groups/members/add-member.ts";
import { withNames } from "#worker/requirements/names.ts";
import type { Change, Problem } from "#worker/requirements/evaluation/plan-user.ts";
import { isMemberOf } from "#worker/access/membership.ts";

type Pair = { groupId: string; userId: string };

/** A JSON text; `ofGroup` and `ofUser` read the rows of its `json_each`. */
function pairsOf(changes: readonly Pair[]): string {
  return JSON.stringify(changes.map(({ groupId, userId }) => ({ groupId, userId })));
}
const ofGroup = sql`json_extract(value, '$.groupId')`;
const ofUser = sql`json_extract(value, '$.userId')`;

// ── Reads ─────────────────────────────────────────────────────────────────────────────────────

/**
 * Users whose evidence has changed, in the order of their ids from `from` on, then those before it. A random `from` lets none wait for all
 * others while changes come faster than they are evaluated.
 */
export const selectMarked = prepare(
  { userId: evaluationMarks.userId, mark: evaluationMarks.mark },
  (fields) => {
    const { userId } = evaluationMarks;
    const from = sql.placeholder("from");
    const marked = (where: SQL) => sql`select * from (select ${columns(fields)}
      from ${evaluationMarks} where ${where} order by ${userId})`;
    return sql`${marked(sql`${userId} >= ${from}`)} union all ${marked(sql`${userId} < ${from}`)}
      limit ${sql.placeholder("limit")}`;
  },
);

/** The next users of an open sweep. */
export const selectSwept = prepare({ userId: users.id }, (fields) =>
  orm
    .select(fields)
    .from(evaluationState)
    // A cross join in SQLite keeps its order.
    .crossJoin(users)
    .where(
      and(isNotNull(evaluationState.sweepAfter), sql`${users.id} > ${evaluationState.sweepAfter}`),
    )
    .orderBy(asc(users.id))
    .limit(sql.placeholder("limit")),
);

const problem = {
  outcome: membershipProblems.outcome,
  since: membershipProblems.since,
  graceStartedAt: membershipProblems.graceStartedAt,
  graceEndsAt: membershipProblems.graceEndsAt,
  causes: membershipProblems.causes,
  checkedAt: membershipProblems.checkedAt,
};

/** The memberships of these users in these groups, or in all. */
export function selectMemberships(userIds: readonly string[], groupIds: readonly string[] | "all") {
  // The plus keeps SQLite from asking the index for each user and each of the groups.
  const isOneOf =
    groupIds === "all" ? sql`true` : sql`+${groupMembers.groupId} in ${idsIn(groupIds)}`;
  return rows(
    {
      userId: groupMembers.userId,
      groupId: groupMembers.groupId,
      // Emergency access ends by itself, and not because of requirements.
      role: sql<GroupRole>`iif(${groupMembers.emergencyId} is null, ${groupMembers.role}, 'owner')`,
      isOpenToGuests: groups.isOpenToGuests,
      ...problem,
    },
    (fields) =>
      orm
        .select(fields)
        .from(groupMembers)
        .crossJoin(groups)
        .leftJoin(
          membershipProblems,
          and(
            eq(membershipProblems.groupId, groupMembers.groupId),
            eq(membershipProblems.userId, groupMembers.userId),
          ),
        )
        .where(
          sql`${groupMembers.userId} in ${idsIn(userIds)}
            and ${isOneOf} and ${groups.id} = ${groupMembers.groupId}`,
        ),
  );
}
export type MembershipRow = RowOfStatement<typeof selectMemberships>;

export function membershipProblemOf(row: MembershipRow): Problem | null {
  const { outcome, since, causes, checkedAt } = row;
  if (outcome === null || since === null || causes === null || checkedAt === null) return null;
  return {
    outcome,
    since: since.getTime(),
    graceStartedAt: row.graceStartedAt?.getTime() ?? null,
    graceEndsAt: row.graceEndsAt?.getTime() ?? null,
    causes,
    checkedAt: checkedAt.getTime(),
  };
}

/** The groups that are listed for these users because of their requirements. */
export function selectQualifications(userIds: readonly string[]) {
  return rows(
    { userId: groupQualifications.userId, groupId: groupQualifications.groupId },
    (fields) =>
      orm
        .select(fields)
        .from(groupQualifications)
        .where(sql`${groupQualifications.userId} in ${idsIn(userIds)}`),
  );
}

// ── Writes ────────────────────────────────────────────────────────────────────────────────────

type NamedProblem = Omit<Extract<Change, { kind: "problem" }>, "problem"> & {
  problem: Omit<Problem, "causes"> & { causes: Cause[] };
};
type NamedChange = Exclude<Change, { kind: "problem" }> | NamedProblem;
export type UserChange = NamedChange & { userId: string };

/** The change with the names that its causes refer to. */
export function named(
  change: Extract<Change, { kind: "problem" }>,
  names: RuleNames,
): NamedProblem {
  const { problem } = change;
  return { ...change, problem: { ...problem, causes: withNames(problem.causes, names) } };
}

/** Deletes the marks that were read. A mark that was set again since then stays. */
export function deleteMarks(marks: readonly { userId: string; mark: string }[]): Statement {
  return orm.delete(evaluationMarks).where(
    sql`(${evaluationMarks.userId}, ${evaluationMarks.mark}) in (
        select json_extract(value, '$.userId'), json_extract(value, '$.mark')
        from json_each(${JSON.stringify(marks)}))`,
  );
}

/** The statements that apply what the rules make of users, where `isCurrent` holds. A number that does not depend on the users, and for each group that somebody joins, a few more. */
export function applyChanges(
  context: Context,
  changes: readonly UserChange[],
  isCurrent: SQL,
): Statement[] {
  const problems = changes.filter((change) => change.kind === "problem");
  const graces = problems.filter(({ begins }) => begins === "grace");
  const recovered = changes.filter((change) => change.kind === "recover");
  const joined = Map.groupBy(
    changes.filter((change) => change.kind === "join"),
    ({ groupId }) => groupId,
  );
  const listings = changes.filter((change) => change.kind === "listing");
  return [
    ...updateListings(listings, isCurrent),
    ...(problems.length === 0 ? [] : saveProblems(problems, isCurrent)),
    ...(graces.length === 0
      ? []
      : [recordProblems(context, "grace_started", graces, sql`${isCurrent}`)]),
    ...(recovered.length === 0
      ? []
      : [
          recordProblems(
            context,
            "grace_ended",
            recovered,
            sql`${isNotNull(membershipProblems.graceStartedAt)} and ${isCurrent}`,
          ),
          orm.delete(membershipProblems).where(sql`${isProblemOf(recovered)} and ${isCurrent}`),
        ]),
    ...[...joined].flatMap(([groupId, members]) => enrol(context, groupId, members, isCurrent)),
  ];
}

/** Where the causes alone have changed, no index is written: the rows are in one for the ends of grace periods. */
function saveProblems(
  problems: readonly Extract<UserChange, { kind: "problem" }>[],
  isCurrent: SQL,
): Statement[] {
  const values = problems.map(({ userId, groupId, problem: { causes, ...dates } }) => ({
    userId,
    groupId,
    ...dates,
    causes: JSON.stringify(causes),
  }));
  const value = (name: string) => sql.raw(`json_extract(value, '$.${name}')`);
  const { outcome, since, graceEndsAt, graceStartedAt, causes, checkedAt } = membershipProblems;
  const from = sql`json_each(${JSON.stringify(values)})`;
  const isSame = sql`${membershipProblems.groupId} = ${value("groupId")} and ${membershipProblems.userId} = ${value("userId")}
    and ${outcome} = ${value("outcome")} and ${graceEndsAt} is ${value("graceEndsAt")}
    and ${graceStartedAt} is ${value("graceStartedAt")}`;
  const update = write(sql`update ${membershipProblems}
    set ${nameOfColumn(causes)} = ${value("causes")}, ${nameOfColumn(checkedAt)} = ${value("checkedAt")}
    from ${from} where ${isSame} and ${isCurrent}`);
  const upsert = insertWhere(
    membershipProblems,
    {
      groupId: value("groupId"),
      userId: value("userId"),
      outcome: value("outcome"),
      since: value("since"),
      graceEndsAt: value("graceEndsAt"),
      graceStartedAt: value("graceStartedAt"),
      causes: value("causes"),
      checkedAt: value("checkedAt"),
    },
    // The membership may have ended since it was read.
    sql`${isMemberOf(value("groupId"), value("userId"))} and ${isCurrent}
      and not exists (select 1 from ${membershipProblems} where ${isSame})`,
    from,
  ).onConflictDoUpdate({
    target: [membershipProblems.groupId, membershipProblems.userId],
    set: {
      outcome: excluded(outcome),
      since: excluded(since),
      graceEndsAt: excluded(graceEndsAt),
      graceStartedAt: excluded(graceStartedAt),
      causes: excluded(causes),
      checkedAt: excluded(checkedAt),
    },
  });
  return [update, upsert];
}

function recordProblems(
  context: Context,
  kind: "grace_started" | "grace_ended",
  members: readonly Pair[],
  condition: SQL,
): Statement {
  return recordForEach(
    context,
    {
      kind,
      actor: "rule",
      groupId: membershipProblems.groupId,
      subjectId: membershipProblems.userId,
      detail: sql`json_object('causes', json(${membershipProblems.causes}), 'until', ${endsAt})`,
    },
    sql`${membershipProblems}`,
    sql`${isProblemOf(members)} and ${condition}`,
  );
}

const endsAt = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${membershipProblems.graceEndsAt} / 1000.0, 'unixepoch')`;

/** SQL condition on `membership_problems`: of one of these memberships. */
function isProblemOf(members: readonly Pair[]): SQL {
  return sql`(${membershipProblems.groupId}, ${membershipProblems.userId}) in (
    select ${ofGroup}, ${ofUser} from json_each(${pairsOf(members)}))`;
}

/** Makes users members by automatic enrolment, each with an event. */
function enrol(
  context: Context,
  groupId: string,
  members: readonly { userId: string }[],
  isCurrent: SQL,
): Statement[] {
  const ids = JSON.stringify(members.map(({ userId }) => userId));
  const isOne = sql`${users.id} in (select value from json_each(${ids}))`;
  const isNew = sql`${isOne} and not ${isMemberOf(groupId, users.id)}`;
  const joinedAt = new Date();
  return [
    recordForEach(
      context,
      { kind: BEGINNINGS.enrol, actor: "rule", groupId, subjectId: users.id },
      sql`${users}`,
      sql`${isNew} and ${isCurrent}`,
    ),
    ...addMembers(
      context,
      { allowed: allowedBySystem("enrol", groupId) },
      // Not only new ones: the statements after the first would not find them any more.
      {
        joinedAt,
        days: 0,
        users: sql`select ${users.id} as userId from ${users} where ${isOne}`,
      },
      isCurrent,
    ),
  ];
}

/** Lists groups for users who meet their requirements, and no longer for those who do not, where `isCurrent` holds. */
function updateListings(
  changes: readonly (Pair & { isListed: boolean })[],
  isCurrent: SQL,
): Statement[] {
  const listed = changes.filter(({ isListed }) => isListed);
  const unlisted = changes.filter(({ isListed }) => !isListed);
  return [
    ...(listed.length === 0 ? [] : [insertListed(listed, isCurrent)]),
    ...(unlisted.length === 0 ? [] : [deleteUnlisted(unlisted, isCurrent)]),
  ];
}

function insertListed(listed: readonly Pair[], isCurrent: SQL): Statement {
  return insertWhere(
    groupQualifications,
    { groupId: ofGroup, userId: ofUser },
    // The account may have been deleted since it was read.
    sql`exists (select 1 from ${users} where ${users.id} = ${ofUser}) and ${isCurrent}`,
    sql`json_each(${pairsOf(listed)})`,
  ).onConflictDoNothing();
}

function deleteUnlisted(unlisted: readonly Pair[], isCurrent: SQL): Statement {
  return orm.delete(groupQualifications).where(
    sql`(${groupQualifications.groupId}, ${groupQualifications.userId}) in (
        select ${ofGroup}, ${ofUser} from json_each(${pairsOf(unlisted)})) and ${isCurrent}`,
  );
}
