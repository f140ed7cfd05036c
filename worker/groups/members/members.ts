import * as z from "zod/mini";
import { and, eq, sql } from "drizzle-orm";
import type { GroupMember, GroupMembers, GroupRole, MemberQuery } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import type { Context } from "#worker/env.ts";
import { requireAbilityToRead, requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";
import { isRestricted } from "#worker/requirements/gate.ts";
import { selectShownGroups } from "#worker/requirements/names.ts";
import { areOfWatchlistAlone, isOfMember, presentProblem } from "#worker/requirements/problems.ts";
import { groupsInCauses, shownCauses } from "#worker/requirements/shown-causes.ts";
import { endOf } from "#worker/groups/group/policy.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import {
  countProblems,
  findMembers,
  hasEndInGroup,
  isOfKind,
  isProblemOfGroup,
  keyOf,
  listMemberRows,
  memberFields,
  problemValues,
} from "./list-store.ts";
import type { MemberRow, ProblemKind } from "./list-store.ts";
import { memberAbilitiesOf } from "./policy.ts";

const memberKey = z.array(z.union([z.string(), z.int()])).check(z.minLength(2), z.maxLength(3));

/** The members of a group, page by page, or those whose main's name contains the search. */
export async function listMembers(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  { search, role, problem, sort = "role", cursor }: MemberQuery,
): Promise<GroupMembers> {
  const selection = { role, sort };
  const found =
    problem !== undefined
      ? await findProblems(db, actor, groupId, problem)
      : search !== undefined
        ? await findMembers(db, actor, groupId, { search, ...selection })
        : await listMemberRows(db, actor, groupId, selection, readCursor(cursor, memberKey));
  const group = requireVisible(found.group, actor);
  if (problem !== undefined) requireAbilityToRead(group, "manageMembers");
  const { rows, nextCursor } = toPage(found.members, (row) => keyOf(row, selection));
  const items = await presentAll(db, rows, group, actor);
  const problemCounts = countsOf(group, found.counts);
  if (problem === undefined && search === undefined) {
    return { items, total: countOf(group, role), nextCursor, isPartial: false, problemCounts };
  }
  const isPartial = nextCursor !== null || ("isCut" in found && found.isCut === true);
  return { items, total: items.length, nextCursor: null, isPartial, problemCounts };
}

function countOf(group: AuthorizedGroup, role: GroupRole | undefined): number {
  const admins = group.adminUserIds?.split(",").length ?? 0;
  const counts = { owner: 1, admin: admins, member: group.memberCount - admins - 1 };
  return role === undefined ? group.memberCount : counts[role];
}

function countsOf(
  group: AuthorizedGroup,
  counts: GroupMembers["problemCounts"] | undefined,
): GroupMembers["problemCounts"] {
  if (!group.can.manageMembers || counts == null) return null;
  return isRestricted(group) || counts.ending > 0 ? counts : null;
}

/** Reads which groups the actor may see only if a cause names one. */
async function presentAll(
  db: Database,
  rows: readonly MemberRow[],
  group: AuthorizedGroup,
  actor: UserActor,
): Promise<GroupMember[]> {
  const named = rows.flatMap(({ causes }) => groupsInCauses(causes ?? []));
  const shown =
    named.length === 0 || !group.can.manageMembers
      ? []
      : await run(db, selectShownGroups(named, actor));
  const isGroupShown = (id: string) => shown.some((group) => group.id === id);
  return rows.map((row) => presentMember(row, group, actor, isGroupShown));
}

function presentMember(
  row: MemberRow,
  group: AuthorizedGroup,
  { isAdmin, isGuest, userId }: UserActor,
  isGroupShown: (id: string) => boolean,
): GroupMember {
  const found = group.can.manageMembers ? presentProblem(row) : null;
  const problem = found && !isAdmin && areOfWatchlistAlone(found.causes) ? null : found;
  const isCharacterShown = (id: number) => isAdmin || id === row.mainCharacterId;
  const suspension = markOf(row);
  return {
    id: row.userId,
    userId: row.userId,
    role: row.role,
    mainCharacterId: row.mainCharacterId,
    mainCharacterName: row.mainCharacterName,
    // As the sheet says, which guests do not open.
    ticker: isGuest ? null : row.ticker,
    joinedAt: row.joinedAt.toISOString(),
    endsAt: group.can.manageMembers || row.userId === userId ? endOf(row, group) : null,
    isEmergency: row.emergencyId !== null,
    suspension: group.can.manageMembers ? suspension : null,
    problem: problem && {
      ...problem,
      // Causes say what a sheet says, which guests do not open.
      causes: isGuest
        ? []
        : shownCauses(problem.causes, { isCharacterShown, isGroupShown, isKeeper: isAdmin }),
    },
    can: memberAbilitiesOf(group, row, suspension !== null),
  };
}

const { graceEndsAt, userId } = membershipProblems;

function prepareMembers(kind: Exclude<ProblemKind, "ending">) {
  return prepare(memberFields, (fields) =>
    orm
      .select(fields)
      .from(membershipProblems)
      .crossJoin(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(and(isProblemOfGroup, isOfKind[kind], isOfMember))
      // Null, which means that nothing ends, sorts first in SQLite.
      .orderBy(sql`${graceEndsAt} is null`, graceEndsAt, userId)
      .limit(PAGE_LIMIT),
  );
}

const prepared = {
  grace: prepareMembers("grace"),
  unknown: prepareMembers("unknown"),
  ending: prepare(memberFields, (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(membershipProblems, isOfMember)
      .where(hasEndInGroup)
      .orderBy(groupMembers.endsAt, groupMembers.userId)
      .limit(PAGE_LIMIT),
  ),
};

/** A group and its members with such a problem, those whose membership ends first at first, whether or not the actor may see them. */
async function findProblems(db: Database, actor: UserActor, groupId: string, kind: ProblemKind) {
  const [[group], members, [counts]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    prepared[kind](problemValues(actor, groupId)),
    countProblems(actor, groupId),
  ]);
  return { group, members, counts };
}
