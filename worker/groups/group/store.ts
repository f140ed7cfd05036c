import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupEventDetail } from "#shared/activity.ts";
import type { CreateGroup } from "#shared/groups.ts";
import { recordAndApply, recordApplyAndRead, recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { strictest } from "#worker/groups/visibility.ts";
import { selectGroup } from "./group-row.ts";
import type { GroupRow } from "./group-row.ts";
import type { AuthorizedGroup } from "./authorized-group.ts";

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
  const [, , , [row]] = await runBatch(db, [
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
    recordEvent(context, {
      kind: "group_created",
      actor: { userId: actor.userId },
      subjectId: actor.userId,
      groupId: id,
    }).statement,
    selectGroup(db, actor.userId, id),
  ]);
  return row;
}

/** Writes the group as it is to be, unless it was edited since `next` was made. */
export function updateGroup(
  context: Context,
  actor: UserActor,
  next: AuthorizedGroup,
  changes: NonNullable<GroupEventDetail["changes"]>,
): Promise<GroupRow | undefined> {
  const { db } = context;
  const isHome = sql`c.id = ${next.categoryId}
    and (c.id = groups.category_id or ${admitsGroupsOf(actor)})`;
  const categoryVisibility = sql`(select c.visibility from categories c
    where c.id = ${next.categoryId})`;
  return recordApplyAndRead(
    context,
    {
      kind: "group_updated",
      actor: { userId: actor.userId },
      detail: { changes },
      groupId: next.id,
      condition: sql`groups.version = ${next.version} and ${roleIs(next, actor)}
        and exists (select 1 from categories c where ${isHome})`,
      statements: (applied) => [
        raw(
          db,
          sql`
          update groups set name = ${next.name}, name_folded = ${next.name.toLowerCase()},
            description = ${next.description}, category_id = ${next.categoryId},
            visibility = ${next.visibility}, join_mode = ${next.joinMode},
            effective_visibility = ${strictest(sql`${next.visibility}`, categoryVisibility)},
            version = version + 1
          where id = ${next.id} and ${applied}`,
        ),
      ],
    },
    selectGroup(db, actor.userId, next.id),
  );
}

/** Deletes a group that was not edited since it was read, with its members, requests, invitations and codes. */
export function deleteGroup(context: Context, actor: UserActor, group: AuthorizedGroup) {
  return recordAndApply(context, {
    kind: "group_deleted",
    actor: { userId: actor.userId },
    groupId: group.id,
    condition: sql`groups.version = ${group.version} and ${roleIs(group, actor)}`,
    statements: (applied) => [
      raw(context.db, sql`delete from groups where id = ${group.id} and ${applied}`),
    ],
  });
}

/** Whether the actor may create groups in the category `c`, or move them there. */
function admitsGroupsOf({ isAdmin }: UserActor): SQL {
  return isAdmin ? sql`true` : sql`c.allow_group_creation = 'anyone' and c.visibility <> 'system'`;
}

function roleIs({ role }: AuthorizedGroup, { userId }: UserActor): SQL {
  return sql`(select role from group_members where group_id = groups.id and user_id = ${userId}) is ${role}`;
}
