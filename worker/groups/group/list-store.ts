import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { visibilitySchema } from "#shared/categories.ts";
import { joinModeSchema } from "#shared/groups.ts";
import type { GroupQuery } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { shaped, value } from "#worker/db/raw.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { groupsOf } from "./group-row.ts";
import type { GroupRow } from "./group-row.ts";
import { IS_VISIBLE_TO_MEMBER, visibleNonPublicGroups } from "#worker/groups/visibility.ts";

/** D1 refuses a compound select of more than so many. */
const MAX_TERMS = 5;

export type ListKey = { nameFolded: string; id: string } | undefined;

/** What decides the text of the statements; names and ids are values in it. */
type Shape = Pick<GroupQuery, "visibility" | "joinMode"> & {
  isAdmin: boolean;
  isMine: boolean;
  isOfCategory: boolean;
  isSearched: boolean;
  isContinued: boolean;
};

/** One page of the groups that the actor sees, by name, and how many there are in all. */
export async function listGroups(
  db: Database,
  { userId, isAdmin }: UserActor,
  { visibility, joinMode, myGroups, categoryId = "", search = "" }: GroupQuery,
  after: ListKey,
) {
  const shape: Shape = {
    visibility,
    joinMode,
    isAdmin,
    isMine: myGroups === "true",
    isOfCategory: categoryId !== "",
    isSearched: search !== "",
    isContinued: after !== undefined,
  };
  const values = {
    userId,
    categoryId,
    search: search.toLowerCase(),
    now: Date.now(),
    afterName: after?.nameFolded ?? "",
    afterId: after?.id ?? "",
  };
  const [rows, [count]] = await db.batch([
    selectPage(db, shape, values),
    selectTotal(db, { ...shape, isContinued: false }, values),
  ]);
  return { rows, total: count?.total ?? 0 };
}

const selectPage = shaped<GroupRow, Shape>((shape) => {
  const isAfter = shape.isContinued
    ? sql`(name_folded, id) > (${value("afterName")}, ${value("afterId")})`
    : sql`true`;
  const page = sql`
    select id from (${union(seenBy(shape).map((range) => select(range, isAfter)))}
      order by name_folded, id limit ${PAGE_LIMIT})`;
  return groupsOf(page, value("userId"), value("now"));
});

/** Without a search, the counters of `group_counts` know; a search has to look at every name. */
const selectTotal = shaped<{ total: number }, Shape>((shape) => {
  if (shape.isSearched || shape.isMine) {
    const ranges = seenBy(shape).map((range) => select(range, sql`true`));
    return sql`select count(*) as total from (${union(ranges)})`;
  }
  const asked = filters(shape);
  const counted = sql`select coalesce(sum(count), 0) as total from group_counts where ${asked}`;
  if (shape.isAdmin) return counted;
  return sql`select (${counted} and effective_visibility = 'public')
    + (select count(*) from (${OTHERS}) where ${asked}) as total`;
});

/** Part of what a user sees, as a table and a condition. */
type Range = { from: SQL; where: SQL };

const OTHERS = visibleNonPublicGroups(value("userId"), value("now"));

/**
 * What the actor sees of what the query asks for. Each range of `groups` has one visibility and one join mode, so
 * that SQLite merges sorted ranges of an index and stops when the page is full.
 */
function seenBy(shape: Shape): Range[] {
  const { isAdmin, visibility } = shape;
  const asked = filters(shape);
  if (shape.isMine) return [{ from: sql`(${memberships(isAdmin)})`, where: asked }];
  const joinModes = shape.joinMode ? [shape.joinMode] : joinModeSchema.options;
  const visibilities = visibilitySchema.options.filter((effective) =>
    isAdmin ? isAtLeast(effective, visibility) : effective === "public",
  );
  const ranges = visibilities.flatMap((effective) =>
    joinModes.map((joinMode) => ({
      from: sql`groups`,
      where: sql`effective_visibility = ${effective} and join_mode = ${joinMode} and ${asked}`,
    })),
  );
  if (isAdmin) {
    // All groups by name: there is an index for that, and none of the ranges would be small.
    return ranges.length > MAX_TERMS ? [{ from: sql`groups`, where: asked }] : ranges;
  }
  const others = { from: sql`(${OTHERS})`, where: asked };
  // What is set to be hidden is never public, so its range would be read for nothing.
  return visibility === "hidden" || visibility === "system" ? [others] : [...ranges, others];
}

function isAtLeast(
  effective: (typeof visibilitySchema.options)[number],
  own: GroupQuery["visibility"],
): boolean {
  const { options } = visibilitySchema;
  return own === undefined || options.indexOf(effective) >= options.indexOf(own);
}

function memberships(isAdmin: boolean): SQL {
  return sql`select g.id, g.name_folded, g.category_id, g.visibility, g.join_mode
    from group_members m cross join groups g on g.id = m.group_id
    where m.user_id = ${value("userId")} and ${isAdmin ? sql`true` : IS_VISIBLE_TO_MEMBER}`;
}

function filters({ visibility, joinMode, isOfCategory, isSearched }: Shape): SQL {
  const conditions = [
    isOfCategory && sql`category_id = ${value("categoryId")}`,
    visibility && sql`visibility = ${visibility}`,
    joinMode && sql`join_mode = ${joinMode}`,
    // Not LIKE: D1 refuses patterns over 50 bytes, and `%` is a character like any other.
    isSearched && sql`instr(name_folded, ${value("search")}) > 0`,
  ];
  return sql.join([sql`true`, ...conditions.filter((one) => typeof one === "object")], sql` and `);
}

function select({ from, where }: Range, isAfter: SQL): SQL {
  return sql`select id, name_folded from ${from} where ${where} and ${isAfter}`;
}

function union(selects: SQL[]): SQL {
  return sql.join(selects, sql` union all `);
}
