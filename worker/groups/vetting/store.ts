import { and, asc, desc, eq, exists, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { KEPT_DAYS } from "#shared/groups/forms.ts";
import { REQUEST_EVENT_KINDS } from "#shared/events/kinds.ts";
import type { RequestEventKind } from "#shared/events/kinds.ts";
import { DAY_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isMemberOf } from "#worker/access/membership.ts";
import { reviewsFor } from "#worker/access/reviewing.ts";
import { mainName } from "#worker/audit/event-names.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers, requestNotes } from "#worker/db/schema/group-forms.ts";
import { columns, idsIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { selectShares } from "#worker/groups/forms/sharing.ts";
import { selectAnswered } from "#worker/groups/forms/store.ts";
import { selectGroupOfRequest, selectPage } from "#worker/groups/requests/store.ts";
import { maySeeAltCount } from "#worker/groups/requests/policy.ts";
import { selectTreeOfRequest } from "#worker/requirements/gate.ts";
import { prepareOwnHand } from "#worker/groups/group/own-hand.ts";

/** Answers and notes are kept for this long after a decision. */
export const KEPT_MS = KEPT_DAYS * DAY_MS;
const MOST_EVENTS = 100;

const made = alias(auditEvents, "made");
const reader = sql.placeholder("userId");

/** SQL condition: who did it is still on a list of the group, or reviews for it. */
const isOnList = or(
  isMemberOf(joinRequests.groupId, auditEvents.actorId),
  reviewsFor(joinRequests.groupId, auditEvents.actorId),
  sql`${auditEvents.actorId} = ${joinRequests.userId} and ${joinRequests.status} = 'pending'`,
);
const present = mainName(auditEvents.actorId);

/**
 * SQL: who did it, by the present main: the one of that time may be an alt now. Of users who have left, the pilot reads the name if it is still
 * that of the main, since they have looked at what is the pilot's. Administrators read what the log has.
 */
const byNameFor = sql<string | null>`case
  when ${sql.placeholder("seesAlts")} or ${auditEvents.actorKind} <> 'user' then ${auditEvents.actorName}
  when ${isOnList} or ${auditEvents.actorId} = ${reader} then ${present}
  when ${joinRequests.userId} = ${reader} and ${auditEvents.actorName} = ${present} then ${present} end`;

/**
 * What happened to a request since it was made, the latest first. Both reads follow the index of the user's events from the
 * end, and stop at the one of the request. That one is recorded in the call that makes the request, or when it moves in.
 */
const selectHistory = prepare(
  {
    id: auditEvents.id,
    kind: sql<RequestEventKind>`${auditEvents.kind}`,
    byName: byNameFor,
    createdAt: auditEvents.createdAt,
    section: sql<string | null>`${auditEvents.detail} ->> '$.section'`,
    movedFrom: sql<string | null>`${auditEvents.detail} ->> '$.movedFrom'`,
  },
  (fields) => sql`select ${columns(fields)} from ${joinRequests}
    cross join ${auditEvents} on ${auditEvents.subjectId} = ${joinRequests.userId}
      and ${auditEvents.id} >= (select ${made.id} from ${auditEvents} as ${made}
        where ${made.subjectId} = ${joinRequests.userId} and +${made.groupId} = ${joinRequests.groupId}
          and (+${made.kind} = 'request_made' and +${made.createdAt} <= ${joinRequests.createdAt} + 10000 or +${made.kind} = 'request_moved_in')
        order by ${made.id} desc limit 1)
      and +${auditEvents.groupId} = ${joinRequests.groupId}
      and ${auditEvents.kind} in ${idsIn(REQUEST_EVENT_KINDS)}
    where ${joinRequests.id} = ${sql.placeholder("id")}
    order by ${auditEvents.id} desc limit ${sql.raw(String(MOST_EVENTS))}`,
);
export type HistoryRow = RowOfStatement<typeof selectHistory>;

const selectNotes = prepare(
  {
    id: requestNotes.id,
    authorId: requestNotes.authorId,
    byName: characters.name,
    text: requestNotes.text,
    createdAt: requestNotes.createdAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(requestNotes)
      .innerJoin(users, eq(users.id, requestNotes.authorId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(eq(requestNotes.requestId, sql.placeholder("id")))
      .orderBy(desc(requestNotes.createdAt), asc(requestNotes.id)),
);
export type NoteRow = RowOfStatement<typeof selectNotes>;

const selectOwnHand = prepareOwnHand(
  sql`(select ${joinRequests.groupId} from ${joinRequests} where ${joinRequests.id} = ${sql.placeholder("id")})`,
);

/** All of a request, whether or not the actor may read it, in one round trip. */
export async function findPage(db: Database, actor: UserActor, id: string) {
  const { userId } = actor;
  const now = Date.now();
  const seesAlts = Number(maySeeAltCount(actor));
  const [[group], [request], [answered], shares, history, notes, [rule], hands] = await runBatch(
    db,
    [
      selectGroupOfRequest({ id, userId, now }),
      selectPage({ id, seesAlts }),
      selectAnswered({ id }),
      selectShares({ id, now }),
      selectHistory({ id, userId, seesAlts }),
      selectNotes({ id }),
      selectTreeOfRequest({ id }),
      ...selectOwnHand(actor, { id }),
    ],
  );
  return { group, request, answered, shares, history, notes, rule, ownHand: hands?.[0] };
}
export type PageRead = Awaited<ReturnType<typeof findPage>>;

/** A request and its group, without the rest of its page. */
export async function findHead(db: Database, actor: UserActor, id: string) {
  const [[group], [request], [answered], hands] = await runBatch(db, [
    selectGroupOfRequest({ id, userId: actor.userId, now: Date.now() }),
    selectPage({ id, seesAlts: 0 }),
    selectAnswered({ id }),
    ...selectOwnHand(actor, { id }),
  ]);
  return { group, request, answered, ownHand: hands?.[0] };
}

/** Deletes what was answered and noted about requests that were decided long ago. */
export function deleteOldVetting(now: Date) {
  const isLongDecided = orm
    .select({ id: joinRequests.id })
    .from(joinRequests)
    .where(
      and(
        eq(joinRequests.id, requestNotes.requestId),
        lte(joinRequests.decidedAt, new Date(now.getTime() - KEPT_MS)),
      ),
    );
  return [
    orm.delete(requestNotes).where(and(lte(requestNotes.eraseAt, now), exists(isLongDecided))),
    orm.delete(requestAnswers).where(lte(requestAnswers.eraseAt, now)),
  ];
}
