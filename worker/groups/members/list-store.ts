import { and, asc, desc, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import type { GroupRole, MemberQuery, MemberSort } from "#shared/groups/groups.ts";
import { MOST_COUNTED_ENDS } from "#shared/groups/ends.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { mainNameSuffixes } from "#worker/db/schema/characters.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { groupRequirements, membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, existsIn, LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { tickerOfPilot } from "#worker/universe/names.ts";
import {
  isOfMember,
  isShownProblem,
  problemFields,
  UNCHECKED_MS,
} from "#worker/requirements/problems.ts";

export const memberFields = {
  userId: groupMembers.userId,
  role: groupMembers.role,
  rank: sql<number>`${groupMembers.rank}`,
  joinedAt: groupMembers.joinedAt,
  nameFolded: groupMembers.nameFolded,
  endsAt: groupMembers.endsAt,
  emergencyId: groupMembers.emergencyId,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: characters.name,
  ticker: tickerOfPilot(characters.id),
  suspendedUntil: users.suspendedUntil,
  ...problemFields,
};

export type MemberRow = RowOfStatement<ReturnType<typeof prepareMembers>>;

type Key = (string | number)[];
type Selection = { role: GroupRole | undefined; sort: MemberSort };

const RANKS: Record<GroupRole, number> = { owner: 0, admin: 1, member: 2 };

/** How many names a search reads at most: of members that begin with it, and of mains that contain it. */
const SEARCHED_NAMES = 200;

// ── Orders ────────────────────────────────────────────────────────────────────────────────────

type Order = {
  columns: SQL[];
  isDescending: boolean;
  /** Before every member. */
  start: Key;
  keyOf: (row: MemberRow) => Key;
};

const { rank, joinedAt, nameFolded, userId } = groupMembers;
const joined = [sql`${joinedAt}`, sql`${userId}`];
const named = [sql`${nameFolded}`, sql`${userId}`];
const byJoining = {
  columns: joined,
  keyOf: (row: MemberRow) => [row.joinedAt.getTime(), row.userId],
};
const byName = { columns: named, keyOf: (row: MemberRow) => [row.nameFolded, row.userId] };

const ORDERS: Record<MemberSort, Order> = {
  role: {
    columns: [sql`${rank}`, ...joined],
    isDescending: false,
    start: [-1, 0, ""],
    keyOf: (row) => [row.rank, row.joinedAt.getTime(), row.userId],
  },
  joined: { ...byJoining, isDescending: false, start: [-1, ""] },
  "-joined": { ...byJoining, isDescending: true, start: [Number.MAX_SAFE_INTEGER, ""] },
  name: { ...byName, isDescending: false, start: ["", ""] },
  "-name": { ...byName, isDescending: true, start: [LAST_CHARACTER, ""] },
};

/** Members of one role are sorted by the date of joining when they are sorted by role. */
function orderOf({ role, sort }: Selection): Order {
  return ORDERS[role !== undefined && sort === "role" ? "joined" : sort];
}

/** The sort key of a row, for the cursor. */
export function keyOf(row: MemberRow, selection: Selection): Key {
  return orderOf(selection).keyOf(row);
}

function orderBy({ columns, isDescending }: Order): SQL[] {
  return columns.map(isDescending ? desc : asc);
}

function isAfter({ columns, isDescending }: Order): SQL {
  const key = columns.map((_, index) => sql`${sql.placeholder(`key${index}`)}`);
  return sql`(${sql.join(columns, sql`, `)}) ${isDescending ? sql`<` : sql`>`} (${sql.join(key, sql`, `)})`;
}

// ── Statements ────────────────────────────────────────────────────────────────────────────────

const isOfGroup = eq(groupMembers.groupId, sql.placeholder("groupId"));
const isOfRank = sql`${rank} = ${sql.placeholder("rank")}`;

/** The members whose ids `ids` selects. A cross join in SQLite keeps its order: from the page to the members. */
function prepareMembers(ids: SQL, order: Order, condition?: SQL) {
  const page = orm.$with("page", { userId: groupMembers.userId }).as(ids);
  return prepare(memberFields, (fields) =>
    orm
      .with(page)
      .select(fields)
      .from(page)
      .crossJoin(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(membershipProblems, isOfMember)
      .where(and(isOfGroup, eq(groupMembers.userId, page.userId), condition))
      .orderBy(...orderBy(order))
      .limit(PAGE_LIMIT),
  );
}

/** Selects the ids of one page. Each shape reads a range of one index, and stops when the page is full. */
function idsOfPage(selection: Selection): SQL {
  const { role } = selection;
  const order = orderOf(selection);
  const members = (condition: SQL | undefined) =>
    sql`select ${userId}, ${joinedAt} from ${groupMembers} where ${and(isOfGroup, condition)}`;
  const sorted = (condition: SQL | undefined) =>
    sql`${members(condition)} order by ${sql.join(orderBy(order), sql`, `)} limit ${PAGE_LIMIT}`;
  const isNext = isAfter(order);
  const idsOf = (pages: SQL) => sql`select ${sql.identifier(userId.name)} from (${pages})`;

  if (role === undefined) {
    if (order.columns !== joined) return idsOf(sorted(isNext));
    // The owner and the admins are few; the others are in the order of the index.
    const others = sql`select * from (${sorted(and(sql`${rank} = 2`, isNext))})`;
    return idsOf(sql`${others} union all ${members(and(sql`${rank} < 2`, isNext))}`);
  }
  if (order.columns === joined) return idsOf(sorted(and(isOfRank, isNext)));
  // A plus, like a comparison with 1, keeps an index from being used (https://www.sqlite.org/optoverview.html). Most members
  // are plain ones, so their names are read in order; the owner and the admins are few, so all of them are read and sorted.
  return role === "member"
    ? idsOf(sorted(and(sql`+${isOfRank}`, isNext)))
    : idsOf(members(and(isOfRank, sql`(${isNext}) = 1`)));
}

// ── Search ────────────────────────────────────────────────────────────────────────────────────

const beginning = orm
  .select({ userId: groupMembers.userId })
  .from(groupMembers)
  .where(
    and(
      isOfGroup,
      gte(nameFolded, sql.placeholder("search")),
      lt(nameFolded, sql.placeholder("end")),
    ),
  )
  .orderBy(nameFolded)
  .limit(SEARCHED_NAMES);

/** Mains of the whole community whose name contains the text: the index of parts of names knows no groups. */
const containing = orm
  .selectDistinct({ characterId: mainNameSuffixes.characterId })
  .from(mainNameSuffixes)
  .where(
    and(
      gte(mainNameSuffixes.suffix, sql.placeholder("search")),
      lt(mainNameSuffixes.suffix, sql.placeholder("end")),
    ),
  )
  .limit(SEARCHED_NAMES);

const mains = containing.as("containing");
const membersContaining = orm
  .select({ userId: groupMembers.userId })
  .from(mains)
  .crossJoin(characters)
  .crossJoin(groupMembers)
  .where(
    and(
      eq(characters.id, mains.characterId),
      isOfGroup,
      eq(groupMembers.userId, characters.userId),
    ),
  );

/** The owner and the admins are few, so all of their names are read. */
const managersContaining = orm
  .select({ userId: groupMembers.userId })
  .from(groupMembers)
  .where(and(isOfGroup, isOfRank, sql`instr(${nameFolded}, ${sql.placeholder("search")}) > 0`));

function idsOfSearch({ role }: Selection): SQL {
  return role === "owner" || role === "admin"
    ? managersContaining.getSQL()
    : sql`select * from ${beginning} union ${membersContaining.getSQL()}`;
}

/** Whether the search reached the limit of the names it reads. */
const selectIsCut = prepare(
  {
    isCut: sql<number>`max((select count(*) from ${beginning}), (select count(*) from ${containing})) = ${SEARCHED_NAMES}`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

// ── Reads ─────────────────────────────────────────────────────────────────────────────────────

type Statements = Record<"page" | "search", ReturnType<typeof prepareMembers>>;

const preparedBySelection = new Map<string, Statements>();

/** At most twenty pairs, each built when it is first needed. */
function prepared(selection: Selection): Statements {
  const key = `${selection.role} ${selection.sort}`;
  const order = orderOf(selection);
  const known = preparedBySelection.get(key) ?? {
    page: prepareMembers(idsOfPage(selection), order),
    search: prepareMembers(idsOfSearch(selection), order, selection.role && isOfRank),
  };
  preparedBySelection.set(key, known);
  return known;
}

/** A group and one page of its members, whether or not the actor may see them. */
export async function listMemberRows(
  db: Database,
  actor: UserActor,
  groupId: string,
  selection: Selection,
  key: Key | undefined,
) {
  const { start } = orderOf(selection);
  const after = key?.length === start.length ? key : start;
  const values = Object.fromEntries(after.map((value, index) => [`key${index}`, value]));
  const [[group], members, [counts]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    prepared(selection).page({ groupId, ...rankOf(selection), ...values }),
    countProblems(actor, groupId),
  ]);
  return { group, members, counts };
}

/** A group and its members whose names contain the search, whether or not the actor may see them. */
export async function findMembers(
  db: Database,
  actor: UserActor,
  groupId: string,
  { search, ...selection }: Selection & { search: string },
) {
  const folded = fold(search);
  const values = { groupId, search: folded, end: folded + LAST_CHARACTER, ...rankOf(selection) };
  const [[group], members, [limit], [counts]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    prepared(selection).search(values),
    selectIsCut(values),
    countProblems(actor, groupId),
  ]);
  const isOfManagers = selection.role === "owner" || selection.role === "admin";
  return { group, members, counts, isCut: !isOfManagers && limit?.isCut === 1 };
}

function rankOf({ role }: Selection): { rank?: number } {
  return role === undefined ? {} : { rank: RANKS[role] };
}

export type ProblemKind = NonNullable<MemberQuery["problem"]>;

/** SQL conditions on `membership_problems`. */
const isShown = isShownProblem(sql`${sql.placeholder("isAdmin")}`);
export const isOfKind: Record<Exclude<ProblemKind, "ending">, SQL> = {
  grace: sql`(${membershipProblems.graceEndsAt} is not null and ${isShown})`,
  unknown: sql`(${membershipProblems.outcome} = 'unknown'
    and ${membershipProblems.since} <= ${sql.placeholder("uncheckedSince")} and ${isShown})`,
};
export const isProblemOfGroup = eq(membershipProblems.groupId, sql.placeholder("groupId"));

/** SQL condition on `group_members`: the requirements alone decide who is a member. */
export const isAutomatic = existsIn(
  groupRequirements,
  eq(groupRequirements.groupId, groupMembers.groupId),
  eq(groupRequirements.enrolment, "automatic"),
);
/** SQL condition on `group_members`: in the order of a partial index. As `endOf` says. */
export const hasEndInGroup = sql`${eq(groupMembers.groupId, sql.placeholder("groupId"))} and ${isNotNull(groupMembers.endsAt)}
  and (${groupMembers.emergencyId} is not null or not ${isAutomatic})`;
const ends = orm
  .select({ one: sql`1` })
  .from(groupMembers)
  .where(hasEndInGroup)
  .limit(MOST_COUNTED_ENDS);

const selectCounts = prepare(
  {
    grace: sql<number>`coalesce(sum(${isOfKind.grace}), 0)`,
    unknown: sql<number>`coalesce(sum(${isOfKind.unknown}), 0)`,
    ending: sql<number>`(select count(*) from (${ends.getSQL()}))`,
  },
  (fields) => sql`select ${columns(fields)} from ${membershipProblems} where ${isProblemOfGroup}`,
);

/** The values that a statement about the problems of a group takes. */
export function problemValues({ isAdmin }: UserActor, groupId: string) {
  return { groupId, uncheckedSince: Date.now() - UNCHECKED_MS, isAdmin: Number(isAdmin) };
}

/** The statement that counts the members of a group with each kind of problem. */
export function countProblems(actor: UserActor, groupId: string) {
  return selectCounts(problemValues(actor, groupId));
}
