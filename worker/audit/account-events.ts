import { and, eq, gte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { DECISION_KINDS, definitionOf, kindList, kindsWith } from "#shared/events/kinds.ts";
import { DAY_MS } from "#shared/time.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, orm, prepare, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { hasPendingInvitation } from "#worker/access/pending.ts";
import { isSeenBy } from "#worker/access/visibility.ts";
import { eventIdsFrom } from "./event-id.ts";
import { event } from "./store.ts";

/** How many events of an account the dashboard shows. */
const ACCOUNT_EVENTS = 50;
/** Older events are no notices. */
const NOTICE_DAYS = 30;

const userId = sql.placeholder("userId");
const isInvited = hasPendingInvitation(groups.id, userId, sql.placeholder("now"));
const isManager = sql`${groupMembers.role} <> 'member'`;

const DECISIONS = sql.raw(kindList(DECISION_KINDS));
const WHILE_VISIBLE = sql.raw(
  kindList(DECISION_KINDS.filter((kind) => definitionOf(kind).told === "while_visible")),
);
/** What a user is told of before anything is decided. */
const REMINDERS = sql.raw(
  kindList(kindsWith("hasDirectMessage").filter((kind) => definitionOf(kind).told === undefined)),
);
const QUIET = sql.raw(kindList(kindsWith("isQuiet")));

/** The user may see the group now. */
const isGroupVisible = isSeenBy({ userId, role: groupMembers.role });

/**
 * A user is told of a decision if they could see the group when it was made. A request for a group that has become hidden
 * and an invitation do not show the group for good, so they count only while it is visible. Plain members of a system group
 * do not know that they are in it (docs/decisions/0040-notices.md).
 */
const mayBeTold = sql`(${auditEvents.log} = 'accounts' or ${isManager}
  or ${groups.effectiveVisibility} is not 'system' and case ${auditEvents.groupVisibility}
    when 'public' then true
    when 'system' then false
    else ${auditEvents.groupVisibility} is not null
      and (${isGroupVisible} or ${auditEvents.kind} not in ${WHILE_VISIBLE}) end)`;

const told = { ...event, isGroupVisible };
export type AccountEventRow = RowOfStatement<typeof selectLatest>;

/** Reads the latest events that the user is told of: of two ranges of indexes, which are bounded before anything is filtered. */
function prepareEvents(condition: SQL, make = prepare) {
  return make(
    told,
    (fields) => sql`select ${columns(fields)}
      from (select * from (${latestOfAccount()}) union all select * from (${latestDecisions()})) as ${auditEvents}
      left join ${groups} on ${groups.id} = ${auditEvents.groupId}
      left join ${groupMembers} on ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${userId}
      where ${mayBeTold} and ${condition}
      order by ${auditEvents.id} desc limit ${sql.raw(String(ACCOUNT_EVENTS))}`,
  );
}

// Literals: SQLite uses a partial index only if it can see that the condition is implied.
// Where a character is in EVE is told on its sheet.
const latestOfAccount = () =>
  latest(sql`${auditEvents.log} = 'accounts' and +${auditEvents.kind} <> 'affiliation_changed'`);
const latestDecisions = () =>
  latest(sql`${auditEvents.groupVisibility} is not null and ${auditEvents.kind} in ${DECISIONS}`);

function latest(part: SQL) {
  return sql`select * from ${auditEvents}
    where ${auditEvents.subjectId} = ${userId} and ${auditEvents.id} >= ${sql.placeholder("since")} and ${part}
    order by ${auditEvents.id} desc limit ${sql.raw(String(ACCOUNT_EVENTS))}`;
}

const selectLatest = prepareEvents(sql`true`);

/** The latest events of a user's account and decisions about the user, the newest first. */
export function selectAccountEvents(id: string) {
  return selectLatest({ userId: id, since: "", now: Date.now() });
}

/** An invitation is no news once it is answered, revoked or expired. */
const isOpen = sql`(${auditEvents.kind} <> 'invitation_sent' or ${isInvited})`;

const selectTold = prepareEvents(
  sql`${auditEvents.seq} > ${sql.placeholder("afterSeq")} and ${auditEvents.seq} <= ${sql.placeholder("untilSeq")}
    and ${auditEvents.actorId} is not ${auditEvents.subjectId} and ${isOpen}`,
);

/** What others have decided about a user between two places of the log, since `since` (in ms), the newest first. */
export function selectDecisions(
  id: string,
  { afterSeq, untilSeq, since }: { afterSeq: number; untilSeq: number; since: number },
) {
  const values = { afterSeq, untilSeq, since: eventIdsFrom(since) };
  return selectTold({ userId: id, now: Date.now(), ...values });
}

/** The membership still ends when the reminder says, and the member does not meet the requirements again. */
const isStillSo = sql`case ${auditEvents.kind}
  when 'membership_ending' then ${auditEvents.detail} ->> '$.until'
    = strftime('%Y-%m-%dT%H:%M:%fZ', ${groupMembers.endsAt} / 1000.0, 'unixepoch')
  else exists (select 1 from ${membershipProblems} where ${membershipProblems.groupId} = ${groupMembers.groupId}
    and ${membershipProblems.userId} = ${groupMembers.userId}) end`;

const grace = { kind: auditEvents.kind, groupName: groups.name, detail: auditEvents.detail };
const selectGraces = prepare(grace, (fields) =>
  orm
    .select(fields)
    .from(auditEvents)
    .innerJoin(groups, eq(groups.id, auditEvents.groupId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId)),
    )
    .where(
      and(
        eq(auditEvents.subjectId, userId),
        gte(auditEvents.id, sql.placeholder("since")),
        sql`+${auditEvents.kind} in ${REMINDERS}`,
        sql`+${auditEvents.seq} > ${sql.placeholder("afterSeq")}`,
        sql`+${auditEvents.seq} <= ${sql.placeholder("untilSeq")}`,
        sql`(${isManager} or ${groups.effectiveVisibility} <> 'system')`,
        isStillSo,
      ),
    )
    .orderBy(auditEvents.id),
);

/** The grace periods of the user's memberships that began in this part of the log, and the reminders of ends. */
export function selectGracesSince(
  id: string,
  { afterSeq, untilSeq, since }: { afterSeq: number; untilSeq: number; since: number },
) {
  return selectGraces({ userId: id, afterSeq, untilSeq, since: eventIdsFrom(since) });
}

/** Without decisions that were undone, and without their undoing. `rows` are the newest first. */
export function withoutUndone(rows: AccountEventRow[]): AccountEventRow[] {
  const undone = new Set<string>();
  return rows.filter(({ kind, groupId }) => {
    const decision = definitionOf(kind).undoes;
    if (decision !== undefined) undone.add(`${decision} ${groupId}`);
    return decision === undefined && !undone.delete(`${kind} ${groupId}`);
  });
}

const isUnseen = sql`${auditEvents.createdAt} > coalesce(
  (select ${users.noticesSeenAt} from ${users} where ${users.id} = ${userId}), 0)`;

/** The user did not do it, or ended a session from another one. */
const isByOthers = sql`(${auditEvents.actorId} is not ${auditEvents.subjectId}
  or json_extract(${auditEvents.detail}, '$.sessionId') <> ${sql.placeholder("sessionId")})`;

/** Told elsewhere: views on My access, lost authorizations on the dashboard. A notice of each would be noise. */
const isNews = sql`${auditEvents.kind} not in ${QUIET}`;

const selectUnseen = prepareEvents(
  sql`${isUnseen} and ${isByOthers} and ${isNews} and ${isOpen}`,
  prepareAtStart,
);

/** The statement that reads the user's notices, the newest first; `toAccountEvents` turns its rows into the response. */
export function selectNotices(actor: { userId: string; sessionId: string }, now: number) {
  const since = eventIdsFrom(now - NOTICE_DAYS * DAY_MS);
  return selectUnseen({ userId: actor.userId, sessionId: actor.sessionId, since, now });
}

/** Dismisses the notices of events up to this time, which is not in the future. Without such events, writes nothing. */
export function updateNoticesSeen(id: string, until: Date) {
  const since = eventIdsFrom(until.getTime() - NOTICE_DAYS * DAY_MS);
  const isLater = sql`exists (select 1 from ${auditEvents} where ${auditEvents.subjectId} = ${id}
    and ${auditEvents.id} >= ${since} and ${auditEvents.createdAt} <= ${until.getTime()}
    and ${auditEvents.createdAt} > coalesce(${users.noticesSeenAt}, 0))`;
  return orm
    .update(users)
    .set({ noticesSeenAt: until })
    .where(and(eq(users.id, id), isLater));
}
