import { and, eq, sql } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { isOfMember } from "#worker/requirements/problems.ts";
import { memberFields } from "./list-store.ts";
import {
  countProblems,
  hasEndInGroup,
  isOfKind,
  isProblemOfGroup,
  problemValues,
} from "./problem-counts.ts";
import type { ProblemKind } from "./problem-counts.ts";

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
export async function findProblems(
  db: Database,
  actor: UserActor,
  groupId: string,
  kind: ProblemKind,
) {
  const [[group], members, [counts]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    prepared[kind](problemValues(actor, groupId)),
    countProblems(actor, groupId),
  ]);
  return { group, members, counts };
}
