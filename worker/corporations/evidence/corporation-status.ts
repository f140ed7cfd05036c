import { and, count, desc, eq, isNotNull, not, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { CorporationStatus } from "#shared/corporations/corporations.ts";
import { DIRECTOR_LOSSES, kindList } from "#shared/events/kinds.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";

const isOwn = eq(directors.corporationId, corporations.id);

/** SQL condition: the director's last check and the calls since have succeeded (`healthOf`). */
export const isHealthyDirector = sql<boolean>`(${directors.isHealthy} and ${directors.failureCount} = 0)`;

const countOwn = (condition?: SQL) =>
  orm.select({ count: count() }).from(directors).where(and(isOwn, condition));
const directorCount = countOwn();
const healthyCount = countOwn(isHealthyDirector);
const checkedCount = countOwn(isNotNull(directors.checkedAt));

/** SQL condition on a director, the user of its character, and the instant in milliseconds: fetches choose among these. */
export function isUsableDirector(
  now: Placeholder,
  isHealthy: SQLiteColumn = directors.isHealthy,
  suspendedUntil: SQLiteColumn = users.suspendedUntil,
): SQL | undefined {
  return and(eq(isHealthy, true), not(isSuspended(now, suspendedUntil)));
}

/**
 * SQL condition on `corporations`: runs of the category begin by themselves. In active corporations; all but public data needs a healthy
 * director, or for the list of members a member.
 */
export function isScheduled(category: SQLWrapper): SQL {
  // Any member may read the list of members.
  return sql`${corporations.isActive} and (${category} = 'public' or (${corporations.assignedCharacterId} is not null
    and exists (select 1 from ${directors} where ${isOwn} and (${directors.isHealthy} or (${category} = 'core' and ${directors.problem} = 'missing_role')))))`;
}

const usableCount = orm
  .select({ count: count() })
  .from(directors)
  .innerJoin(characters, eq(characters.id, directors.characterId))
  .leftJoin(users, eq(users.id, characters.userId))
  .where(and(isOwn, isUsableDirector(sql.placeholder("now"))));
const lastLoss = orm
  .select({ at: auditEvents.createdAt })
  .from(auditEvents)
  .where(
    and(
      eq(auditEvents.corporationId, corporations.id),
      sql`${auditEvents.kind} in ${sql.raw(kindList(DIRECTOR_LOSSES))}`,
    ),
  )
  .orderBy(desc(auditEvents.id))
  .limit(1);

/** Columns of a query on `corporations`, with the placeholder `now` in milliseconds. */
export const STATUS_COLUMNS = {
  isActive: corporations.isActive,
  directorCount: sql<number>`(${directorCount})`,
  healthyDirectorCount: sql<number>`(${healthyCount})`,
  usableDirectorCount: sql<number>`(${usableCount})`,
  checkedDirectorCount: sql<number>`(${checkedCount})`,
  /** When the last usable director was lost; null while there is one, and where healthy ones are suspended. In milliseconds. */
  lostAt: sql<
    number | null
  >`case when not exists (select 1 from ${directors} where ${isOwn} and ${directors.isHealthy}) then (${lastLoss}) end`,
};

type StatusRow = Pick<LostRow, keyof typeof STATUS_COLUMNS>;

/** The worst that is true. */
export function statusOf(row: StatusRow): CorporationStatus {
  if (!row.isActive) return { state: "inactive", since: null };
  if (row.directorCount === 0) return { state: "no_director", since: null };
  if (row.usableDirectorCount === 0) {
    if (row.checkedDirectorCount === 0) return { state: "not_checked", since: null };
    const since = row.lostAt === null ? null : new Date(row.lostAt).toISOString();
    return { state: "no_usable_director", since };
  }
  const isWhole = row.healthyDirectorCount === row.directorCount;
  return { state: isWhole ? "working" : "some_directors_fail", since: null };
}

const LISTED = 20;

/** Active corporations that have lost their last usable director. Placeholders: `isAdmin` (0 or 1) and `now`. */
const selectLost = prepareAtStart(
  { corporationId: corporations.id, name: corporations.name, ...STATUS_COLUMNS },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .where(
        and(
          sql`${sql.placeholder("isAdmin")} = 1`,
          eq(corporations.isActive, true),
          sql`(${checkedCount}) > 0`,
          sql`(${usableCount}) = 0`,
        ),
      )
      .orderBy(corporations.nameFolded)
      .limit(LISTED),
);

type LostRow = RowOfStatement<typeof selectLost>;

/** For administrators; nobody else sees any. */
export function selectWithoutDirector({ isAdmin }: { isAdmin: boolean }, now: number) {
  return selectLost({ isAdmin: Number(isAdmin), now });
}

export function presentWithoutDirector(rows: LostRow[]) {
  return rows.map(({ corporationId, name, ...row }) => ({
    corporationId,
    name,
    since: statusOf(row).since,
  }));
}
