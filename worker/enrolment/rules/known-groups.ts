import type { Rule } from "#shared/requirements/rule.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { requireAbility, requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { groupsIn } from "#worker/requirements/evaluation/dependencies.ts";
import { selectShownGroups } from "#worker/requirements/names.ts";
import { writeRefusal } from "./policy.ts";

/** Refuses groups that the actor does not see, and a rule that would require the membership that it decides on. */
export async function requireKnownGroups(
  { db }: Context,
  actor: UserActor,
  ids: string[],
  cycle?: string[],
) {
  if (ids.length === 0) return;
  const shown = await run(db, selectShownGroups([...ids, ...(cycle ?? [])], actor));
  const names = new Map(shown.map(({ id, name }) => [id, name]));
  if (!ids.every((id) => names.has(id))) {
    throw new ApiError("group_gone");
  }
  if (cycle !== undefined) {
    const path = cycle.map((id) => names.get(id) ?? "another group").join(" → ");
    throw new ApiError("requirements_circle", { path });
  }
}

/**
 * The group, if the actor may try out this draft of its requirements. The effect of a draft tells who is in the groups that it
 * names: those must be groups that the actor sees, or of the saved rule, which an administrator may have written.
 */
export async function requireDraft(
  context: Context,
  actor: UserActor,
  row: GroupRow | undefined,
  draft: Rule | null,
  rules: (Pick<Rule, "tree"> & { groupId: string })[],
): Promise<AuthorizedGroup> {
  const group = requireVisible(row, actor);
  requireAbility(group, "edit");
  requireNoGuest(actor);
  const refusal = draft && writeRefusal(draft, actor);
  if (refusal) throw refusal;
  const saved = rules.find(({ groupId }) => groupId === group.id);
  const kept = new Set(saved ? groupsIn(saved.tree) : []);
  const added = draft === null ? [] : groupsIn(draft.tree).filter((id) => !kept.has(id));
  await requireKnownGroups(context, actor, added);
  return group;
}
