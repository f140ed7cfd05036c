import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { groupEventKindSchema } from "#shared/activity.ts";
import type { ActivityQuery } from "#shared/activity.ts";
import { corporationEventKindSchema } from "#shared/corporations.ts";
import { accountEventKindSchema } from "#shared/session.ts";
import type { AccountEventKind } from "#shared/session.ts";
import { corporationEventsOf } from "#worker/corporations/event-row.ts";
import type { CorporationEventRow } from "#worker/corporations/event-row.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import type { Raw } from "#worker/db/raw.ts";
import { eventIdsFrom } from "./log.ts";
import { selectGroupEvents } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many events a request looks at when more than one filter applies: an index serves only one. */
export const LOOKED_AT = 1000;

/** Nothing, or the conditions that a query sets. */
type Filters = (SQL | "" | 0 | undefined)[];

// ── Logs whose ids begin with their time ──────────────────────────────────────────────────────

type Log<Row> = {
  table: SQL;
  select: (db: Database, where: SQL, limit: number) => Raw<Row>;
};

/**
 * Events that match, the newest first, and the last one that was looked at, unless that was the end of the log.
 * The filters are in order of how few events they leave; the first is the index that is read.
 */
function find<Row>(
  db: Database,
  { table, select }: Log<Row>,
  filters: Filters,
  query: ActivityQuery,
  olderThan: string,
  limit: number,
) {
  const [first = sql`true`, ...others] = given(filters);
  const { from, before } = rangeOf(query);
  // One bound at either end: SQLite seeks by one, and reads past all others.
  const since = from === undefined ? "" : eventIdsFrom(from);
  const until = [olderThan, before === undefined ? "" : eventIdsFrom(before)].filter(Boolean);
  const upTo = all([first, until.length > 0 ? sql`id < ${until.toSorted()[0]}` : ""]);
  const nothing = raw<{ id: string }>(db, sql`select id from ${table} where false`);
  if (others.length === 0) {
    return [select(db, sql`${upTo} and id >= ${since}`, limit), nothing] as const;
  }
  const lookedAt = sql`select id from ${table} where ${upTo} and id >= ${since}
    order by id desc limit 1 offset ${LOOKED_AT - 1}`;
  // Behind a unary plus SQLite does not look for an index.
  const rest = others.map((filter) => sql`+${filter}`);
  return [
    select(db, all([upTo, sql`id >= coalesce((${lookedAt}), ${since})`, ...rest]), limit),
    raw<{ id: string }>(db, lookedAt),
  ] as const;
}

/** Events of groups and categories. */
export function findGroupEvents(
  db: Database,
  query: ActivityQuery,
  olderThan: string,
  limit: number,
) {
  const filters = isOneOf(groupEventKindSchema, query.kind)
    ? [
        query.group && sql`group_id = ${query.group}`,
        query.subject && sql`subject_id = ${userNamed(query.subject)}`,
        query.actor && sql`actor_id = ${userNamed(query.actor)}`,
        query.kind && sql`kind = ${query.kind}`,
      ]
    : [sql`false`];
  const log = { table: sql`group_events`, select: selectGroupEvents };
  return find(db, log, filters, query, olderThan, limit);
}

export function findCorporationEvents(
  db: Database,
  query: ActivityQuery,
  olderThan: string,
  limit: number,
) {
  const filters =
    isOneOf(corporationEventKindSchema, query.kind) && !query.group
      ? [
          query.subject && sql`character_id = ${characterNamed(query.subject)}`,
          query.actor && sql`actor_id = ${userNamed(query.actor)}`,
          query.kind && sql`kind = ${query.kind}`,
        ]
      : [sql`false`];
  const log = { table: sql`corporation_events`, select: selectCorporationEvents };
  return find(db, log, filters, query, olderThan, limit);
}

function selectCorporationEvents(db: Database, where: SQL, limit: number) {
  return raw<CorporationEventRow>(db, corporationEventsOf(where, limit));
}

// ── The log of accounts ───────────────────────────────────────────────────────────────────────

export type AccountKey = { createdAt: number; id: string };

export type AccountEventRow = {
  id: string;
  kind: AccountEventKind;
  userId: string;
  userName: string | null;
  characterName: string | null;
  discordName: string | null;
  requestId: string;
  createdAt: number;
};

/** Events of accounts that match: all are about the account, and done by its user unless EVE did it. */
export function findAccountEvents(
  db: Database,
  query: ActivityQuery,
  after: AccountKey | undefined,
  limit: number,
) {
  const { from, before } = rangeOf(query);
  const isOfOne = query.subject !== undefined || query.actor !== undefined;
  const where = all([
    isOneOf(accountEventKindSchema, query.kind) && !query.group ? "" : sql`false`,
    query.subject && sql`e.user_id = ${userNamed(query.subject)}`,
    query.actor && sql`e.user_id = ${userNamed(query.actor)} and +e.kind <> 'character_sold'`,
    // One account has not done much: there, the kind needs no index.
    query.kind && (isOfOne ? sql`+e.kind = ${query.kind}` : sql`e.kind = ${query.kind}`),
    after && (before === undefined || after.createdAt < before)
      ? sql`(e.created_at, e.id) < (${after.createdAt}, ${after.id})`
      : before && sql`e.created_at < ${before}`,
    from && sql`e.created_at >= ${from}`,
  ]);
  return raw<AccountEventRow>(
    db,
    sql`
    select e.id, e.kind, e.user_id as "userId", main.name as "userName", c.name as "characterName",
      e.discord_name as "discordName", e.request_id as "requestId", e.created_at as "createdAt"
    from account_events e
    left join users on users.id = e.user_id
    left join characters main on main.id = users.main_character_id
    left join characters c on c.id = e.character_id
    where ${where} order by e.created_at desc, e.id desc limit ${limit}`,
  );
}

// ── Parts of queries ──────────────────────────────────────────────────────────────────────────

function isOneOf(kinds: { options: readonly string[] }, kind: string | undefined): boolean {
  return kind === undefined || kinds.options.includes(kind);
}

/** Who holds the character of this name. */
function userNamed(name: string): SQL {
  return sql`(select user_id from characters
    where name_folded = ${name.toLowerCase()} and user_id is not null limit 1)`;
}

function characterNamed(name: string): SQL {
  return sql`(select id from characters where name_folded = ${name.toLowerCase()}
    order by user_id is null limit 1)`;
}

function rangeOf({ from, to }: ActivityQuery) {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    before: to === undefined ? undefined : Date.parse(to) + DAY_MS,
  };
}

function given(filters: Filters): SQL[] {
  return filters.filter((one): one is SQL => one !== undefined && one !== "" && one !== 0);
}

function all(filters: Filters): SQL {
  return sql.join([sql`true`, ...given(filters)], sql` and `);
}
