import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { INVITATION_TTL_DAYS } from "#shared/invitations.ts";
import type { InvitationStatus } from "#shared/invitations.ts";
import { recordAndApply, recordApplyAndRead, recordForEach } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { addMember, isNotMember } from "#worker/groups/members/add-member.ts";
import { selectGroup, selectGroups } from "#worker/groups/group/group-row.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

const TTL_MS = INVITATION_TTL_DAYS * 24 * 60 * 60 * 1000;

export type InvitationRow = {
  id: string;
  groupId: string;
  inviteeUserId: string;
  inviteeCharacterId: number | null;
  inviteeCharacterName: string | null;
  inviterCharacterName: string | null;
  status: InvitationStatus;
  createdAt: number;
  expiresAt: number;
};

export type InvitationKey = [instant: number, id: string] | undefined;

function selectInvitations(db: Database, where: SQL) {
  return raw<InvitationRow>(
    db,
    sql`
    select i.id, i.group_id as "groupId", i.invitee_id as "inviteeUserId",
      case when i.status = 'pending' and i.expires_at <= ${Date.now()}
        then 'expired' else i.status end as status,
      i.created_at as "createdAt", i.expires_at as "expiresAt",
      invitee.main_character_id as "inviteeCharacterId",
      invitee_main.name as "inviteeCharacterName", ${INVITER_NAME}
    from invitations i
    join users invitee on invitee.id = i.invitee_id
    left join characters invitee_main on invitee_main.id = invitee.main_character_id
    where ${where}
    order by i.created_at desc, i.id desc limit ${PAGE_LIMIT}`,
  );
}

export const INVITER_NAME = sql`(select characters.name from users
  join characters on characters.id = users.main_character_id
  where users.id = i.inviter_id) as "inviterCharacterName"`;

/** A group and one page of its pending invitations, whether or not the actor may see them. */
export async function listPending(
  db: Database,
  actor: UserActor,
  groupId: string,
  before: InvitationKey,
) {
  const pending = sql`i.group_id = ${groupId} and i.status = 'pending'
    and i.expires_at > ${Date.now()}`;
  const isBefore = before ? sql`(i.created_at, i.id) < (${before[0]}, ${before[1]})` : sql`true`;
  const [[group], invitations, [count]] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    selectInvitations(db, sql`${pending} and ${isBefore}`),
    raw<{ total: number }>(db, sql`select count(*) as total from invitations i where ${pending}`),
  ]);
  return { group, invitations, total: count?.total ?? 0 };
}

/** An invitation and its group, whether or not the actor may see them. */
export async function findInvitation(db: Database, actor: UserActor, id: string) {
  const [[group], [invitation]] = await db.batch([
    selectGroups(db, actor.userId, sql`select group_id as id from invitations where id = ${id}`),
    selectInvitations(db, sql`i.id = ${id}`),
  ]);
  return { group, invitation };
}

/** A character of the name somebody typed, who holds it, and how that user stands to the group. */
export type Candidate = {
  characterId: number;
  characterName: string;
  userId: string | null;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  isMember: 0 | 1;
  isInvited: 0 | 1;
  hasRequested: 0 | 1;
};

/** A group, and the character of that name: a main before an alt before one without an account. */
export async function findCandidate(
  db: Database,
  actor: UserActor,
  groupId: string,
  characterName: string,
) {
  const [[group], [candidate]] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    raw<Candidate>(
      db,
      sql`
      select c.id as "characterId", c.name as "characterName", c.user_id as "userId",
        users.main_character_id as "mainCharacterId", main.name as "mainCharacterName",
        exists (select 1 from group_members
          where group_id = ${groupId} and user_id = c.user_id) as "isMember",
        ${pendingInvitation(groupId, sql`c.user_id`)} as "isInvited",
        ${pendingRequest(groupId, sql`c.user_id`)} as "hasRequested"
      from characters c
      left join users on users.id = c.user_id
      left join characters main on main.id = users.main_character_id
      where c.name_folded = ${characterName.toLowerCase()}
      order by (c.id is users.main_character_id) desc, c.user_id is null, c.id
      limit 1`,
    ),
  ]);
  return { group, candidate };
}

function pendingInvitation(groupId: string, userId: SQL): SQL {
  return sql`exists (select 1 from invitations where group_id = ${groupId}
    and invitee_id = ${userId} and status = 'pending' and expires_at > ${Date.now()})`;
}

function pendingRequest(groupId: string, userId: SQL): SQL {
  return sql`exists (select 1 from join_requests where group_id = ${groupId}
    and user_id = ${userId} and status = 'pending')`;
}

export function insertInvitation(
  context: Context,
  actor: UserActor,
  group: AuthorizedGroup,
  invitee: { userId: string; characterId: number },
) {
  const { db } = context;
  const id = randomToken(12);
  const now = Date.now();
  const { userId } = invitee;
  const isPast = sql`invitations.group_id = ${group.id} and invitations.invitee_id = ${userId}
    and invitations.status = 'pending' and invitations.expires_at <= ${now}`;
  return recordApplyAndRead(
    context,
    {
      kind: "invitation_sent",
      actor: { userId: actor.userId },
      subjectId: userId,
      groupId: group.id,
      condition: sql`${isUnchanged(group, actor)} and ${isNotMember(userId)}
        and not ${pendingInvitation(group.id, sql`${userId}`)}
        and not ${pendingRequest(group.id, sql`${userId}`)}
        and exists (select 1 from users
          where id = ${userId} and main_character_id = ${invitee.characterId})`,
      statements: (applied) => [
        ...expire(context, sql`${isPast} and ${applied}`),
        raw(
          db,
          sql`
          insert into invitations
            (id, group_id, invitee_id, inviter_id, status, created_at, expires_at)
          select ${id}, ${group.id}, ${userId}, ${actor.userId}, 'pending', ${now}, ${now + TTL_MS}
          where ${applied}`,
        ),
      ],
    },
    selectInvitations(db, sql`i.id = ${id}`),
  );
}

/** Marks pending invitations as expired. */
function expire(context: Context, which: SQL): Statement[] {
  return [
    recordForEach(
      context,
      {
        kind: "invitation_expired",
        actor: "job",
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`invitations`,
      which,
    ),
    raw(context.db, sql`update invitations set status = 'expired' where ${which}`),
  ];
}

/** Marks all pending invitations past their expiry as expired. */
export function expirePastInvitations(context: Context): Statement[] {
  return expire(
    context,
    sql`invitations.status = 'pending' and invitations.expires_at <= ${Date.now()}`,
  );
}

export type Found = { group: AuthorizedGroup; invitation: InvitationRow };

export function revokeInvitation(context: Context, actor: UserActor, { group, invitation }: Found) {
  return recordAndApply(context, {
    kind: "invitation_revoked",
    ...about(actor, invitation),
    condition: sql`${isUnchanged(group, actor)} and ${isOpen(invitation)}`,
    statements: (applied) => [setStatus(context.db, invitation, "revoked", applied)],
  });
}

export function acceptInvitation(context: Context, actor: UserActor, invitation: InvitationRow) {
  return recordAndApply(context, {
    kind: "invitation_accepted",
    ...about(actor, invitation),
    condition: isOpen(invitation),
    statements: (applied) =>
      addMember(
        context,
        {
          groupId: invitation.groupId,
          userId: invitation.inviteeUserId,
          acceptedInvitationId: invitation.id,
        },
        applied,
      ),
  });
}

export function declineInvitation(context: Context, actor: UserActor, invitation: InvitationRow) {
  return recordAndApply(context, {
    kind: "invitation_declined",
    ...about(actor, invitation),
    condition: isOpen(invitation),
    statements: (applied) => [setStatus(context.db, invitation, "declined", applied)],
  });
}

function about(actor: UserActor, { groupId, inviteeUserId }: InvitationRow) {
  return { actor: { userId: actor.userId }, subjectId: inviteeUserId, groupId };
}

function isOpen({ id }: InvitationRow): SQL {
  return sql`exists (select 1 from invitations
    where id = ${id} and status = 'pending' and expires_at > ${Date.now()})`;
}

function setStatus(db: Database, { id }: InvitationRow, status: InvitationStatus, applied: SQL) {
  return raw(db, sql`update invitations set status = ${status} where id = ${id} and ${applied}`);
}
