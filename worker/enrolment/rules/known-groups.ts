import type { Rule } from "#shared/requirements/rule.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { groupsIn } from "#worker/requirements/evaluation/dependencies.ts";
import { selectShownGroups } from "#worker/requirements/names.ts";

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
    throw new ApiError("invalid_request", "One of the groups does not exist. Choose another one.");
  }
  if (cycle !== undefined) {
    const path = cycle.map((id) => names.get(id) ?? "another group").join(" → ");
    throw new ApiError(
      "invalid_request",
      `The requirements would go round in a circle: ${path}. Leave one of these groups out.`,
    );
  }
}

/**
 * The same for a draft, whose effect would tell who is in the groups that it names. It may name those of the saved rule, which an
 * administrator may have written.
 */
export async function requireKnownDraft(
  context: Context,
  actor: UserActor,
  draft: Rule | null,
  saved: Pick<Rule, "tree"> | undefined,
) {
  const kept = new Set(saved ? groupsIn(saved.tree) : []);
  const added = draft === null ? [] : groupsIn(draft.tree).filter((id) => !kept.has(id));
  await requireKnownGroups(context, actor, added);
}
