import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ActivityQuery } from "#shared/events/activity.ts";
import type { AccountEventKind } from "#shared/events/kinds.ts";
import { fold } from "#shared/fold.ts";
import { onceEach } from "#shared/once.ts";
import { DAY_MS } from "#shared/time.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { columns, countIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { eventIdsFrom } from "./event-id.ts";
import { affiliationNames } from "./event-names.ts";

/** How many events a request looks at when more than one filter applies: an index serves only one. */
export const LOOKED_AT = 1000;

/** Greater than every id: where a list begins that shows the newest event first. */
export const NEWEST = "~";

export const event = {
  id: auditEvents.id,
  log: auditEvents.log,
  kind: auditEvents.kind,
  actorKind: auditEvents.actorKind,
  actorId: auditEvents.actorId,
  actorName: auditEvents.actorName,
  subjectId: auditEvents.subjectId,
  subjectName: auditEvents.subjectName,
  characterId: auditEvents.characterId,
  characterName: auditEvents.characterName,
  groupId: auditEvents.groupId,
  groupName: auditEvents.groupName,
  categoryId: auditEvents.categoryId,
  categoryName: auditEvents.categoryName,
  corporationId: auditEvents.corporationId,
  corporationName: auditEvents.corporationName,
  serverId: auditEvents.serverId,
  serverName: auditEvents.serverName,
  applicationId: auditEvents.applicationId,
  applicationName: auditEvents.applicationName,
  detail: auditEvents.detail,
  affiliationNames,
  requestId: auditEvents.requestId,
  createdAt: auditEvents.createdAt,
};

export type EventRow = RowOfStatement<typeof selectGroupEvents>;

const isOlder = sql`${auditEvents.id} < ${sql.placeholder("olderThan")}`;

/** Prepares a page of the events of one thing, older than one of them, the newest first. */
function prepareEventsOf(column: SQLiteColumn) {
  const statement = prepare(event, (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .where(and(eq(column, sql.placeholder("id")), isOlder))
      .orderBy(desc(auditEvents.id))
      .limit(PAGE_LIMIT),
  );
  return (id: string | number, olderThan: string) => statement({ id, olderThan });
}

export const selectGroupEvents = prepareEventsOf(auditEvents.groupId);
export const selectCorporationEvents = prepareEventsOf(auditEvents.corporationId);
export const selectServerEvents = prepareEventsOf(auditEvents.serverId);

/**
 * Prepares a statement that reads the present names of the users in a page of `selectGroupEvents`. `isShown` is a condition on
 * `users`; its values may name `groupId`.
 */
export function prepareGroupNames(isShown: SQL) {
  const page = orm
    .select({ actorId: auditEvents.actorId, subjectId: auditEvents.subjectId })
    .from(auditEvents)
    .where(and(eq(auditEvents.groupId, sql.placeholder("groupId")), isOlder))
    .orderBy(desc(auditEvents.id))
    .limit(PAGE_LIMIT);
  return prepare(
    { userId: users.id, name: characters.name },
    (fields) => sql`with page(actorId, subjectId) as materialized (${page.getSQL()}),
        people(id) as (select actorId from page union select subjectId from page)
      select ${columns(fields)} from people cross join ${users} cross join ${characters}
      where ${users.id} = people.id and ${characters.id} = ${users.mainCharacterId} and ${isShown}`,
  );
}

/** SQL condition: the account had fewer events of this kind than `limit` within the last `seconds`. */
export function isBelowRate(
  userId: string,
  kind: AccountEventKind,
  { limit, seconds }: { limit: number; seconds: number },
) {
  const since = Date.now() - seconds * 1000;
  const found = countIn(
    auditEvents,
    eq(auditEvents.subjectId, userId),
    sql`${auditEvents.log} = 'accounts'`,
    gte(auditEvents.id, eventIdsFrom(since)),
    sql`+${auditEvents.kind} = ${kind}`,
  );
  return sql`${found} < ${limit}`;
}

/** The user from whose account a character was sold when it had this owner hash. */
export const selectSeller = prepare({ userId: auditEvents.subjectId }, (fields) =>
  orm
    .select(fields)
    .from(auditEvents)
    .where(
      and(
        sql`${auditEvents.kind} = 'character_sold'`,
        eq(auditEvents.characterId, sql.placeholder("characterId")),
        eq(auditEvents.ownerHash, sql.placeholder("ownerHash")),
        // The log may name an account that was deleted, or that is being rewritten after a merge.
        sql`exists (select 1 from ${users} where ${users.id} = ${auditEvents.subjectId})`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1),
);

/** SQL: the name of the character that was sold last from the account of this user. */
export function lastSoldName(userId: SQLWrapper): SQL<string | null> {
  const sold = orm
    .select({ name: auditEvents.characterName })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, userId),
        sql`${auditEvents.log} = 'accounts'`,
        sql`+${auditEvents.kind} = 'character_sold'`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return sql`(${sold})`;
}

/** SQL query: the ids of the users whose accounts have held a character with this owner hash. */
export function formerHolders({
  characterId,
  ownerHash,
}: {
  characterId: number | Placeholder;
  ownerHash: string | Placeholder;
}) {
  return orm
    .select({ id: auditEvents.subjectId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.characterId, characterId),
        eq(auditEvents.ownerHash, ownerHash),
        sql`${auditEvents.log} = 'accounts'`,
      ),
    );
}

// ── The whole log, filtered ───────────────────────────────────────────────────────────────────

const selectPage = prepare(event, (fields) =>
  orm
    .select(fields)
    .from(auditEvents)
    .where(
      and(
        lt(auditEvents.id, sql.placeholder("until")),
        gte(auditEvents.id, sql.placeholder("since")),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(sql.placeholder("limit")),
);

const selectNothing = prepare({ id: auditEvents.id }, (fields) =>
  orm
    .select(fields)
    .from(auditEvents)
    .where(sql`false`),
);

/** Which filters a query has: this decides the texts. What they look for are placeholders in them. */
type Shape = Record<"group" | "subject" | "actor" | "kind", boolean>;

const selectFiltered = onceEach((shape: Shape) => {
  const [since, until] = [sql.placeholder("since"), sql.placeholder("until")];
  const { branches, rest } = filtersOf(shape);
  // SQLite merges the branches in the order of their index, and stops when it has enough. One lower bound and one upper
  // bound: it would seek by the first of several, and read all rows that the others exclude.
  const merged = (selected: SQL, from: SQL, condition: SQL) =>
    sql.join(
      branches.map(
        (filter) =>
          sql`select ${selected} from ${auditEvents} where ${filter}
            and ${lt(auditEvents.id, until)} and ${gte(auditEvents.id, from)} and ${condition}`,
      ),
      sql` union all `,
    );
  const order = sql`order by ${auditEvents.id} desc`;
  const horizon =
    rest.length === 0
      ? sql`select null as id where false`
      : sql`select ${columns({ id: auditEvents.id })}
          from (${merged(sql`${auditEvents.id}`, sql`${since}`, sql`true`)}) as ${auditEvents}
          ${order} limit 1 offset ${LOOKED_AT - 1}`;
  // Behind a unary plus, SQLite does not consider another index.
  const others = sql.join([sql`true`, ...rest.map((filter) => sql`+(${filter})`)], sql` and `);
  const lookedAt = sql`coalesce((select id from horizon), ${since})`;
  const found = prepare(
    event,
    (fields) => sql`with horizon as materialized (${horizon})
      select ${columns(fields)} from (${merged(sql`${auditEvents}.*`, lookedAt, others)}) as ${auditEvents}
      ${order} limit ${sql.placeholder("limit")}`,
  );
  return { found, end: prepare({ id: auditEvents.id }, () => horizon) };
});

/**
 * Events that match, older than `olderThan` and the newest first, and the last event that was looked at, unless that was
 * the end of the log.
 */
export function findEvents(query: ActivityQuery, olderThan: string, limit: number) {
  const range = idsBetween(query, olderThan);
  const { group = "", subject, actor = "", kind = "" } = query;
  const shape = {
    group: group !== "",
    subject: subject !== undefined,
    actor: actor !== "",
    kind: kind !== "",
  };
  if (!Object.values(shape).includes(true)) {
    return [selectPage({ ...range, limit }), selectNothing()] as const;
  }
  const { found, end } = selectFiltered(shape);
  const names = { subject: fold(subject ?? ""), actor: fold(actor) };
  const values = { ...range, ...names, group, kind, limit };
  return [found(values), end(values)] as const;
}

/**
 * The filters, in order of how few events they leave: an index serves the first, in one or two ranges; the others are
 * checked event by event.
 */
function filtersOf(shape: Shape): { branches: SQL[]; rest: SQL[] } {
  const ofGroup = eq(auditEvents.groupId, sql.placeholder("group"));
  const ofActor = eq(auditEvents.actorId, holderOf("actor"));
  const ofKind = eq(auditEvents.kind, sql.placeholder("kind"));
  const others = [...(shape.actor ? [ofActor] : []), ...(shape.kind ? [ofKind] : [])];
  if (!shape.subject) {
    const [first, ...rest] = shape.group ? [ofGroup, ...others] : others;
    return { branches: first === undefined ? [] : [first], rest };
  }
  const ofUser = eq(auditEvents.subjectId, holderOf("subject"));
  const ofCharacter = eq(auditEvents.characterId, formerlyLinked);
  return shape.group
    ? { branches: [ofGroup], rest: [ofUser, ...others] }
    : { branches: [ofUser, ofCharacter], rest: others };
}

/** The user who holds the character of this name. */
function holderOf(name: "actor" | "subject"): SQL {
  return sql`(select ${characters.userId} from ${characters}
    where ${characters.nameFolded} = ${sql.placeholder(name)} and ${characters.userId} is not null limit 1)`;
}

/** The character of the subject's name, if no user holds it: the log still knows what happened to it. */
const formerlyLinked = sql`(select ${characters.id} from ${characters}
  where ${characters.nameFolded} = ${sql.placeholder("subject")} and ${characters.userId} is null limit 1)`;

/** The range of ids between two days, both included. */
function idsBetween({ from, to }: ActivityQuery, olderThan: string) {
  const before = to === undefined ? NEWEST : eventIdsFrom(Date.parse(to) + DAY_MS);
  return {
    since: from === undefined ? "" : eventIdsFrom(Date.parse(from)),
    until: before < olderThan ? before : olderThan,
  };
}
