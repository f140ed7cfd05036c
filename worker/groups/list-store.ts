import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { visibilitySchema } from "#shared/categories.ts";
import { joinModeSchema } from "#shared/groups.ts";
import type { GroupQuery } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { selectGroups } from "./group-row.ts";
import { seenBesidesPublic, SHOWN_TO_MEMBER } from "./visible.ts";

/** D1 refuses a compound select of more than so many. */
const MAX_TERMS = 5;

export type ListKey = { nameFolded: string; id: string } | undefined;

/** One page of the groups that the actor sees, by name, and how many there are in all. */
export async function listGroups(
  db: Database,
  actor: UserActor,
  query: GroupQuery,
  after: ListKey,
) {
  const seen = seenBy(actor, query);
  const isAfter = after && sql`(name_folded, id) > (${after.nameFolded}, ${after.id})`;
  const page = sql`
    select id from (${union(seen.map((range) => select(range, isAfter)))}
      order by name_folded, id limit ${PAGE_LIMIT})`;
  const [rows, [count]] = await db.batch([
    selectGroups(db, actor.userId, page),
    raw<{ total: number }>(db, total(actor, query, seen)),
  ]);
  return { rows, total: count?.total ?? 0 };
}

/** Part of what a user sees, as a table and a condition. */
type Range = { from: SQL; where: SQL };

/**
 * What the actor sees of what the query asks for. Each range of `groups` has one visibility and one join mode, so
 * that SQLite merges sorted ranges of an index and stops when the page is full.
 */
function seenBy(actor: UserActor, query: GroupQuery): Range[] {
  const asked = filters(query);
  if (query.myGroups === "true") {
    return [{ from: sql`(${memberships(actor)})`, where: asked }];
  }
  const joinModes = query.joinMode ? [query.joinMode] : joinModeSchema.options;
  const visibilities = visibilitySchema.options.filter((effective) =>
    actor.isAdmin ? isAtLeast(effective, query.visibility) : effective === "public",
  );
  const ranges = visibilities.flatMap((effective) =>
    joinModes.map((joinMode) => ({
      from: sql`groups`,
      where: sql`effective_visibility = ${effective} and join_mode = ${joinMode} and ${asked}`,
    })),
  );
  if (actor.isAdmin) {
    // All groups by name: there is an index for that, and none of the ranges would be small.
    return ranges.length > MAX_TERMS ? [{ from: sql`groups`, where: asked }] : ranges;
  }
  const others = {
    from: sql`(${seenBesidesPublic(actor.userId, Date.now())})`,
    where: asked,
  };
  // What is set to be hidden is never public, so its range would be read for nothing.
  return query.visibility === "hidden" || query.visibility === "system"
    ? [others]
    : [...ranges, others];
}

function isAtLeast(
  effective: (typeof visibilitySchema.options)[number],
  own: GroupQuery["visibility"],
): boolean {
  const { options } = visibilitySchema;
  return own === undefined || options.indexOf(effective) >= options.indexOf(own);
}

function memberships(actor: UserActor): SQL {
  return sql`select g.id, g.name_folded, g.category_id, g.visibility, g.join_mode
    from group_members m cross join groups g on g.id = m.group_id
    where m.user_id = ${actor.userId} and ${actor.isAdmin ? sql`true` : SHOWN_TO_MEMBER}`;
}

function filters({ categoryId, visibility, joinMode, search }: GroupQuery): SQL {
  const conditions = [
    categoryId && sql`category_id = ${categoryId}`,
    visibility && sql`visibility = ${visibility}`,
    joinMode && sql`join_mode = ${joinMode}`,
    // Not LIKE: D1 refuses patterns over 50 bytes, and `%` is a character like any other.
    search && sql`instr(name_folded, ${search.toLowerCase()}) > 0`,
  ];
  return sql.join(
    [sql`true`, ...conditions.filter((one) => one !== undefined && one !== "")],
    sql` and `,
  );
}

function select({ from, where }: Range, isAfter: SQL = sql`true`): SQL {
  return sql`select id, name_folded from ${from} where ${where} and ${isAfter}`;
}

function union(selects: SQL[]): SQL {
  return sql.join(selects, sql` union all `);
}

/** Without a search, the counters of `group_counts` know; a search has to look at every name. */
function total(actor: UserActor, query: GroupQuery, seen: Range[]): SQL {
  const isCounted = !query.search && query.myGroups !== "true";
  if (!isCounted) return sql`select count(*) as total from (${union(seen.map((r) => select(r)))})`;
  const asked = filters({ ...query, search: undefined });
  const counted = sql`select coalesce(sum(count), 0) as total from group_counts where ${asked}`;
  if (actor.isAdmin) return counted;
  const others = seenBesidesPublic(actor.userId, Date.now());
  return sql`select (${counted} and effective_visibility = 'public')
    + (select count(*) from (${others}) where ${asked}) as total`;
}
