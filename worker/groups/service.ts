import * as z from "zod/mini";
import type { CreateGroup, Group, GroupQuery, UpdateGroup } from "#shared/groups.ts";
import type { Page } from "#shared/page.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { getCategory, wrongName } from "#worker/categories/service.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { presentGroup, selectGroup } from "./group-row.ts";
import * as listStore from "./list-store.ts";
import { joinRefusal } from "./refusals.ts";
import { requireOwnership, requireSeen } from "./seen-group.ts";
import * as store from "./store.ts";

const EDITABLE = ["name", "description", "visibility", "joinMode", "categoryName"] as const;

const listKey = z.tuple([z.string(), z.string()]);

export async function listGroups(
  { db }: Context,
  actor: UserActor,
  query: GroupQuery,
): Promise<Page<Group>> {
  const [nameFolded, id] = readCursor(query.cursor, listKey) ?? [];
  const after = nameFolded !== undefined && id !== undefined ? { nameFolded, id } : undefined;
  const found = await listStore.listGroups(db, actor, query, after);
  const { rows, nextCursor } = toPage(found.rows, (row) => [row.name.toLowerCase(), row.id]);
  return { items: rows.map((row) => presentGroup(row, actor)), total: found.total, nextCursor };
}

/** A group that the actor sees; otherwise there is none. */
export async function findSeenGroup({ db }: Context, actor: UserActor, id: string) {
  const [row] = await selectGroup(db, actor.userId, id);
  return requireSeen(row, actor);
}

export async function readGroup({ db }: Context, actor: UserActor, id: string): Promise<Group> {
  const [row] = await selectGroup(db, actor.userId, id);
  return presentGroup(requireSeen(row, actor), actor);
}

export async function createGroup(
  context: Context,
  actor: UserActor,
  input: CreateGroup,
): Promise<Group> {
  if (input.visibility === "system") requireAdministrator(actor);
  const look = () => requireCreation(context, actor, input.categoryId);
  const row = await withOptimisticLock(look, () =>
    store.insertGroup(context, actor, randomToken(12), input),
  );
  return presentGroup(row, actor);
}

export function updateGroup(
  context: Context,
  actor: UserActor,
  id: string,
  input: UpdateGroup,
): Promise<Group> {
  const look = async () => {
    const seen = await findSeenGroup(context, actor, id);
    requireOwnership(seen, "edit");
    if (input.visibility === "system" && seen.visibility !== "system") requireAdministrator(actor);
    return seen;
  };
  return withOptimisticLock(look, async (seen) => {
    const next = { ...seen, ...input };
    if (next.categoryId !== seen.categoryId) {
      const category = await requireCreation(context, actor, next.categoryId);
      next.categoryName = category.name;
    }
    const changes = changesBetween(seen, next, EDITABLE);
    if (changes === undefined) return presentGroup(seen, actor);
    const row = await store.updateGroup(context, actor, next, changes);
    return row && presentGroup(row, actor);
  });
}

/** Asks for the name, as it is written. */
export async function deleteGroup(context: Context, actor: UserActor, id: string, name: string) {
  const look = async () => {
    const seen = await findSeenGroup(context, actor, id);
    requireOwnership(seen, "delete");
    if (seen.name !== name) throw wrongName("group");
    return seen;
  };
  await withOptimisticLock(look, (seen) => store.deleteGroup(context, actor, seen));
}

export async function joinGroup(context: Context, actor: UserActor, id: string): Promise<Group> {
  const look = async () => {
    const seen = await findSeenGroup(context, actor, id);
    if (!seen.can.join) throw joinRefusal(seen);
    return seen;
  };
  const row = await withOptimisticLock(look, (seen) => store.insertMember(context, actor, seen));
  return presentGroup(row, actor);
}

/** The category, if the actor may create groups in it. */
async function requireCreation(context: Context, actor: UserActor, categoryId: string) {
  const category = await getCategory(context, actor, categoryId);
  if (!category.can.createGroup) {
    throw new ApiError(
      "forbidden",
      `Only system administrators create groups in ${category.name}. Choose another category.`,
    );
  }
  return category;
}

function requireAdministrator(actor: UserActor) {
  if (!actor.isAdmin) {
    throw new ApiError("forbidden", "Only system administrators may make a group a system group.");
  }
}
