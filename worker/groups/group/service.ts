import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";
import type { CreateGroup, Group, GroupQuery, UpdateGroup } from "#shared/groups/groups.ts";
import { loggedSettingSchema } from "#shared/groups/settings.ts";
import type { Page } from "#shared/page.ts";
import { toLine } from "#shared/text.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { getCategory, wrongName } from "#worker/groups/categories/service.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { encodeCursor, readCursor, toPage } from "#worker/http/page.ts";
import { requireWayIn } from "#worker/requirements/way-in.ts";
import {
  getAuthorizedGroup,
  requireCreation,
  requireDeletion,
  requireEdit,
  requirePlace,
} from "./authorized-group.ts";
import { listGroupRows } from "./list-store.ts";
import type { Position } from "./list-store.ts";
import { presentGroup } from "./group-row.ts";
import { loggedSettings } from "./settings.ts";
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
  const { allowDuplicateName, categoryId, ...group } = input;
  const read = async () => {
    const category = await getCategory(context, actor, categoryId);
    const allowed = requireCreation(actor, category, group);
    if (!allowDuplicateName) await requireNewName(context, actor, group.name);
    return allowed;
  };
  const row = await withOptimisticLock(read, (allowed) =>
    store.insertGroup(context, allowed, randomToken(12), group),
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
    const allowed = requireEdit(group, input);
    if (group.memberGroupId !== null && group.isOpenToGuests && input.isOpenToGuests === false) {
      await requireWayIn(context, group.memberGroupId, { closedId: id });
    }
    const { name = group.name } = input;
    if (!allowDuplicateName && fold(name) !== fold(group.name)) {
      await requireNewName(context, actor, name, id);
    }
    return allowed;
  };
  return withOptimisticLock(read, async (allowed) => {
    const { group, next } = allowed.of;
    let { categoryName } = group;
    if (next.categoryId !== group.categoryId) {
      const category = await getCategory(context, actor, next.categoryId);
      requirePlace(category);
      categoryName = category.name;
    }
    const changes = changesBetween(
      loggedSettings(group),
      loggedSettings({ ...next, categoryName }),
      loggedSettingSchema.options,
    );
    if (changes === undefined) return presentGroup(group, actor);
    const row = await store.updateGroup(context, allowed, changes);
    return row && presentGroup(row, actor);
  });
}

/** A `name` confirms the deletion: it must be the group's. */
export async function deleteGroup(context: Context, actor: UserActor, id: string, name?: string) {
  const read = async () => {
    const allowed = requireDeletion(await getAuthorizedGroup(context, actor, id));
    if (name !== undefined && toLine(allowed.of.group.name) !== name) throw wrongName("group");
    return allowed;
  };
  await withOptimisticLock(read, (allowed) => store.deleteGroup(context, allowed));
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
