import { MAX_CATEGORIES } from "#shared/groups/categories.ts";
import type { Category, CreateCategory, UpdateCategory } from "#shared/groups/categories.ts";
import { toLine } from "#shared/text.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { categoryAbilitiesOf, requireCategoryChange, requireNewCategory } from "./policy.ts";
import * as store from "./store.ts";

export async function listCategories({ db }: Context, actor: UserActor): Promise<Category[]> {
  const rows = await store.listCategories(db, actor);
  return rows.map((row) => present(row, actor));
}

/** Throws `not_found` unless the actor may see the category. */
export async function getCategory({ db }: Context, actor: UserActor, id: string) {
  return present(await getRow(db, actor, id), actor);
}

export async function createCategory(
  context: Context,
  actor: UserActor,
  input: CreateCategory,
): Promise<Category> {
  const allowed = requireNewCategory(actor);
  const row = await store.insertCategory(context, allowed, randomToken(12), input);
  if (row === undefined) {
    throw new ApiError("too_many_categories", { count: MAX_CATEGORIES });
  }
  return present(row, actor);
}

export function updateCategory(
  context: Context,
  actor: UserActor,
  id: string,
  input: UpdateCategory,
): Promise<Category> {
  return withOptimisticLock(
    () => getEditable(context, actor, id),
    async (allowed) => {
      const { of: category } = allowed;
      const next = { ...category, ...input };
      const changes = changesBetween(category, next, store.EDITABLE);
      if (changes === undefined) return present(category, actor);
      const row = await store.updateCategory(context, allowed, next, changes);
      return row && present(row, actor);
    },
  );
}

/** A `name` confirms the deletion: it must be the category's. */
export async function deleteCategory(
  context: Context,
  actor: UserActor,
  id: string,
  name?: string,
): Promise<void> {
  const read = async () => {
    const allowed = await getEditable(context, actor, id);
    const { of: category } = allowed;
    if (name !== undefined && toLine(category.name) !== name) throw wrongName("category");
    if (category.groupCount > 0) throw stillHasGroups(category);
    return allowed;
  };
  await withOptimisticLock(read, (allowed) => store.deleteCategory(context, allowed));
}

/** The error for a deletion that was confirmed with another name. */
export function wrongName(what: "category" | "group"): ApiError {
  return new ApiError(`not_the_${what}_name`, {}, { field: "name" });
}

async function getRow(db: Context["db"], actor: UserActor, id: string): Promise<store.CategoryRow> {
  const row = await store.findCategory(db, actor, id);
  if (row === undefined) throw new ApiError("no_such_category");
  return row;
}

async function getEditable({ db }: Context, actor: UserActor, id: string) {
  return requireCategoryChange(actor, await getRow(db, actor, id));
}

function stillHasGroups({ name, groupCount }: store.CategoryRow): ApiError {
  return new ApiError("category_in_use", { name, count: groupCount ?? 0 });
}

function present(row: store.CategoryRow, actor: UserActor): Category {
  const { version: _, groupCount, ...rest } = row;
  const can = categoryAbilitiesOf(row, actor);
  return { ...rest, groupCount: can.edit ? groupCount : null, can };
}
