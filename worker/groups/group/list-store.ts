import { and, eq, exists, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Subquery } from "drizzle-orm";
import { visibilitySchema } from "#shared/groups/categories.ts";
import type { Visibility } from "#shared/groups/categories.ts";
import { joinModeSchema } from "#shared/groups/groups.ts";
import type { GroupQuery } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  groupCounts,
  groupMembers,
  groups,
  nonPublicCounts,
  nonPublicListings,
} from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import {
  hiddenGroupsOfInvitations,
  isVisibleToMember,
  listedColumns,
} from "#worker/groups/visibility.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { prepareGroups } from "./group-row.ts";

/** D1 refuses a compound select with more terms. */
const MAX_TERMS = 5;

/** A search carries its total from page to page. */
export type ListKey = [nameFolded: string, id: string, total?: number];

/** How many names one page of a search reads. The next page continues after them. */
const SEARCHED_NAMES = 1000;

/** Before every group: names are not empty. */
const START: ListKey = ["", ""];

/** What decides the text of the statements; names and ids are placeholders in it. */
type Shape = Pick<GroupQuery, "visibility" | "joinMode"> & {
  isAdmin: boolean;
  isMine: boolean;
  isOfCategory: boolean;
  isSearched: boolean;
};

/**
 * One page of the groups that the actor may see and the query selects, by name, and how many there are in all. A search reads
 * `SEARCHED_NAMES` names per page. `resumeAt` is where its next page continues, and its total counts the matches among the
 * names of its first page.
 */
export async function listGroups(
  db: Database,
  { userId, isAdmin }: UserActor,
  { visibility, joinMode, myGroups, categoryId = "", search = "" }: GroupQuery,
  [afterName, afterId, knownTotal]: ListKey = START,
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
  const resumeAt = count?.scanned === SEARCHED_NAMES ? splitKey(count.last) : undefined;
  return { rows, total: knownTotal ?? count?.total ?? 0, resumeAt };
}

/** Sorts before every letter of a name. */
const SEPARATOR = "\0";

function splitKey(key: string | null): ListKey | undefined {
  const [name, id] = key?.split(SEPARATOR) ?? [];
  return name === undefined || id === undefined ? undefined : [name, id];
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

// In the `order by` of a compound select, a column has no table (https://www.sqlite.org/lang_select.html#orderby).
const [nameColumn, idColumn] = [groups.nameFolded, groups.id].map(({ name }) =>
  sql.identifier(name),
);
// Not LIKE: D1 refuses patterns over 50 bytes, and `%` is a character like any other.
const matches = sql`instr(${nameColumn}, ${sql.placeholder("search")}) > 0`;

function pageOf(shape: Shape): SQL {
  if (!shape.isSearched) return namesOf(shape, PAGE_LIMIT);
  // The names arrive sorted, so that SQLite stops when the page is full.
  return sql`select ${idColumn}, ${nameColumn} from (${namesOf(shape, SEARCHED_NAMES)})
    where ${matches} limit ${PAGE_LIMIT}`;
}

/** The first names after the cursor, before the search is applied. */
function namesOf(shape: Shape, limit: number): SQL {
  const isAfter = ({ nameFolded, id }: ListedColumns) =>
    sql`(${nameFolded}, ${id}) > (${sql.placeholder("afterName")}, ${sql.placeholder("afterId")})`;
  // The order belongs to the compound select itself: SQLite merges its sorted ranges only then.
  return sql`${union(rangesOf(shape), isAfter)} order by ${nameColumn}, ${idColumn} limit ${limit}`;
}

/** Without a search, the maintained counters are enough. With one, `scanned` is the number of names read, `last` their last. */
function prepareTotal(shape: Shape) {
  const none = { scanned: sql<number>`0`, last: sql<string | null>`null` };
  if (shape.isSearched) {
    return prepare(
      {
        total: sql<number>`count(*) filter (where ${matches})`,
        scanned: sql<number>`count(*)`,
        last: sql<string | null>`max(${nameColumn} || char(0) || ${idColumn})`,
      },
      (fields) => sql`select ${columns(fields)} from (${namesOf(shape, SEARCHED_NAMES)})`,
    );
  }
  if (shape.isMine) {
    return prepare(
      { total: sql<number>`count(*)`, ...none },
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
      { total: sql<number>`${counted()}`, ...none },
      (fields) => sql`select ${columns(fields)}`,
    );
  }
  const asMember = orm
    .select({ total: sql`coalesce(sum(${nonPublicCounts.count}), 0)` })
    .from(nonPublicCounts)
    .where(and(filters(shape, nonPublicCounts), isOwn(nonPublicCounts)));
  const asInvited = orm
    .select({ total: sql`count(*)` })
    .from(invited)
    .where(filters(shape, invited));
  const isPublic = eq(groupCounts.effectiveVisibility, "public");
  const total = sql<number>`${counted(isPublic)} + ${asMember} + ${asInvited}`;
  return prepare({ total, ...none }, (fields) => sql`select ${columns(fields)}`);
}

type FilteredColumns = Record<"categoryId" | "visibility" | "joinMode", SQLiteColumn>;
type ListedColumns = FilteredColumns & Record<"id" | "nameFolded", SQLiteColumn>;

/** Part of the groups that the actor may see. */
type Range = { from: (SQLiteTable | Subquery) & ListedColumns; condition: SQL | undefined };

const invited = hiddenGroupsOfInvitations(sql.placeholder("userId"), sql.placeholder("now"));

const isOwn = ({ userId }: Record<"userId", SQLiteColumn>) => eq(userId, sql.placeholder("userId"));

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
  const others = [
    filtered(shape, nonPublicListings, and(isOwn(nonPublicListings), hasListings(shape))),
    filtered(shape, invited),
  ];
  // A group that is set to hidden or system is never public, so that range would be read for nothing.
  return visibility === "hidden" || visibility === "system" ? others : [...ranges, ...others];
}

/** Evaluated once per statement: skips the listings of a user if none of them passes the filter. */
function hasListings(shape: Shape): SQL | undefined {
  const isSelected = filters(shape, nonPublicCounts);
  if (isSelected === undefined) return undefined;
  const { userId } = nonPublicCounts;
  return exists(
    orm
      .select({ userId })
      .from(nonPublicCounts)
      .where(and(isOwn(nonPublicCounts), isSelected)),
  );
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
  return { from, condition: and(condition, filters(shape, from)) };
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
