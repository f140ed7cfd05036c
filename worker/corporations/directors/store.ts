import {
  and,
  asc,
  count,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  ne,
  sql,
} from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import type { DirectorProblem } from "#shared/corporations/corporations.ts";
import { isHealthyDirector } from "#worker/corporations/evidence/corporation-status.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { corporations, directors, fetchRuns, healthMarks } from "#worker/db/schema/corporations.ts";
import { insertWhere, orm, prepare, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

const MARKS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

// ── Corporations and characters ───────────────────────────────────────────────────────────────

/** What directors and fetches need to know about a corporation. */
export const selectManaged = prepare(
  {
    name: corporations.name,
    isActive: corporations.isActive,
    assignedCharacterId: corporations.assignedCharacterId,
    directorCount: sql<number>`(${orm
      .select({ count: count() })
      .from(directors)
      .where(eq(directors.corporationId, corporations.id))})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .where(eq(corporations.id, sql.placeholder("corporationId"))),
);

const isLinked = isNotNull(characters.userId);

/** The character, if it is linked to an account. */
export const selectLinked = prepare({ id: characters.id, name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(characters)
    .where(and(eq(characters.id, sql.placeholder("characterId")), isLinked)),
);

// ── Directors ─────────────────────────────────────────────────────────────────────────────────

export type DirectorRow = ReturnType<ReturnType<typeof selectDirectors>["read"]>[number];

/** `failed_at` has the last call that failed, the runs have those that worked. */
const lastUsedAt = sql<number | null>`nullif(max(coalesce(${directors.failedAt}, 0), coalesce((
  select max(${fetchRuns.startedAt}) from ${fetchRuns} where ${fetchRuns.directorId} = ${directors.id}
), 0)), 0)`;

const { failedAt: _, createdAt: __, ...ownColumns } = getTableColumns(directors);

const turnOrder = [asc(directors.priority), asc(directors.createdAt), asc(directors.id)];

const DIRECTOR = {
  ...ownColumns,
  characterName: characters.name,
  lastUsedAt,
  isAssigned: sql<number>`${corporations.assignedCharacterId} is ${directors.characterId}`,
  tokenState: eveTokens.state,
  scopes: eveTokens.scopes,
  suspendedUntil: users.suspendedUntil,
};

/** In the order in which they are shown. Conditions may use `directors` and `corporations`. */
export function selectDirectors(where: SQL | undefined, limit = -1) {
  return rows(DIRECTOR, (fields) => directorsWhere(fields, where).limit(limit));
}

/** All directors of a corporation, in the order in which they are shown. */
export const selectDirectorsOf = prepare(DIRECTOR, (fields) =>
  directorsWhere(fields, eq(directors.corporationId, sql.placeholder("corporationId"))),
);

/** The directors of the corporation of a fetch run. */
export const selectDirectorsOfRun = prepare(DIRECTOR, (fields) => {
  const corporationId = orm
    .select({ id: fetchRuns.corporationId })
    .from(fetchRuns)
    .where(eq(fetchRuns.id, sql.placeholder("runId")));
  return directorsWhere(fields, eq(directors.corporationId, sql`(${corporationId})`));
});

function directorsWhere(fields: typeof DIRECTOR, where: SQL | undefined) {
  return orm
    .select(fields)
    .from(directors)
    .innerJoin(corporations, eq(corporations.id, directors.corporationId))
    .innerJoin(characters, eq(characters.id, directors.characterId))
    .leftJoin(eveTokens, eq(eveTokens.characterId, directors.characterId))
    .leftJoin(users, eq(users.id, characters.userId))
    .where(where)
    .orderBy(...turnOrder);
}

/** SQL condition on a row of `directors`. */
export function isOf(corporationId: number, characterId: number): SQL | undefined {
  return and(eq(directors.corporationId, corporationId), eq(directors.characterId, characterId));
}

/** SQL condition: the character is a director of the corporation. */
export function isDirector(corporationId: number, characterId: number): SQL {
  return exists(
    orm.select({ id: directors.id }).from(directors).where(isOf(corporationId, characterId)),
  );
}

/** SQL condition: the director exists, with this priority if one is given. */
export function isPresent(directorId: string, priority?: number): SQL {
  const hasPriority = priority === undefined ? undefined : eq(directors.priority, priority);
  return exists(
    orm
      .select({ id: directors.id })
      .from(directors)
      .where(and(eq(directors.id, directorId), hasPriority)),
  );
}

/** SQL condition: the character is linked and no director yet, and the corporation has room for another director. */
export function canBeAdded(corporationId: number, characterId: number): SQL {
  const linked = orm
    .select({ id: characters.id })
    .from(characters)
    .where(and(eq(characters.id, characterId), isLinked));
  const others = orm
    .select({ count: count() })
    .from(directors)
    .where(eq(directors.corporationId, corporationId));
  return sql`(${exists(linked)} and not ${isDirector(corporationId, characterId)}
    and (${others}) < ${MAX_DIRECTORS})`;
}

type NewDirector = Pick<
  typeof directors.$inferInsert,
  "corporationId" | "characterId" | "priority"
>;

export function insertDirector(director: NewDirector, condition: SQL): Statement {
  const row = { ...director, id: randomToken(12), createdAt: new Date() };
  return insertWhere(directors, row, condition);
}

export function updatePriority(directorId: string, priority: number, condition: SQL): Statement {
  return orm
    .update(directors)
    .set({ priority })
    .where(and(eq(directors.id, directorId), condition));
}

export function deleteDirector(directorId: string, condition: SQL): Statement {
  return orm.delete(directors).where(and(eq(directors.id, directorId), condition));
}

// ── The assigned director ─────────────────────────────────────────────────────────────────────

/** Assigns the first director in order, other than `exceptId`; null if there is none. */
function assignFirst(where: SQL | undefined, exceptId = ""): Statement {
  const first = orm
    .select({ characterId: directors.characterId })
    .from(directors)
    .where(and(eq(directors.corporationId, corporations.id), ne(directors.id, exceptId)))
    .orderBy(...turnOrder)
    .limit(1);
  return orm
    .update(corporations)
    .set({ assignedCharacterId: sql`(${first})` })
    .where(where);
}

/** If no director is assigned. */
export function assignIfVacant(corporationId: number, condition: SQL): Statement {
  return assignFirst(
    and(
      eq(corporations.id, corporationId),
      sql`${corporations.assignedCharacterId} is null`,
      condition,
    ),
  );
}

/** If this director is the assigned one when the statement runs. Precedes the director's deletion. */
export function assignSuccessor(director: DirectorRow, condition: SQL): Statement {
  const { id, corporationId, characterId } = director;
  return assignFirst(
    and(
      eq(corporations.id, corporationId),
      eq(corporations.assignedCharacterId, characterId),
      condition,
    ),
    id,
  );
}

// ── Health ────────────────────────────────────────────────────────────────────────────────────

export type CheckedDirector = Pick<
  DirectorRow,
  "id" | "isHealthy" | "failureCount" | "problem" | "roles" | "rolesEtag"
> & { rolesExpireAt: number | null; checkedAt: number | null };

const hasNoLaterCheck = (beganAt: number) =>
  sql`coalesce(${directors.attemptedAt}, 0) <= ${beganAt}`;

/** SQL condition: no check of the director that began later has ended, and none has found the change before. */
export function isNewlyFound({ id, isHealthy }: DirectorRow, beganAt: number): SQL {
  return exists(
    orm
      .select({ id: directors.id })
      .from(directors)
      .where(
        and(eq(directors.id, id), eq(directors.isHealthy, isHealthy), hasNoLaterCheck(beganAt)),
      ),
  );
}

/** Writes what a check that began at `beganAt` found, for several directors at once, unless a later one has ended. */
export function updateChecked(checked: CheckedDirector[], beganAt: number): Statement {
  const of = (field: keyof CheckedDirector) => sql`json_extract(j.value, ${`$.${field}`})`;
  return orm
    .update(directors)
    .set({
      isHealthy: of("isHealthy"),
      failureCount: of("failureCount"),
      problem: of("problem"),
      roles: of("roles"),
      rolesEtag: of("rolesEtag"),
      rolesExpireAt: of("rolesExpireAt"),
      checkedAt: of("checkedAt"),
      attemptedAt: new Date(beganAt),
    })
    .from(sql`json_each(${JSON.stringify(checked)}) j`)
    .where(and(eq(directors.id, of("id")), hasNoLaterCheck(beganAt)));
}

/**
 * A call with this director failed: `failedAt`; or one worked after others had failed. A run has read the director before its calls, so
 * it does not overwrite what a check found since: only a check makes a director healthy again.
 */
export function updateHealth(
  { id, isHealthy, failureCount }: Pick<DirectorRow, "id" | "isHealthy" | "failureCount">,
  outcome: { problem: DirectorProblem; failedAt: number } | { problem: null },
): Statement {
  const { problem } = outcome;
  // A failure casts doubt on the roles that EVE last reported: the next check requests them again.
  const failed = problem !== null && {
    failedAt: new Date(outcome.failedAt),
    rolesExpireAt: null,
  };
  return orm
    .update(directors)
    .set({
      isHealthy: sql`${directors.isHealthy} and ${isHealthy}`,
      failureCount,
      problem,
      ...failed,
    })
    .where(and(eq(directors.id, id), failed ? undefined : eq(directors.isHealthy, isHealthy)));
}

/** A mark for each of these corporations of which the round has reached all directors. */
export function insertMarks(round: number, corporationIds: number[]): Statement {
  const ids = sql`(select value from json_each(${JSON.stringify(corporationIds)}))`;
  return orm
    .insert(healthMarks)
    .select(
      orm
        .select({
          corporationId: directors.corporationId,
          at: sql`${round}`.as("at"),
          directors: count().as("directors"),
          healthy: sql`sum(${isHealthyDirector})`.as("healthy"),
          failing: sql`sum(${directors.isHealthy} and ${directors.failureCount} > 0)`.as("failing"),
          unknown: sql`sum(coalesce(${directors.checkedAt}, 0) < ${round})`.as("unknown"),
        })
        .from(directors)
        .where(inArray(directors.corporationId, ids))
        .groupBy(directors.corporationId)
        .having(sql`min(coalesce(${directors.attemptedAt}, 0)) >= ${round}`),
    )
    .onConflictDoNothing();
}

export function deleteOldMarks(now: Date): Statement {
  return orm.delete(healthMarks).where(lt(healthMarks.at, new Date(now.getTime() - MARKS_KEPT_MS)));
}

/** SQL condition: the corporation is active, and the round has not reached the director yet. */
export function isAwaitingCheck(round: number, corporationId: number | null): SQL | undefined {
  return and(
    sql`coalesce(${directors.attemptedAt}, 0) < ${round}`,
    eq(corporations.isActive, true),
    corporationId === null ? undefined : eq(directors.corporationId, corporationId),
  );
}
