import type { Category, CreateCategory, UpdateCategory } from "#shared/categories.ts";
import { MAX_CATEGORIES } from "#shared/categories.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { abilitiesOf } from "./policy.ts";
import * as store from "./store.ts";

const EDITABLE = ["name", "description", "visibility", "allowGroupCreation"] as const;

export async function listCategories({ db }: Context, actor: UserActor): Promise<Category[]> {
  const rows = await store.listCategories(db, actor);
  return rows.map((row) => present(row, actor));
}

/** A category that the actor sees; otherwise there is none. */
export async function getCategory({ db }: Context, actor: UserActor, id: string) {
  return present(await find(db, actor, id), actor);
}

export async function createCategory(
  context: Context,
  actor: UserActor,
  input: CreateCategory,
): Promise<Category> {
  requireAdministrator(actor);
  const row = await store.insertCategory(context, actor, randomToken(12), input);
  if (row === undefined) {
    throw new ApiError(
      "conflict",
      `There are ${MAX_CATEGORIES} categories already, and more would help nobody. Delete one first.`,
    );
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
    () => findToEdit(context, actor, id),
    async (seen) => {
      const next = { ...seen, ...input };
      const changes = changesBetween(seen, next, EDITABLE);
      if (changes === undefined) return present(seen, actor);
      const row = await store.updateCategory(context, actor, next, changes);
      return row && present(row, actor);
    },
  );
}

/** Asks for the name, as it is written. */
export async function deleteCategory(
  context: Context,
  actor: UserActor,
  id: string,
  name: string,
): Promise<void> {
  const look = async () => {
    const seen = await findToEdit(context, actor, id);
    if (seen.name !== name) throw wrongName("category");
    if (seen.groupCount > 0) throw stillHasGroups(seen);
    return seen;
  };
  await withOptimisticLock(look, (seen) => store.deleteCategory(context, actor, seen));
}

/** What deleting answers to another name than that of what is to be deleted. */
export function wrongName(what: "category" | "group"): ApiError {
  const message = `This is not the name of the ${what}. Type it as it is written to delete the ${what}.`;
  return new ApiError("invalid_request", message, { fields: { name: message } });
}

async function find(db: Context["db"], actor: UserActor, id: string): Promise<store.CategoryRow> {
  const row = await store.findCategory(db, actor, id);
  if (row === undefined) throw new ApiError("not_found", "Category not found");
  return row;
}

async function findToEdit({ db }: Context, actor: UserActor, id: string) {
  const row = await find(db, actor, id);
  requireAdministrator(actor);
  return row;
}

function requireAdministrator(actor: UserActor) {
  if (!actor.isAdmin) {
    throw new ApiError("forbidden", "Only system administrators manage categories.");
  }
}

function stillHasGroups({ name, groupCount }: store.CategoryRow): ApiError {
  const count = groupCount === 1 ? "1 group" : `${groupCount} groups`;
  return new ApiError(
    "conflict",
    `${name} still has ${count}. Move or delete what is in it first.`,
  );
}

function present(row: store.CategoryRow, actor: UserActor): Category {
  const { version: _, groupCount, ...rest } = row;
  const can = abilitiesOf(row, actor);
  return { ...rest, groupCount: can.edit ? groupCount : null, can };
}
