import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import type { GroupQuery } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { groupCounts, nonPublicCounts } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import {
  columns,
  countIn,
  LAST_CHARACTER,
  orm,
  prepare,
  prepareAtStart,
} from "#worker/db/statements.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { prepareGroups } from "./group-row.ts";
import {
  admitting,
  filters,
  invited,
  isOwn,
  JOINABLE_MODES,
  joinableQualified,
  rangesOf,
  union,
} from "./list-ranges.ts";
import type { GroupListShape } from "./list-ranges.ts";

/** The place of a group in a list. */
export type Position = [memberRank: number, nameFolded: string, id: string];
/** The last group of a page. A search carries its total from page to page. */
type ListKey = [...Position, total?: number];

/** How many names one page of a search reads. The next page continues after them. */
const SEARCHED_NAMES = 1000;

/** Before and after every group: names are not empty, and have no character after this one. */
const START: Position = [Number.MIN_SAFE_INTEGER, "", ""];
const END: Position = [1, LAST_CHARACTER, ""];

/**
 * One page of the groups that the actor may see and the query selects, sorted, and how many there are in all. A search reads
 * `SEARCHED_NAMES` names per page. `resumeAt` is where its next page continues, and its total counts the matches among the
 * names of its first page.
 */
export async function listGroupRows(
  db: Database,
  { userId, isAdmin, isGuest }: UserActor,
  { visibility, joinMode, myGroups, joinable, sort, categoryId = "", search = "" }: GroupQuery,
  after?: ListKey,
) {
  const isDescending = sort === "-name" || sort === "members";
  const [afterRank, afterName, afterId, knownTotal]: ListKey =
    after ?? (isDescending ? END : START);
  const statements = prepared({
    visibility,
    joinMode,
    isAdmin,
    isGuest,
    isMine: myGroups === "true",
    isJoinable: joinable === "true",
    isByMembers: sort === "members" || sort === "-members",
    isDescending,
    isOfCategory: categoryId !== "",
    isSearched: search !== "",
  });
  const values = {
    userId,
    categoryId,
    search: fold(search),
    now: Date.now(),
    afterRank,
    afterName,
    afterId,
  };
  const [rows, [count]] = await runBatch(db, [statements.page(values), statements.total(values)]);
  const resumeAt = count?.scanned === SEARCHED_NAMES ? splitKey(count.last) : undefined;
  return { rows, total: knownTotal ?? count?.total ?? 0, resumeAt };
}

/** Sorts before every letter of a name. */
const SEPARATOR = "\0";
/** Makes ranks positive numbers of equally many digits, whose text sorts like the numbers. */
const RANK_OFFSET = 2_000_000_000;

function splitKey(key: string | null): Position | undefined {
  const [rank, name, id] = key?.split(SEPARATOR) ?? [];
  if (name === undefined || id === undefined) return undefined;
  return [Number(rank) - RANK_OFFSET, name, id];
}

type Statements = {
  page: ReturnType<typeof prepareGroups>;
  total: ReturnType<typeof prepareTotal>;
};

const preparedByShape = new Map<string, Statements>();

/** At most 2,304 pairs, each built when it is first needed. */
function prepared(shape: GroupListShape, make = prepare): Statements {
  const key = JSON.stringify(shape);
  const known = preparedByShape.get(key) ?? {
    page: prepareGroups(pageOf(shape), orderOf(shape), make),
    total: prepareTotal(shape, make),
  };
  preparedByShape.set(key, known);
  return known;
}

function orderOf(shape: GroupListShape): SQL[] {
  const { memberRank, nameFolded, id } = groups;
  const key = keyOf<SQLiteColumn>(shape, [memberRank, nameFolded, id]);
  return key.map((column) => (shape.isDescending ? desc(column) : asc(column)));
}

/** The parts of the key that the list is sorted by. */
function keyOf<Part>(
  { isByMembers }: GroupListShape,
  [rank, name, id]: [Part, Part, Part],
): Part[] {
  return isByMembers ? [rank, name, id] : [name, id];
}

// In the `order by` of a compound select, a column has no table (https://www.sqlite.org/lang_select.html#orderby).
const [rankColumn, nameColumn, idColumn] = [groups.memberRank, groups.nameFolded, groups.id].map(
  ({ name }) => sql.identifier(name),
);
// Not LIKE: D1 refuses patterns over 50 bytes, and `%` is a character like any other.
const matches = sql`instr(${nameColumn}, ${sql.placeholder("search")}) > 0`;

function pageOf(shape: GroupListShape): SQL {
  if (!shape.isSearched) return namesOf(shape, PAGE_LIMIT);
  // The names arrive sorted, so that SQLite stops when the page is full.
  return sql`select ${idColumn} from (${namesOf(shape, SEARCHED_NAMES)})
    where ${matches} limit ${PAGE_LIMIT}`;
}

/** The first names after the cursor, before the search is applied. */
function namesOf(shape: GroupListShape, limit: number): SQL {
  const [after, direction] = shape.isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const last = keyOf(shape, ["afterRank", "afterName", "afterId"]).map(
    (name) => sql`${sql.placeholder(name)}`,
  );
  const order = keyOf(shape, [rankColumn, nameColumn, idColumn]).map(
    (column) => sql`${column} ${direction}`,
  );
  const isAfter = (key: SQLiteColumn[]) => sql`(${list(key)}) ${after} (${list(last)})`;
  // The order belongs to the compound select itself: SQLite merges its sorted ranges only then.
  return sql`${union(shape, rangesOf(shape), isAfter)} order by ${list(order)} limit ${limit}`;
}

function list(parts: SQLWrapper[]): SQL {
  return sql.join(parts, sql`, `);
}

/** Without a search, the maintained counters are enough. With one, `scanned` is the number of names read, `last` their last. */
function prepareTotal(shape: GroupListShape, make: typeof prepare) {
  const none = { scanned: sql<number>`0`, last: sql<string | null>`null` };
  if (shape.isSearched) {
    const end = shape.isDescending ? sql`min` : sql`max`;
    // In the order of names, the rank does not matter.
    const rank = shape.isByMembers ? rankColumn : sql`0`;
    const key = sql`printf('%010d', ${RANK_OFFSET} + ${rank}) || char(0) || ${nameColumn} || char(0) || ${idColumn}`;
    return make(
      {
        total: sql<number>`count(*) filter (where ${matches})`,
        scanned: sql<number>`count(*)`,
        last: sql<string | null>`${end}(${key})`,
      },
      (fields) => sql`select ${columns(fields)} from (${namesOf(shape, SEARCHED_NAMES)})`,
    );
  }
  if (shape.isMine || shape.isGuest) {
    return make(
      { total: sql<number>`count(*)`, ...none },
      (fields) => sql`select ${columns(fields)} from (${union(shape, rangesOf(shape))})`,
    );
  }
  if (shape.isJoinable) {
    const total = sql<number>`${countJoinable(shape)}`;
    return make({ total, ...none }, (fields) => sql`select ${columns(fields)}`);
  }
  const isSelected = filters(shape, groupCounts);
  const counted = (condition?: SQL) =>
    orm
      .select({ total: sql`coalesce(sum(${groupCounts.count}), 0)` })
      .from(groupCounts)
      .where(and(isSelected, condition));
  if (shape.isAdmin) {
    return make(
      { total: sql<number>`${counted()}`, ...none },
      (fields) => sql`select ${columns(fields)}`,
    );
  }
  const asMember = orm
    .select({ total: sql`coalesce(sum(${nonPublicCounts.count}), 0)` })
    .from(nonPublicCounts)
    .where(and(filters(shape, nonPublicCounts), isOwn(nonPublicCounts)));
  const asInvited = countIn(invited(), filters(shape, invited()));
  const isPublic = eq(groupCounts.effectiveVisibility, "public");
  const total = sql<number>`${counted(isPublic)} + ${asMember} + ${asInvited}`;
  return make({ total, ...none }, (fields) => sql`select ${columns(fields)}`);
}

/**
 * Counts public groups that admit or take requests without the reader's own, groups that the reader qualifies for, and
 * groups that an invitation opens.
 */
function countJoinable(shape: GroupListShape): SQL<number> {
  const isOpen = (table: Record<"joinMode", SQLiteColumn>) =>
    inArray(table.joinMode, JOINABLE_MODES);
  const isCounted = and(
    eq(groupCounts.effectiveVisibility, "public"),
    isOpen(groupCounts),
    filters(shape, groupCounts),
  );
  const all = orm
    .select({ total: sql`coalesce(sum(${groupCounts.count}), 0)` })
    .from(groupCounts)
    .where(isCounted);
  const own = orm
    .select({ total: sql`count(*)` })
    .from(groupMembers)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, groupMembers.groupId),
        eq(groupMembers.userId, sql.placeholder("userId")),
        eq(groups.effectiveVisibility, "public"),
        isOpen(groups),
        filters(shape, groups),
      ),
    );
  const opened = countIn(admitting(), filters(shape, admitting()));
  const qualified = countIn(joinableQualified(), filters(shape, joinableQualified()));
  return sql`${all} - ${own} + ${qualified} + ${opened}`;
}

// The list as it opens for a member. JSON leaves out what is undefined, so that the key is that of a request.
prepared(
  {
    visibility: undefined,
    joinMode: undefined,
    isAdmin: false,
    isGuest: false,
    isMine: false,
    isJoinable: false,
    isByMembers: false,
    isDescending: false,
    isOfCategory: false,
    isSearched: false,
  },
  prepareAtStart,
);
