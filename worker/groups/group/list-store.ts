import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Subquery } from "drizzle-orm";
import { visibilitySchema } from "#shared/categories.ts";
import type { Visibility } from "#shared/categories.ts";
import { joinModeSchema } from "#shared/groups.ts";
import type { GroupQuery } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { groupCounts, groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import {
  isVisibleToMember,
  listedColumns,
  visibleNonPublicGroups,
} from "#worker/groups/visibility.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { prepareGroups } from "./group-row.ts";

/** D1 refuses a compound select with more terms. */
const MAX_TERMS = 5;

export type ListKey = [nameFolded: string, id: string];

/** Before every group: names are not empty. */
const START: ListKey = ["", ""];

/** What decides the text of the statements; names and ids are placeholders in it. */
type Shape = Pick<GroupQuery, "visibility" | "joinMode"> & {
  isAdmin: boolean;
  isMine: boolean;
  isOfCategory: boolean;
  isSearched: boolean;
};

/** One page of the groups that the actor may see and the query selects, by name, and how many there are in all. */
export async function listGroups(
  db: Database,
  { userId, isAdmin }: UserActor,
  { visibility, joinMode, myGroups, categoryId = "", search = "" }: GroupQuery,
  [afterName, afterId]: ListKey = START,
) {
  const statements = prepared({
    visibility,
    joinMode,
    isAdmin,
    isMine: myGroups === "true",
    isOfCategory: categoryId !== "",
    isSearched: search !== "",
  });
  const values = {
    userId,
    categoryId,
    search: search.toLowerCase(),
    now: Date.now(),
    afterName,
    afterId,
  };
  const [rows, [count]] = await runBatch(db, [statements.page(values), statements.total(values)]);
  return { rows, total: count?.total ?? 0 };
}

type Statements = {
  page: ReturnType<typeof prepareGroups>;
  total: ReturnType<typeof prepareTotal>;
};

const preparedByShape = new Map<string, Statements>();

/** At most 192 pairs, each built when it is first needed. */
function prepared(shape: Shape): Statements {
  const key = JSON.stringify(shape);
  const known = preparedByShape.get(key) ?? {
    page: prepareGroups(pageOf(shape)),
    total: prepareTotal(shape),
  };
  preparedByShape.set(key, known);
  return known;
}

function pageOf(shape: Shape): SQL {
  const isAfter = ({ nameFolded, id }: ListedColumns) =>
    sql`(${nameFolded}, ${id}) > (${sql.placeholder("afterName")}, ${sql.placeholder("afterId")})`;
  // The order belongs to the compound select itself: SQLite merges its sorted ranges only then. It knows columns by name.
  const [nameFolded, id] = [groups.nameFolded, groups.id].map(({ name }) => sql.identifier(name));
  return sql`${union(rangesOf(shape), isAfter)} order by ${nameFolded}, ${id} limit ${PAGE_LIMIT}`;
}

/** Without a search, the sums of `group_counts` are enough; a search has to look at every name. */
function prepareTotal(shape: Shape) {
  if (shape.isSearched || shape.isMine) {
    return prepare(
      { total: sql<number>`count(*)` },
      (fields) => sql`select ${columns(fields)} from (${union(rangesOf(shape))})`,
    );
  }
  const isSelected = filters(shape, groupCounts);
  const counted = (condition?: SQL) =>
    orm
      .select({ total: sql`coalesce(sum(${groupCounts.count}), 0)` })
      .from(groupCounts)
      .where(and(isSelected, condition));
  if (shape.isAdmin) {
    return prepare(
      { total: sql<number>`${counted()}` },
      (fields) => sql`select ${columns(fields)}`,
    );
  }
  const others = orm
    .select({ total: sql`count(*)` })
    .from(nonPublic)
    .where(filters(shape, nonPublic));
  const total = sql<number>`${counted(eq(groupCounts.effectiveVisibility, "public"))} + ${others}`;
  return prepare({ total }, (fields) => sql`select ${columns(fields)}`);
}

type FilteredColumns = Record<"categoryId" | "visibility" | "joinMode", SQLiteColumn>;
type ListedColumns = FilteredColumns & Record<"id" | "nameFolded", SQLiteColumn>;

/** Part of the groups that the actor may see. */
type Range = { from: (SQLiteTable | Subquery) & ListedColumns; condition: SQL | undefined };

const nonPublic = visibleNonPublicGroups(sql.placeholder("userId"), sql.placeholder("now"));

/**
 * The groups that the actor may see and the query selects. Each range of `groups` has one visibility and one join mode,
 * so that SQLite merges sorted ranges of an index and stops when the page is full.
 */
function rangesOf(shape: Shape): Range[] {
  const { isAdmin, visibility } = shape;
  if (shape.isMine) return [filtered(shape, memberships(isAdmin))];
  const joinModes = shape.joinMode ? [shape.joinMode] : joinModeSchema.options;
  const visibilities = visibilitySchema.options.filter((effective) =>
    isAdmin ? isAtLeast(effective, visibility) : effective === "public",
  );
  const ranges = visibilities.flatMap((effective) =>
    joinModes.map((joinMode) =>
      filtered(
        shape,
        groups,
        and(eq(groups.effectiveVisibility, effective), eq(groups.joinMode, joinMode)),
      ),
    ),
  );
  if (isAdmin) {
    // All groups by name: there is an index for that, and none of the ranges would be small.
    return ranges.length > MAX_TERMS ? [filtered(shape, groups)] : ranges;
  }
  const others = filtered(shape, nonPublic);
  // A group that is set to hidden or system is never public, so that range would be read for nothing.
  return visibility === "hidden" || visibility === "system" ? [others] : [...ranges, others];
}

/** A group is at least as strict as its own visibility. */
function isAtLeast(effective: Visibility, own: Visibility | undefined): boolean {
  const { options } = visibilitySchema;
  return own === undefined || options.indexOf(effective) >= options.indexOf(own);
}

function memberships(isAdmin: boolean) {
  return orm
    .select(listedColumns)
    .from(groupMembers)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, groupMembers.groupId),
        eq(groupMembers.userId, sql.placeholder("userId")),
        isAdmin ? undefined : isVisibleToMember,
      ),
    )
    .as("own_groups");
}

function filtered(shape: Shape, from: Range["from"], condition?: SQL): Range {
  // Not LIKE: D1 refuses patterns over 50 bytes, and `%` is a character like any other.
  const matches = sql`instr(${from.nameFolded}, ${sql.placeholder("search")}) > 0`;
  return {
    from,
    condition: and(condition, filters(shape, from), shape.isSearched ? matches : undefined),
  };
}

function filters(
  { visibility, joinMode, isOfCategory }: Shape,
  table: FilteredColumns,
): SQL | undefined {
  return and(
    isOfCategory ? eq(table.categoryId, sql.placeholder("categoryId")) : undefined,
    visibility && eq(table.visibility, visibility),
    joinMode && eq(table.joinMode, joinMode),
  );
}

function union(ranges: Range[], isListed?: (from: ListedColumns) => SQL): SQL {
  const selects = ranges.map(({ from, condition }) =>
    orm
      .select({ id: from.id, nameFolded: from.nameFolded })
      .from(from)
      .where(and(condition, isListed?.(from)))
      .getSQL(),
  );
  return sql.join(selects, sql` union all `);
}
