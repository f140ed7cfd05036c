import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";
import { loggedSettingSchema } from "#shared/groups/settings.ts";
import type { Visibility } from "#shared/groups/categories.ts";
import type { CreateGroup, Group, GroupQuery, UpdateGroup } from "#shared/groups/groups.ts";
import type { Page } from "#shared/page.ts";
import { toLine } from "#shared/text.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import { run } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { getCategory, wrongName } from "#worker/groups/categories/service.ts";
import { loggedSettings } from "./settings.ts";
import { requireWayIn } from "#worker/requirements/way-in.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { encodeCursor, readCursor, toPage } from "#worker/http/page.ts";
import { getAuthorizedGroup, requireAbility } from "./authorized-group.ts";
import type { AuthorizedGroup } from "./authorized-group.ts";
import { presentGroup } from "./present-group.ts";
import { listGroups as listGroupRows } from "./list-store.ts";
import type { Position } from "./list-store.ts";
import * as store from "./store.ts";

const listKey = z.union([
  z.tuple([z.int(), z.string(), z.string()]),
  z.tuple([z.int(), z.string(), z.string(), z.int()]),
]);

export async function listGroups(
  { db }: Context,
  actor: UserActor,
  query: GroupQuery,
): Promise<Page<Group>> {
  const {
    rows: found,
    total,
    resumeAt,
  } = await listGroupRows(db, actor, query, readCursor(query.cursor, listKey));
  const withTotal = (key: Position) => (query.search ? [...key, total] : key);
  const { rows, nextCursor } = toPage(found, ({ memberCount, name, id }) =>
    withTotal([-memberCount, fold(name), id]),
  );
  const resumed = resumeAt && encodeCursor(withTotal(resumeAt));
  const items = rows.map((row) => presentGroup(row, actor));
  return { items, total, nextCursor: nextCursor ?? resumed ?? null };
}

export async function getGroup(context: Context, actor: UserActor, id: string): Promise<Group> {
  return presentGroup(await getAuthorizedGroup(context, actor, id), actor);
}

export async function createGroup(
  context: Context,
  actor: UserActor,
  input: CreateGroup,
): Promise<Group> {
  if (input.visibility === "system") requireAdministrator(actor);
  const { allowDuplicateName, ...group } = input;
  const read = async () => {
    await requireCreation(context, actor, input.categoryId);
    if (!allowDuplicateName) await requireNewName(context, actor, input.name);
  };
  const row = await withOptimisticLock(read, () =>
    store.insertGroup(context, actor, randomToken(12), group),
  );
  return presentGroup(row, actor);
}

export function updateGroup(
  context: Context,
  actor: UserActor,
  id: string,
  { allowDuplicateName, ...input }: UpdateGroup,
): Promise<Group> {
  const read = async () => {
    const group = await getAuthorizedGroup(context, actor, id);
    requireAbility(group, "edit");
    requireMoves(group, actor, { ...group, ...input });
    if (group.memberGroupId !== null && group.isOpenToGuests && input.isOpenToGuests === false) {
      await requireWayIn(context, group.memberGroupId, { closedId: id });
    }
    const { name = group.name } = input;
    if (!allowDuplicateName && fold(name) !== fold(group.name)) {
      await requireNewName(context, actor, name, id);
    }
    return group;
  };
  return withOptimisticLock(read, async (group) => {
    const next = { ...group, ...input };
    if (next.categoryId !== group.categoryId) {
      const category = await requireCreation(context, actor, next.categoryId);
      next.categoryName = category.name;
    }
    const changes = changesBetween(
      loggedSettings(group),
      loggedSettings(next),
      loggedSettingSchema.options,
    );
    if (changes === undefined) return presentGroup(group, actor);
    const row = await store.updateGroup(context, actor, next, changes);
    return row && presentGroup(row, actor);
  });
}

/** A `name` confirms the deletion: it must be the group's. */
export async function deleteGroup(context: Context, actor: UserActor, id: string, name?: string) {
  const read = async () => {
    const group = requireDeletable(await getAuthorizedGroup(context, actor, id));
    if (name !== undefined && toLine(group.name) !== name) throw wrongName("group");
    return group;
  };
  await withOptimisticLock(read, (group) => store.deleteGroup(context, actor, group));
}

/** The group, if the actor may delete it and the community does not need it. */
export function requireDeletable(group: AuthorizedGroup): AuthorizedGroup {
  requireAbility(group, "delete");
  if (group.memberGroupId === group.id) {
    throw new ApiError("decides_community", { name: group.name });
  }
  return group;
}

/** The category, if the actor may create groups in it. */
async function requireCreation(context: Context, actor: UserActor, categoryId: string) {
  const category = await getCategory(context, actor, categoryId);
  if (!category.can.createGroup) {
    throw new ApiError("category_closed", { name: category.name });
  }
  return category;
}

/** Throws `duplicate_name` if the actor sees another group with this name. Groups that the actor may not see do not count. */
async function requireNewName(
  { db }: Context,
  { userId, isAdmin, isGuest }: UserActor,
  name: string,
  exceptId = "",
) {
  const now = Date.now();
  const values = {
    nameFolded: fold(name),
    exceptId,
    userId,
    isAdmin: Number(isAdmin),
    isGuest: Number(isGuest),
    now,
  };
  const [namesake] = await run(db, store.selectNamesake(values));
  if (namesake !== undefined) {
    throw new ApiError("same_name", {}, { field: "name" });
  }
}

/** Throws `forbidden` unless the actor may give the group this visibility and category. */
function requireMoves(
  group: AuthorizedGroup,
  actor: UserActor,
  next: { visibility: Visibility; categoryId: string },
) {
  if (next.visibility !== group.visibility) {
    if (next.visibility === "system") requireAdministrator(actor);
    if (!group.can.changeVisibility) {
      throw new ApiError("system_visibility");
    }
  }
  if (next.categoryId !== group.categoryId && !group.can.changeCategory) {
    throw new ApiError("category_kept");
  }
}

function requireAdministrator(actor: UserActor) {
  if (!actor.isAdmin) {
    throw new ApiError("system_group");
  }
}
