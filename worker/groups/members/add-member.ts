import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { KindWith } from "#shared/events/kinds.ts";
import { EXTENSION_DAYS } from "#shared/groups/ends.ts";
import type { DaysOfWayIn } from "#shared/groups/ends.ts";
import { DAY_MS } from "#shared/time.ts";
import type { EventActor } from "#worker/audit/new-event.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { groupMembers, groups, invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingRequest, isUnanswered } from "#worker/access/pending.ts";
import type { Allowed } from "#worker/access/allowed.ts";
import type { Met } from "#worker/requirements/gate.ts";

/** A member is reminded so long before the end. */
const REMINDERS_MS = [7 * DAY_MS, DAY_MS] as const;

/** SQL: what the job does next about a membership with this end, in ms: a reminder that lies ahead, or the end. */
export function nextDue(endsAt: SQLWrapper, now: number): SQL<Date | null> {
  const [early, late] = REMINDERS_MS;
  return sql`case when ${endsAt} - ${early} > ${now} then ${endsAt} - ${early}
    when ${endsAt} - ${late} > ${now} then ${endsAt} - ${late} else ${endsAt} end`;
}

/** SQL: the end of a membership that begins now, in ms. `days`: of the way in; 0 for no end, null for what the group says. */
function endOfNew(groupId: string, days: SQL, joinedAt: Date): SQL<Date | null> {
  return sql`${joinedAt.getTime()} + nullif(coalesce(${days}, ${daysOf(groupId)}), 0) * ${DAY_MS}`;
}

/** SQL: the end of a membership that a leader extends, in ms. A membership without an end stays so. */
export function endOfExtended(groupId: string, days: number | null, now: number): SQL<Date | null> {
  return sql`max(${groupMembers.endsAt}, ${now})
    + nullif(coalesce(${days}, ${daysOf(groupId)}, ${EXTENSION_DAYS}), 0) * ${DAY_MS}`;
}

function daysOf(groupId: string): SQL {
  return sql`(${orm.select({ days: groups.membershipDays }).from(groups).where(eq(groups.id, groupId))})`;
}

/** As an invitation and a code store it. */
export function storedDays(days: DaysOfWayIn): number | null {
  return days === undefined ? null : (days ?? 0);
}

/** Columns of a membership without an end. */
export const NO_END = { endsAt: null, endDueAt: null };

/** SQL: the end of the membership as the log has it. */
export const endText = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${groupMembers.endsAt} / 1000.0, 'unixepoch')`;

/** SQL: the detail of an event that sets another end, `to` in ms. */
export function endChange(to: SQL): SQL {
  return sql`json_object('changes', json_object('endsAt', json_object('from', ${endText},
    'to', strftime('%Y-%m-%dT%H:%M:%fZ', (${to}) / 1000.0, 'unixepoch'))))`;
}

type Place = { group: { id: string } };

type Opened<Act extends string> = Allowed<symbol, Act, Place, EventActor>;

/** A user's own way into a group, whose requirements the user meets. */
export type Entry<By extends Opened<string>> = { allowed: By; met: Met };

/** The event of each way in. Its definition says how the membership began, which every look at the past reads. */
export const BEGINNINGS = {
  join: "member_joined",
  accept: "invitation_accepted",
  redeem: "code_redeemed",
  approve: "request_approved",
  addMany: "member_added",
  takeEmergency: "member_added",
  enrol: "member_joined",
} as const satisfies Record<Way["allowed"]["act"], KindWith<"wayIn">>;

/** What has opened a group to new members. Whoever lets others in has looked at the requirements. */
type Way =
  | Entry<Opened<"join" | "accept" | "redeem">>
  | { allowed: Opened<"approve" | "addMany" | "takeEmergency" | "enrol"> };

/** A user who becomes a member. The caller records the event of the accepted invitation, if that is the way in. */
type NewMember = Terms & { userId: string };

type Terms = {
  acceptedInvitationId?: string;
  /** How many days the way in makes the membership last; 0 for no end. Null, and by default: what the group says. */
  days?: SQL | number | null;
};

/** The statements that add one member to a group where `applied` is true. */
export function addMember(
  context: Context,
  way: Way,
  { userId, ...member }: NewMember,
  applied: SQL,
): Statement[] {
  return addMembers(context, way, { ...member, users: sql`select ${userId} as userId` }, applied);
}

/** Users who become members at the same instant. `users` is a query of the column `userId`. */
type NewMembers = Terms & { users: SQL; joinedAt?: Date };

/**
 * The statements that add members to a group where `applied` is true, and settle the pending requests and invitations of
 * these users. This is the only way in besides undoing a removal: joining, approving, accepting and redeeming all use it. A pending request is
 * withdrawn, a pending invitation accepted; each with an event, except the caller's invitation. An approved request is no
 * longer pending when these statements run.
 */
export function addMembers(
  context: Context,
  { allowed }: Way,
  members: NewMembers,
  applied: SQL,
): Statement[] {
  const groupId = allowed.of.group.id;
  const { users, acceptedInvitationId = "", joinedAt = new Date() } = members;
  const endsAt = endOfNew(groupId, sql`${members.days ?? null}`, joinedAt);
  const isOf = (userId: SQLWrapper) => sql`${userId} in (${users})`;
  const request = and(eq(joinRequests.groupId, groupId), isOf(joinRequests.userId), applied);
  const invitation = and(
    eq(invitations.groupId, groupId),
    isOf(invitations.inviteeId),
    isUnanswered,
    or(gt(invitations.expiresAt, joinedAt), eq(invitations.id, acceptedInvitationId)),
    applied,
  );
  return [
    insertWhere(
      groupMembers,
      {
        groupId,
        userId: sql`new_member.userId`,
        role: "member",
        joinedAt,
        endsAt,
        endDueAt: nextDue(endsAt, joinedAt.getTime()),
      },
      applied,
      sql`(${users}) as new_member`,
    ).onConflictDoNothing(),
    ...settleWaiting(context, { request, invitation }, acceptedInvitationId),
  ];
}

/**
 * The statements that settle the pending requests and invitations of new members. `request` and `invitation` are conditions on
 * `join_requests` and `invitations`. The caller records the event of the invitation `recordedId`.
 */
export function settleWaiting(
  context: Context,
  { request, invitation }: Record<"request" | "invitation", SQL | undefined>,
  recordedId = "",
): Statement[] {
  return [
    ...withdrawRequests(context, "subject", request),
    recordForEach(
      context,
      {
        kind: "invitation_accepted",
        actor: "subject",
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`${invitations}`,
      sql`${and(invitation, ne(invitations.id, recordedId))}`,
    ),
    orm.update(invitations).set({ status: "accepted" }).where(invitation),
  ];
}

/** SQL: what an event says of a request in `join_requests`, as JSON. */
export const saysExtension = sql`iif(${joinRequests.isExtension}, '{"isExtension":true}', '{}')`;

/** The statements that withdraw the pending ones of these requests. `which` is a condition on `join_requests`. */
export function withdrawRequests(
  context: Context,
  actor: EventActor | "subject",
  which: SQL | undefined,
): Statement[] {
  const pending = and(which, isPendingRequest);
  return [
    recordForEach(
      context,
      {
        kind: "request_withdrawn",
        actor,
        groupId: joinRequests.groupId,
        subjectId: joinRequests.userId,
        // A new member had asked to join. With the column, SQLite reads all requests of the group instead of the index.
        ...(actor !== "subject" && { detail: saysExtension }),
      },
      sql`${joinRequests}`,
      sql`${pending}`,
    ),
    orm.update(joinRequests).set({ status: "withdrawn" }).where(pending),
  ];
}
