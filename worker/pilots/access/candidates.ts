import { and, eq, sql } from "drizzle-orm";
import { groups } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm } from "#worker/db/statements.ts";
import { prepareGroups } from "#worker/groups/group/group-row.ts";
import { isNotJoined } from "#worker/access/visibility.ts";

/** Groups with requirements that the user is not a member of, visible or not. */
export const selectCandidates = prepareGroups(
  orm
    .select({ id: groups.id })
    .from(groupRequirements)
    .crossJoin(groups)
    .where(and(eq(groups.id, groupRequirements.groupId), isNotJoined(sql.placeholder("userId"))))
    .getSQL(),
);
