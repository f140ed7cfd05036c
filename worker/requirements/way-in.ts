import { and, not, sql } from "drizzle-orm";
import type { Requirement } from "#shared/requirements/tree.ts";
import { isOpenToGuests } from "#worker/access/guests.ts";
import { run } from "#worker/db/batch.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { idsIn, orm, prepare, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { groupsBehind } from "#worker/requirements/evaluation/dependencies.ts";

const selectTrees = prepare(
  { groupId: groupRequirements.groupId, tree: groupRequirements.tree },
  (fields) => orm.select(fields).from(groupRequirements),
);

function selectClosed(ids: readonly string[]) {
  return rows({ name: groups.name }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(and(sql`${groups.id} in ${idsIn(ids)}`, not(isOpenToGuests)))
      .limit(1),
  );
}

type Edit = {
  /** The rule of a group is about to be this. */
  rule?: { groupId: string; tree: Requirement | null };
  /** A group is about to be closed to guests. */
  closedId?: string;
};

/**
 * Throws if guests could not become members of the community's group, because its requirements name a group that is not
 * open to guests.
 */
export async function requireWayIn({ db }: Context, communityGroupId: string, edit: Edit = {}) {
  const saved = await run(db, selectTrees());
  const { rule, closedId } = edit;
  const others = saved.filter(({ groupId }) => groupId !== rule?.groupId);
  const rules = rule?.tree ? [...others, { groupId: rule.groupId, tree: rule.tree }] : others;
  const behind = groupsBehind(communityGroupId, rule ? rules : saved);
  if (closedId !== undefined && (closedId === communityGroupId || behind.has(closedId))) {
    throw new ApiError("way_in_needed");
  }
  const [closed] = await run(db, selectClosed([...behind]));
  if (closed === undefined) return;
  throw new ApiError("guests_shut_out", { name: closed.name });
}
