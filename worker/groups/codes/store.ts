import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import type { Context } from "#worker/env.ts";
import { addMember, isNotMember } from "#worker/groups/members/add-member.ts";
import { selectGroup, selectGroups } from "#worker/groups/group/group-row.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { MAX_CODES } from "#shared/invitations.ts";
import { raw } from "#worker/db/raw.ts";

export type CodeRow = {
  id: string;
  code: string;
  uses: number;
  useLimit: number | null;
  expiresAt: number | null;
  createdAt: number;
  createdByName: string | null;
};

function selectCodes(db: Database, where: SQL) {
  return raw<CodeRow>(
    db,
    sql`
    select k.id, k.code, k.uses, k.use_limit as "useLimit", k.expires_at as "expiresAt",
      k.created_at as "createdAt", characters.name as "createdByName"
    from invite_codes k
    join users on users.id = k.created_by
    left join characters on characters.id = users.main_character_id
    where ${where}
    order by k.created_at desc, k.id desc limit ${MAX_CODES}`,
  );
}

/** A group and its codes, whether or not the actor may see them. */
export async function listCodes(db: Database, actor: UserActor, groupId: string) {
  const [[group], codes] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    selectCodes(db, sql`k.group_id = ${groupId}`),
  ]);
  return { group, codes };
}

/** A code and its group, whether or not the actor may see them. */
export async function findCode(
  db: Database,
  actor: UserActor,
  by: { id: string } | { code: string },
) {
  const which = "id" in by ? sql`k.id = ${by.id}` : sql`k.code = ${by.code}`;
  const [[group], [code]] = await db.batch([
    selectGroups(db, actor.userId, sql`select k.group_id as id from invite_codes k where ${which}`),
    selectCodes(db, which),
  ]);
  return { group, code };
}

export type NewCode = {
  id: string;
  code: string;
  useLimit: number | null;
  expiresAt: Date | null;
};

/** Undefined when the group has as many codes as it may have. */
export function insertCode(
  context: Context,
  actor: UserActor,
  group: AuthorizedGroup,
  row: NewCode,
) {
  const { db } = context;
  const { id, code, useLimit, expiresAt } = row;
  return recordApplyAndRead(
    context,
    {
      kind: "code_created",
      actor: { userId: actor.userId },
      detail: { codeId: id, useLimit, expiresAt: expiresAt && expiresAt.toISOString() },
      groupId: group.id,
      condition: sql`${isUnchanged(group, actor)}
        and (select count(*) from invite_codes where group_id = groups.id) < ${MAX_CODES}`,
      statements: (applied) => [
        raw(
          db,
          sql`
          insert into invite_codes
            (id, group_id, code, use_limit, expires_at, created_by, created_at)
          select ${id}, ${group.id}, ${code}, ${useLimit}, ${expiresAt && expiresAt.getTime()},
            ${actor.userId}, ${Date.now()}
          where ${applied}`,
        ),
      ],
    },
    selectCodes(db, sql`k.id = ${id}`),
  );
}

export type Found = { group: AuthorizedGroup; code: CodeRow };

export function deleteCode(context: Context, actor: UserActor, { group, code }: Found) {
  return recordAndApply(context, {
    kind: "code_revoked",
    actor: { userId: actor.userId },
    detail: { codeId: code.id },
    groupId: group.id,
    condition: sql`${isUnchanged(group, actor)}
      and exists (select 1 from invite_codes where id = ${code.id})`,
    statements: (applied) => [
      raw(context.db, sql`delete from invite_codes where id = ${code.id} and ${applied}`),
    ],
  });
}

/** Counts a use of the code and adds the actor to the group, if the code is still usable. */
export function redeemCode(context: Context, actor: UserActor, groupId: string, code: CodeRow) {
  const { userId } = actor;
  return recordAndApply(context, {
    kind: "code_redeemed",
    actor: { userId },
    subjectId: userId,
    detail: { codeId: code.id },
    groupId,
    condition: sql`${isNotMember(userId)} and exists (select 1 from invite_codes
      where id = ${code.id} and (use_limit is null or uses < use_limit)
        and (expires_at is null or expires_at > ${Date.now()}))`,
    statements: (applied) => [
      raw(
        context.db,
        sql`
        update invite_codes set uses = uses + 1 where id = ${code.id} and ${applied}`,
      ),
      ...addMember(context, { groupId, userId }, applied),
    ],
  });
}
