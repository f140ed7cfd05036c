import type { EventDetail } from "#shared/events/details.ts";
import { and, eq, inArray, isNotNull, ne, not, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { MAX_CATEGORIES } from "#shared/groups/categories.ts";
import type { CreateCategory } from "#shared/groups/categories.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { createAndRecord, recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { groupCounts, nonPublicCounts } from "#worker/db/schema/group-lists.ts";
import { categories, groups, invitations } from "#worker/db/schema/groups.ts";
import { countIn, existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";
import { effectiveOf, isMoreVisible } from "#worker/access/visibility.ts";
import type { OnCategories } from "./policy.ts";

/** What the audit log compares before and after an edit. `updateCategory` below writes it. */
export const EDITABLE = ["name", "description", "visibility", "allowGroupCreation"] as const;

export type CategoryRow = RowOfStatement<ReturnType<typeof prepareCategories>>;

const groupCount = orm
  .select({ count: sql`coalesce(sum(${groupCounts.count}), 0)` })
  .from(groupCounts)
  .where(eq(groupCounts.categoryId, categories.id));

const ofMember = orm
  .select({ id: nonPublicCounts.categoryId })
  .from(nonPublicCounts)
  .where(eq(nonPublicCounts.userId, sql.placeholder("userId")));

/** SQL condition: the user is invited to a hidden group in the category. One index seek per category. */
const isShownByInvitation = existsIn(
  invitations,
  eq(invitations.inviteeId, sql.placeholder("userId")),
  eq(invitations.categoryId, categories.id),
  isNotNull(invitations.categoryId),
  isPendingInvitation(sql.placeholder("now")),
);

const isVisible = or(
  eq(categories.visibility, "public"),
  and(
    eq(categories.visibility, "hidden"),
    or(inArray(categories.id, ofMember), isShownByInvitation),
  ),
);
const hasId = eq(categories.id, sql.placeholder("id"));

const visible = {
  list: prepareCategories(isVisible),
  one: prepareCategories(and(hasId, isVisible)),
};
const all = { list: prepareCategories(), one: prepareCategories(hasId) };

function prepareCategories(condition?: SQL) {
  const category = {
    id: categories.id,
    name: categories.name,
    description: categories.description,
    visibility: categories.visibility,
    allowGroupCreation: categories.allowGroupCreation,
    version: categories.version,
    groupCount: sql<number>`${groupCount}`,
  };
  return prepare(category, (fields) =>
    orm
      .select(fields)
      .from(categories)
      .where(condition)
      .orderBy(categories.nameFolded, categories.id)
      .limit(MAX_CATEGORIES),
  );
}

/** The categories that the actor may see, by name. */
export function listCategories(db: Database, { isAdmin, userId }: UserActor) {
  const { list } = isAdmin ? all : visible;
  return run(db, list({ userId, now: Date.now() }));
}

/** Undefined unless the actor may see the category. */
export async function findCategory(
  db: Database,
  actor: UserActor,
  id: string,
): Promise<CategoryRow | undefined> {
  const [row] = await run(db, selectCategory(actor, id));
  return row;
}

function selectCategory({ isAdmin, userId }: UserActor, id: string) {
  const { one } = isAdmin ? all : visible;
  return one({ id, userId, now: Date.now() });
}

/** Undefined when there are `MAX_CATEGORIES` already. */
export function insertCategory(
  context: Context,
  { by: actor }: OnCategories<"createCategory", null>,
  id: string,
  input: CreateCategory,
): Promise<CategoryRow | undefined> {
  const event = { kind: "category_created" as const, actor, categoryId: id };
  const row = { ...input, id, nameFolded: fold(input.name), createdAt: new Date() };
  const creation = [insertWhere(categories, row, sql`${countIn(categories)} < ${MAX_CATEGORIES}`)];
  return createAndRecord(context, event, creation, selectCategory(actor, id));
}

/** Writes the edited category, unless it was edited since `next` was made. */
export function updateCategory(
  context: Context,
  {
    by: actor,
    of: { id, version, visibility: before },
  }: OnCategories<"changeCategory", CategoryRow>,
  next: Pick<CategoryRow, (typeof EDITABLE)[number]>,
  changes: NonNullable<EventDetail["changes"]>,
): Promise<CategoryRow | undefined> {
  const { name, description, visibility, allowGroupCreation } = next;
  const effectiveVisibility = effectiveOf(groups.visibility, sql`${visibility}`);
  return recordApplyAndRead(
    context,
    {
      kind: "category_updated",
      actor,
      detail: { changes },
      categoryId: id,
      ...(isMoreVisible(before, visibility) && {
        proof: requireProofToGive(
          actor,
          sql`exists (select 1 from ${groups} where ${groups.categoryId} = ${id} and ${givesBeyond(groups.id)})`,
        ),
      }),
      condition: eq(categories.version, version),
      // Each member's list of groups names the visibility.
      ...(before !== visibility && {
        rows: sql`(select 4 * coalesce(sum(${groups.memberCount}), 0) from ${groups} where ${groups.categoryId} = ${id})`,
      }),
      statements: (applied) => [
        orm
          .update(categories)
          .set({
            name,
            description,
            visibility,
            allowGroupCreation,
            nameFolded: fold(name),
            version: sql`${categories.version} + 1`,
          })
          .where(and(eq(categories.id, id), applied)),
        orm
          .update(groups)
          .set({ effectiveVisibility })
          .where(
            and(
              eq(groups.categoryId, id),
              ne(groups.effectiveVisibility, effectiveVisibility),
              applied,
            ),
          ),
      ],
    },
    selectCategory(actor, id),
  );
}

/** Deletes an empty category that was not edited since it was read. */
export function deleteCategory(
  context: Context,
  { by: actor, of: { id, version } }: OnCategories<"changeCategory", CategoryRow>,
) {
  const isEmpty = not(existsIn(groups, eq(groups.categoryId, categories.id)));
  return recordAndApply(context, {
    kind: "category_deleted",
    actor,
    categoryId: id,
    condition: and(eq(categories.version, version), isEmpty),
    statements: (applied) => [orm.delete(categories).where(and(eq(categories.id, id), applied))],
  });
}
