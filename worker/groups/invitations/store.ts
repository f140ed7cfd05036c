import { and, desc, eq, lte, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { INVITATION_TTL_DAYS } from "#shared/groups/invitations.ts";
import type { InvitationStatus } from "#shared/groups/invitations.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { recordApplyAndRead } from "#worker/audit/record.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import { existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnInvitations, Inviting } from "./policy.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import { prepareGroups, selectGroup } from "#worker/groups/group/group-row.ts";
import { isMemberOf, isNotMember } from "#worker/access/membership.ts";
import {
  hasPendingInvitation,
  hasPendingRequest,
  isPendingInvitation,
  isUnanswered,
} from "#worker/access/pending.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { isBlocked } from "./blocks.ts";
import { hasRoomOfDay, isInboxFull } from "./limits.ts";

const inviter = alias(users, "inviter");
const inviterMain = alias(characters, "inviter_main");

const isStillMember = isMemberOf(invitations.groupId, inviter.id);

/**
 * The name of the inviter's main while the inviter is a member: a main that was chosen after leaving is private
 * (docs/decisions/0028-present-names-in-groups.md). System administrators (the value `isAdmin`) always see it.
 */
export const inviterName = sql<string | null>`${orm
  .select({ name: inviterMain.name })
  .from(inviter)
  .innerJoin(inviterMain, eq(inviterMain.id, inviter.mainCharacterId))
  .where(
    and(
      eq(inviter.id, invitations.inviterId),
      sql`(${sql.placeholder("isAdmin")} or ${isStillMember})`,
    ),
  )}`;

export const TTL_MS = INVITATION_TTL_DAYS * 24 * 60 * 60 * 1000;

export type InvitationRow = RowOfStatement<typeof selectInvitation>;
type InvitationKey = [createdAt: number, id: string];

/** Before every invitation: the newest comes first. */
const START: InvitationKey = [Number.MAX_SAFE_INTEGER, ""];

const selectInvitation = prepareInvitations(eq(invitations.id, sql.placeholder("id")));

const isPendingInGroup = and(
  eq(invitations.groupId, sql.placeholder("groupId")),
  isPendingInvitation(sql.placeholder("now")),
);
const selectPending = prepareInvitations(
  and(
    isPendingInGroup,
    sql`(${invitations.createdAt}, ${invitations.id})
      < (${sql.placeholder("createdAt")}, ${sql.placeholder("id")})`,
  ),
);
const countPending = prepare({ total: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(invitations).where(isPendingInGroup),
);

function prepareInvitations(condition: SQL | undefined) {
  const invitation = {
    id: invitations.id,
    groupId: invitations.groupId,
    inviteeUserId: invitations.inviteeId,
    inviteeCharacterId: users.mainCharacterId,
    inviteeCharacterName: characters.name,
    inviterCharacterName: inviterName,
    inviterId: invitations.inviterId,
    inviterSuspendedUntil: inviter.suspendedUntil,
    status: sql<InvitationStatus>`case
      when ${isUnanswered} and ${invitations.expiresAt} <= ${sql.placeholder("now")} then 'expired'
      else ${invitations.status} end`,
    createdAt: invitations.createdAt,
    expiresAt: invitations.expiresAt,
    membershipDays: invitations.membershipDays,
  };
  return prepare(invitation, (fields) =>
    orm
      .select(fields)
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.inviteeId))
      .innerJoin(inviter, eq(inviter.id, invitations.inviterId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(condition)
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(PAGE_LIMIT),
  );
}

const selectGroupOfInvitation = prepareGroups(
  orm
    .select({ id: sql`${invitations.groupId}`.as("id") })
    .from(invitations)
    .where(eq(invitations.id, sql.placeholder("id")))
    .getSQL(),
);

/** A group and one page of its pending invitations, whether or not the actor may see them. */
export async function listPending(
  db: Database,
  actor: UserActor,
  groupId: string,
  [createdAt, id]: InvitationKey = START,
) {
  const now = Date.now();
  const [[group], found, [count]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectPending({ groupId, createdAt, id, now, isAdmin: Number(actor.isAdmin) }),
    countPending({ groupId, now }),
  ]);
  return { group, invitations: found, total: count?.total ?? 0 };
}

/** An invitation and its group, whether or not the actor may see them. */
export async function findInvitation(db: Database, { userId, isAdmin }: UserActor, id: string) {
  const now = Date.now();
  const [[group], [invitation]] = await runBatch(db, [
    selectGroupOfInvitation({ id, userId, now }),
    selectInvitation({ id, now, isAdmin: Number(isAdmin) }),
  ]);
  return { group, invitation };
}

/** Undefined if the invitee can no longer be invited, or the group has changed. */
export function insertInvitation(
  context: Context,
  { by: actor, of: { group, invitee } }: OnInvitations<"invite", Inviting>,
  membershipDays: number | null,
) {
  const id = randomToken(12);
  const now = new Date();
  const { userId } = invitee;
  const isMain = and(eq(users.id, userId), eq(users.mainCharacterId, invitee.characterId));
  return recordApplyAndRead(
    context,
    {
      kind: "invitation_sent",
      actor,
      subjectId: userId,
      groupId: group.id,
      proof: requireProofToGive(actor, givesBeyond(group.id)),
      condition: and(
        isUnchanged(group, actor),
        isNotMember(userId),
        not(hasPendingInvitation(group.id, userId, now.getTime())),
        not(hasPendingRequest(group.id, userId)),
        not(isBlocked(group.id, userId)),
        not(isInboxFull(userId, now.getTime())),
        hasRoomOfDay(actor.userId, now, 1),
        existsIn(users, isMain),
      ),
      statements: (applied) => [
        ...expire(
          context,
          and(
            eq(invitations.groupId, group.id),
            eq(invitations.inviteeId, userId),
            hasExpired(now),
            applied,
          ),
        ),
        insertWhere(
          invitations,
          {
            id,
            groupId: group.id,
            inviteeId: userId,
            inviterId: actor.userId,
            status: "pending",
            createdAt: now,
            expiresAt: new Date(now.getTime() + TTL_MS),
            membershipDays,
          },
          applied,
        ),
      ],
    },
    selectInvitation({ id, now: now.getTime(), isAdmin: Number(actor.isAdmin) }),
  );
}

function hasExpired(now: Date): SQL | undefined {
  return and(isUnanswered, lte(invitations.expiresAt, now));
}

/** Marks unanswered invitations as expired. */
function expire(context: Context, condition: SQL | undefined): Statement[] {
  return [
    recordForEach(
      context,
      {
        kind: "invitation_expired",
        actor: "job",
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`${invitations}`,
      sql`${condition}`,
    ),
    orm.update(invitations).set({ status: "expired" }).where(condition),
  ];
}

/** Marks unanswered invitations of these users to one group as expired. */
export function expireOf(context: Context, groupId: string, userIds: SQL, now: Date): Statement[] {
  return expire(
    context,
    and(
      eq(invitations.groupId, groupId),
      sql`${invitations.inviteeId} in ${userIds}`,
      hasExpired(now),
    ),
  );
}

/** Marks every unanswered invitation past its expiry as expired. */
export function expirePastInvitations(context: Context): Statement[] {
  return expire(context, hasExpired(new Date()));
}
