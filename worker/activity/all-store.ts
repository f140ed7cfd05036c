import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { groupEventKindSchema } from "#shared/activity.ts";
import type { ActivityQuery } from "#shared/activity.ts";
import { accountEventKindSchema } from "#shared/session.ts";
import type { AccountEventKind } from "#shared/session.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import { eventIdsFrom } from "./log.ts";
import { selectGroupEvents } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many events of groups a request looks at when more than one filter applies: an index serves only one. */
export const LOOKED_AT = 1000;

export type AccountKey = { createdAt: number; id: string };

/**
 * Events of groups and categories that match, and the last one that was looked at, unless that was the end of
 * the log. The filters are in order of how few events they leave; the first is the index that is read.
 */
export function findGroupEvents(
  db: Database,
  query: ActivityQuery,
  olderThan: string | undefined,
  limit: number,
) {
  const [first = sql`true`, ...others] = [
    query.group && sql`group_id = ${query.group}`,
    query.subject && sql`subject_id = ${userNamed(query.subject)}`,
    query.actor && sql`actor_id = ${userNamed(query.actor)}`,
    query.kind && sql`kind = ${query.kind}`,
  ].filter((filter) => filter !== undefined && filter !== "");
  const { from, before } = rangeOf(query);
  const range = all([
    first,
    !isOneOf(groupEventKindSchema, query.kind) && sql`false`,
    olderThan !== undefined && sql`id < ${olderThan}`,
    from !== undefined && sql`id >= ${eventIdsFrom(from)}`,
    before !== undefined && sql`id < ${eventIdsFrom(before)}`,
  ]);
  const last = sql`select id from group_events where ${range}
    order by id desc limit 1 offset ${LOOKED_AT - 1}`;
  const isLookedAt = others.length > 0 && sql`id >= coalesce((${last}), '')`;
  // Behind a unary plus SQLite does not look for an index.
  const rest = others.map((filter) => sql`+${filter}`);
  return [
    selectGroupEvents(db, all([range, isLookedAt, ...rest]), limit),
    raw<{ id: string }>(
      db,
      others.length > 0 ? last : sql`select id from group_events where false`,
    ),
  ] as const;
}

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
    query.group && sql`false`,
    !isOneOf(accountEventKindSchema, query.kind) && sql`false`,
    query.subject && sql`e.user_id = ${userNamed(query.subject)}`,
    query.actor && sql`e.user_id = ${userNamed(query.actor)} and +e.kind <> 'character_sold'`,
    // One account has not done much: there, the kind needs no index.
    query.kind && (isOfOne ? sql`+e.kind = ${query.kind}` : sql`e.kind = ${query.kind}`),
    after && sql`(e.created_at, e.id) < (${after.createdAt}, ${after.id})`,
    from !== undefined && sql`e.created_at >= ${from}`,
    before !== undefined && sql`e.created_at < ${before}`,
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

function isOneOf(kinds: { options: readonly string[] }, kind: string | undefined): boolean {
  return kind === undefined || kinds.options.includes(kind);
}

/** Who holds the character of this name. */
function userNamed(name: string): SQL {
  return sql`(select user_id from characters
    where name_folded = ${name.toLowerCase()} and user_id is not null limit 1)`;
}

function rangeOf({ from, to }: ActivityQuery) {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    before: to === undefined ? undefined : Date.parse(to) + DAY_MS,
  };
}

function all(conditions: (SQL | false | "" | undefined)[]): SQL {
  const given = conditions.filter((one) => one !== false && one !== "" && one !== undefined);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}
