import { sql } from "drizzle-orm";
import type { FactKind } from "#shared/facts.ts";
import { asksForWatchlist, conditionsOf } from "#shared/requirements/conditions.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { FactTest, Requirement } from "#shared/requirements/tree.ts";
import { prepareView } from "#worker/audit/views.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { requireAbility, requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { mentionedIn, selectShownGroups } from "#worker/requirements/names.ts";
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

const viewOfRefused = prepareView("watch_list_viewed", () => sql`true`);

/**
 * The group, if the actor may try out this draft of its requirements. The effect of a draft tells who is in the groups that it
 * names: those must be groups that the actor sees, or of the saved rule, which an administrator may have written. An administrator's
 * draft that asks for the watchlist names whom it refuses: that is a look at it, which is recorded.
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
  const kept = new Set(mentionedIn([saved?.tree]).groups);
  const added = mentionedIn([draft?.tree]).groups.filter((id) => !kept.has(id));
  await requireKnownGroups(context, actor, added);
  if (draft !== null && asksForWatchlist(draft.tree)) {
    await run(context.db, viewOfRefused(context, actor.userId));
  }
  return group;
}

const KIND_OF: Record<FactTest["compare"], FactKind> = {
  is: "yes_no",
  at_least: "number",
  at_most: "number",
  exactly: "number",
  within: "date",
  before: "date",
  one_of: "one_of",
};

const selectKinds = prepare(
  { id: facts.id, title: facts.title, kind: facts.kind, options: facts.options },
  (fields) =>
    orm
      .select(fields)
      .from(facts)
      .where(sql`${facts.id} in (select value from json_each(${sql.placeholder("ids")}))`),
);

/** Refuses facts that no application tells, and tests of another kind than the fact: they would never be met. */
export async function requireKnownFacts({ db }: Context, tree: Requirement) {
  const asked = conditionsOf(tree).flatMap((condition) =>
    condition.type === "fact" ? [condition] : [],
  );
  if (asked.length === 0) return;
  const ids = JSON.stringify(asked.map(({ factId }) => factId));
  const found = new Map((await run(db, selectKinds({ ids }))).map((fact) => [fact.id, fact]));
  for (const { factId, test } of asked) {
    const fact = found.get(factId);
    if (fact === undefined) throw new ApiError("fact_gone");
    const isKnown =
      test.compare !== "one_of" || test.values.every((value) => fact.options.includes(value));
    if (KIND_OF[test.compare] !== fact.kind || !isKnown) {
      throw new ApiError("fact_of_other_kind", { title: fact.title });
    }
  }
}
