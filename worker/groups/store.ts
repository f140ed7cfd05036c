import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupEventDetail } from "#shared/activity.ts";
import type { CreateGroup } from "#shared/groups.ts";
import { carryOut, carryOutAndRead, recordCreation } from "#worker/activity/log.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { admit } from "./admission.ts";
import { strictest } from "./effective-visibility.ts";
import { selectGroup } from "./group-row.ts";
import type { GroupRow } from "./group-row.ts";
import { isUnchanged } from "./seen-group.ts";
import type { SeenGroup } from "./seen-group.ts";

/** Undefined when the category no longer lets the actor create groups. */
export async function insertGroup(
  context: Context,
  actor: UserActor,
  id: string,
  { categoryId, name, description, visibility, joinMode }: CreateGroup,
): Promise<GroupRow | undefined> {
  const { db } = context;
  const now = Date.now();
  const effective = strictest(sql`${visibility}`, sql`c.visibility`);
  const [, , , [row]] = await db.batch([
    raw(
      db,
      sql`
      insert into groups (id, name, name_folded, description, category_id, visibility,
        effective_visibility, join_mode, created_at)
      select ${id}, ${name}, ${name.toLowerCase()}, ${description}, c.id, ${visibility},
        ${effective}, ${joinMode}, ${now}
      from categories c where c.id = ${categoryId} and ${admitsGroupsOf(actor)}`,
    ),
    raw(
      db,
      sql`
      insert into group_members (group_id, user_id, role, joined_at)
      select g.id, ${actor.userId}, 'owner', ${now} from groups g where g.id = ${id}`,
    ),
    recordCreation(
      context,
      { kind: "group_created", actorId: actor.userId, subjectId: actor.userId },
      { groupId: id },
    ),
    selectGroup(db, actor.userId, id),
  ]);
  return row;
}

/** Writes the group as it is to be, unless it is no longer the version that `next` was made from. */
export function updateGroup(
  context: Context,
  actor: UserActor,
  next: SeenGroup,
  changes: NonNullable<GroupEventDetail["changes"]>,
): Promise<GroupRow | undefined> {
  const { db } = context;
  const isHome = sql`c.id = ${next.categoryId}
    and (c.id = g.category_id or ${admitsGroupsOf(actor)})`;
  const categoryVisibility = sql`(select c.visibility from categories c
    where c.id = ${next.categoryId})`;
  return carryOutAndRead(
    context,
    {
      kind: "group_updated",
      actorId: actor.userId,
      detail: { changes },
      of: { groupId: next.id },
      when: sql`g.version = ${next.version} and ${roleIs(next, actor)}
        and exists (select 1 from categories c where ${isHome})`,
      write: (happened) => [
        raw(
          db,
          sql`
          update groups set name = ${next.name}, name_folded = ${next.name.toLowerCase()},
            description = ${next.description}, category_id = ${next.categoryId},
            visibility = ${next.visibility}, join_mode = ${next.joinMode},
            effective_visibility = ${strictest(sql`${next.visibility}`, categoryVisibility)},
            version = version + 1
          where id = ${next.id} and ${happened}`,
        ),
      ],
    },
    selectGroup(db, actor.userId, next.id),
  );
}

/** Deletes a group as it was seen, with its members, requests, invitations and codes. */
export function deleteGroup(context: Context, actor: UserActor, seen: SeenGroup) {
  return carryOut(context, {
    kind: "group_deleted",
    actorId: actor.userId,
    of: { groupId: seen.id },
    when: sql`g.version = ${seen.version} and ${roleIs(seen, actor)}`,
    write: (happened) => [
      raw(context.db, sql`delete from groups where id = ${seen.id} and ${happened}`),
    ],
  });
}

export function insertMember(context: Context, actor: UserActor, seen: SeenGroup) {
  const { userId } = actor;
  return carryOutAndRead(
    context,
    {
      kind: "member_joined",
      actorId: userId,
      subjectId: userId,
      of: { groupId: seen.id },
      when: isUnchanged(seen, actor),
      write: (happened) => admit(context, { groupId: seen.id, userId }, happened),
    },
    selectGroup(context.db, userId, seen.id),
  );
}

/** Whether the actor may create groups in the category `c`, or move them there. */
function admitsGroupsOf({ isAdmin }: UserActor): SQL {
  return isAdmin ? sql`true` : sql`c.allow_group_creation = 'anyone' and c.visibility <> 'system'`;
}

function roleIs({ role }: SeenGroup, { userId }: UserActor): SQL {
  return sql`(select role from group_members where group_id = g.id and user_id = ${userId}) is ${role}`;
}
