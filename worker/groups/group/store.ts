import type { EventDetail } from "#shared/events/details.ts";
import { and, eq, ne, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import type { Category } from "#shared/groups/categories.ts";
import type { CreateGroup } from "#shared/groups/groups.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { createAndRecord, recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { categories, groupMembers, groups } from "#worker/db/schema/groups.ts";
import { operationGroups, operations } from "#worker/db/schema/operations.ts";
import { existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { hasPendingInvitation } from "#worker/access/pending.ts";
import type { Edited, OnGroup } from "./authorized-group.ts";
import { opensMore, pickSettings } from "./settings.ts";
import {
  effectiveOf,
  isHiddenFrom,
  isMemberWhoSees,
  isShownTo,
  strictest,
} from "#worker/access/visibility.ts";
import { isRoleUnchanged } from "./authorized-group.ts";
import { selectGroup } from "./group-row.ts";
import type { GroupRow } from "./group-row.ts";

/** The category of a group before an edit. */
const former = alias(categories, "former");

/** Reads the names of all categories but system categories. */
export const selectCategoryNames = prepare({ name: categories.name }, (fields) =>
  orm.select(fields).from(categories).where(ne(categories.visibility, "system")),
);

/** Finds a group with this name, ignoring case, that the user sees, except the group `exceptId`. */
export const selectNamesake = prepare({ id: groups.id }, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .where(
      and(
        eq(groups.nameFolded, sql.placeholder("nameFolded")),
        ne(groups.id, sql.placeholder("exceptId")),
        or(
          sql`${sql.placeholder("isAdmin")} = 1`,
          isShownTo(sql.placeholder("userId"), sql.placeholder("isGuest")),
          isMemberWhoSees,
          and(
            isHiddenFrom(sql.placeholder("userId")),
            hasPendingInvitation(groups.id, sql.placeholder("userId"), sql.placeholder("now")),
          ),
        ),
      ),
    )
    .limit(1),
);

/** Undefined if the category no longer lets the actor create groups. */
export function insertGroup(
  context: Context,
  { by: actor, of: { category } }: OnGroup<"create", { category: Category }>,
  id: string,
  input: Omit<CreateGroup, "allowDuplicateName" | "categoryId">,
): Promise<GroupRow | undefined> {
  const { userId } = actor;
  const now = new Date();
  const event = { kind: "group_created" as const, actor, subjectId: userId, groupId: id };
  const creation = [
    insertWhere(
      groups,
      {
        ...input,
        id,
        categoryId: category.id,
        nameFolded: fold(input.name),
        effectiveVisibility: strictest(sql`${input.visibility}`, categories.visibility),
        createdAt: now,
      },
      sql`${and(eq(categories.id, category.id), allowsGroupsOf(actor))}`,
      sql`${categories}`,
    ),
    insertWhere(
      groupMembers,
      { groupId: id, userId, role: "owner", joinedAt: now },
      eq(groups.id, id),
      sql`${groups}`,
    ),
  ];
  return createAndRecord(context, event, creation, selectGroup(userId, id));
}

/** Writes the edited group, unless it was edited since `next` was made, or `next.categoryId` does not accept it. */
export function updateGroup(
  context: Context,
  { by: actor, of: { group: before, next } }: OnGroup<"update", Edited>,
  changes: NonNullable<EventDetail["changes"]>,
): Promise<GroupRow | undefined> {
  const { name, categoryId, visibility } = next;
  const isAccepted = or(
    eq(categories.id, groups.categoryId),
    and(allowsGroupsOf(actor), allowsMovesBy(actor)),
  );
  const isNextCategory = eq(categories.id, categoryId);
  const categoryVisibility = orm
    .select({ visibility: categories.visibility })
    .from(categories)
    .where(isNextCategory);
  return recordApplyAndRead(
    context,
    {
      kind: "group_updated",
      actor,
      detail: { changes },
      groupId: next.id,
      ...(opensMore(before, next) && { proof: requireProofToGive(actor, givesBeyond(next.id)) }),
      // Who is not public is listed to its members one by one.
      rows: sql`(select 4 * ${groups.memberCount} from ${groups}
        where ${eq(groups.id, next.id)} and ${groups.effectiveVisibility} <> 'public')`,
      condition: and(
        eq(groups.version, next.version),
        isRoleUnchanged(next, actor),
        existsIn(categories, isNextCategory, isAccepted),
      ),
      statements: (applied) => [
        orm
          .update(groups)
          .set({
            ...pickSettings(next),
            nameFolded: fold(name),
            effectiveVisibility: effectiveOf(sql`${visibility}`, categoryVisibility),
            version: sql`${groups.version} + 1`,
          })
          .where(and(eq(groups.id, next.id), applied)),
      ],
    },
    selectGroup(actor.userId, next.id),
  );
}

/**
 * Deletes a group, with its members, requests, invitations, codes and operations, unless it was edited since it was read. Who took part
 * in an operation counts for its other groups too: one that has begun goes to the first of them.
 */
export function deleteGroup(context: Context, { by: actor, of: { group } }: OnGroup<"delete">) {
  const otherId = sql`(select min(${operationGroups.groupId}) from ${operationGroups}
    where ${operationGroups.operationId} = ${operations.id} and ${operationGroups.groupId} <> ${group.id})`;
  const hasBegun = sql`${operations.groupId} = ${group.id} and ${operations.startsAt} <= ${Date.now()}`;
  return recordAndApply(context, {
    kind: "group_deleted",
    actor,
    groupId: group.id,
    condition: and(eq(groups.version, group.version), isRoleUnchanged(group, actor)),
    statements: (applied) => [
      orm
        .update(operations)
        .set({ groupId: otherId })
        .where(and(hasBegun, sql`${otherId} is not null`, applied)),
      orm.delete(groups).where(and(eq(groups.id, group.id), applied)),
    ],
  });
}

/** SQL condition on `categories`: the actor may create groups in the category, and move groups to it. */
function allowsGroupsOf({ isAdmin, isGuest }: UserActor): SQL {
  if (isAdmin) return sql`true`;
  if (isGuest) return sql`false`;
  return sql`(${categories.allowGroupCreation} = 'anyone' and ${categories.visibility} <> 'system')`;
}

/** SQL condition on `groups`: the actor may move the group out of its category. */
function allowsMovesBy({ isAdmin }: UserActor): SQL {
  if (isAdmin) return sql`true`;
  const isSystem = and(eq(former.id, groups.categoryId), eq(former.visibility, "system"));
  return not(existsIn(former, isSystem));
}
