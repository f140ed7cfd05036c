import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { CreateCategory, GroupCreation, Visibility } from "#shared/categories.ts";
import { MAX_CATEGORIES } from "#shared/categories.ts";
import type { GroupEventDetail } from "#shared/activity.ts";
import { recordAndApply, recordApplyAndRead, recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Database } from "#worker/db/database.ts";
import { runBatch } from "#worker/db/batch.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { strictest } from "#worker/groups/visibility.ts";
import { visibleNonPublicGroups } from "#worker/groups/visibility.ts";

export type CategoryRow = {
  id: string;
  name: string;
  description: string | null;
  visibility: Visibility;
  allowGroupCreation: GroupCreation;
  version: number;
  groupCount: number;
};

/** The categories that the actor may see, by name. */
function selectCategories(db: Database, actor: UserActor, where: SQL = sql`true`) {
  const isVisible = actor.isAdmin
    ? sql`true`
    : sql`(c.visibility = 'public' or (c.visibility = 'hidden' and c.id in
        (select category_id from (${visibleNonPublicGroups(actor.userId, Date.now())}))))`;
  return raw<CategoryRow>(
    db,
    sql`
    select c.id, c.name, c.description, c.visibility, c.version,
      c.allow_group_creation as "allowGroupCreation",
      (select coalesce(sum(count), 0) from group_counts where category_id = c.id) as "groupCount"
    from categories c
    where ${where} and ${isVisible}
    order by c.name_folded, c.id limit ${MAX_CATEGORIES}`,
  );
}

export function listCategories(db: Database, actor: UserActor): Promise<CategoryRow[]> {
  return selectCategories(db, actor);
}

export async function findCategory(
  db: Database,
  actor: UserActor,
  id: string,
): Promise<CategoryRow | undefined> {
  const [row] = await selectCategories(db, actor, sql`c.id = ${id}`);
  return row;
}

/** Undefined when there are `MAX_CATEGORIES` already. */
export async function insertCategory(
  context: Context,
  actor: UserActor,
  id: string,
  { name, description, visibility, allowGroupCreation }: CreateCategory,
): Promise<CategoryRow | undefined> {
  const { db } = context;
  const [, , [row]] = await runBatch(db, [
    raw(
      db,
      sql`
      insert into categories
        (id, name, name_folded, description, visibility, allow_group_creation, created_at)
      select ${id}, ${name}, ${name.toLowerCase()}, ${description}, ${visibility},
        ${allowGroupCreation}, ${Date.now()}
      where (select count(*) from categories) < ${MAX_CATEGORIES}`,
    ),
    recordEvent(context, {
      kind: "category_created",
      actor: { userId: actor.userId },
      categoryId: id,
    }).statement,
    selectCategories(db, actor, sql`c.id = ${id}`),
  ]);
  return row;
}

/** Writes the category as it is to be, unless it was edited since `next` was made. */
export function updateCategory(
  context: Context,
  actor: UserActor,
  next: CategoryRow,
  changes: NonNullable<GroupEventDetail["changes"]>,
): Promise<CategoryRow | undefined> {
  const { db } = context;
  const statements = (applied: SQL): Statement[] => [
    raw(
      db,
      sql`
      update categories set name = ${next.name}, name_folded = ${next.name.toLowerCase()},
        description = ${next.description}, visibility = ${next.visibility},
        allow_group_creation = ${next.allowGroupCreation}, version = version + 1
      where id = ${next.id} and ${applied}`,
    ),
    raw(
      db,
      sql`
      update groups set effective_visibility = ${strictest(sql`visibility`, sql`${next.visibility}`)}
      where category_id = ${next.id} and ${applied}
        and effective_visibility <> ${strictest(sql`visibility`, sql`${next.visibility}`)}`,
    ),
  ];
  return recordApplyAndRead(
    context,
    {
      kind: "category_updated",
      actor: { userId: actor.userId },
      detail: { changes },
      categoryId: next.id,
      condition: sql`categories.version = ${next.version}`,
      statements,
    },
    selectCategories(db, actor, sql`c.id = ${next.id}`),
  );
}

/** Deletes an empty category that was not edited since it was read. */
export function deleteCategory(context: Context, actor: UserActor, { id, version }: CategoryRow) {
  return recordAndApply(context, {
    kind: "category_deleted",
    actor: { userId: actor.userId },
    categoryId: id,
    condition: sql`categories.version = ${version}
      and not exists (select 1 from groups where groups.category_id = categories.id)`,
    statements: (applied) => [
      raw(context.db, sql`delete from categories where id = ${id} and ${applied}`),
    ],
  });
}
