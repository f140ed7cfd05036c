import { and, asc, desc, eq, exists, gt, notExists, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import { fold } from "#shared/fold.ts";
import { guard } from "#worker/db/batch.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { names } from "#worker/db/schema/characters.ts";
import { corporations, dataPages, fetchRuns, healthMarks } from "#worker/db/schema/corporations.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { STATUS_COLUMNS } from "#worker/corporations/evidence/corporation-status.ts";
import { listedCount } from "#worker/corporations/evidence/apply-lists.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

const ceo = alias(names, "ceo");
const alliance = alias(names, "alliance");

const run = alias(fetchRuns, "run");
const latest = alias(fetchRuns, "latest");
const latestRun = orm
  .select({ rowid: sql`${latest}.rowid` })
  .from(latest)
  .where(and(eq(latest.corporationId, corporations.id), eq(latest.category, sql`category.value`)))
  .orderBy(desc(latest.startedAt), sql`${latest}.rowid desc`)
  .limit(1);
/** The latest run of each category knows when the last one before it has succeeded. */
const lastSuccess = sql`select max(iif(${run.finishedAt} is not null and ${run.error} is null, ${run.finishedAt},
    ${run.plan} ->> '$.lastSuccessAt'))
  from json_each(${sql.raw(`'${JSON.stringify(corporationCategorySchema.options)}'`)}) as category
  cross join ${fetchRuns} as ${run} on ${run}.rowid = (${latestRun})`;

const members = orm
  .select({ page: dataPages.page })
  .from(dataPages)
  .where(and(eq(dataPages.corporationId, corporations.id), eq(dataPages.source, "members")));

const COLUMNS = {
  corporationId: corporations.id,
  name: corporations.name,
  nameFolded: corporations.nameFolded,
  ticker: corporations.ticker,
  assignedCharacterId: corporations.assignedCharacterId,
  assignedCharacterName: characters.name,
  ...STATUS_COLUMNS,
  isVerified: corporations.isVerified,
  lastVerified: corporations.verifiedAt,
  verificationFailedAt: corporations.verificationFailedAt,
  lastSync: sql<number | null>`(${lastSuccess})`,
  createdAt: corporations.createdAt,
  memberCount: corporations.memberCount,
  ceoId: corporations.ceoId,
  ceoName: ceo.name,
  allianceId: corporations.allianceId,
  allianceName: alliance.name,
  /** Null until the members have been fetched. */
  linkedMemberCount: sql<number | null>`case when ${exists(members)}
    then ${corporations.linkedMemberCount} end`,
  /** Null until the members have been fetched. */
  listedMemberCount: listedCount(sql`${corporations.id}`),
};

const from = (fields: typeof COLUMNS) =>
  orm
    .select(fields)
    .from(corporations)
    .leftJoin(characters, eq(characters.id, corporations.assignedCharacterId))
    .leftJoin(ceo, eq(ceo.id, corporations.ceoId))
    .leftJoin(alliance, eq(alliance.id, corporations.allianceId));

const selectById = prepare(COLUMNS, (fields) =>
  from(fields).where(eq(corporations.id, sql.placeholder("id"))),
);

export type CorporationRow = RowOfStatement<typeof selectById>;

export const selectCorporation = (id: number) => selectById({ id, now: Date.now() });

// ── The list ──────────────────────────────────────────────────────────────────────────────────

/** A part of the name or of the ticker; every name contains the empty text. */
const matches = sql`(instr(${corporations.nameFolded}, ${sql.placeholder("search")}) > 0
  or instr(${corporations.tickerFolded}, ${sql.placeholder("search")}) > 0)`;
const isAfter = sql`(${corporations.nameFolded}, ${corporations.id})
  > (${sql.placeholder("nameFolded")}, ${sql.placeholder("id")})`;

const selectPage = prepare(COLUMNS, (fields) =>
  from(fields)
    .where(and(matches, isAfter))
    .orderBy(asc(corporations.nameFolded), asc(corporations.id))
    .limit(PAGE_LIMIT),
);
const countMatches = prepare({ total: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(corporations).where(matches),
);

/** By name, after the corporation of this name and id. */
export function listCorporations(search = "", after = { nameFolded: "", id: 0 }) {
  const folded = { search: fold(search) };
  return [selectPage({ ...folded, ...after, now: Date.now() }), countMatches(folded)] as const;
}

// ── Parts of a corporation ────────────────────────────────────────────────────────────────────

export const selectCounters = prepare(
  {
    journalCount: corporations.journalCount,
    contractCount: corporations.contractCount,
    killmailCount: corporations.killmailCount,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .where(eq(corporations.id, sql.placeholder("id"))),
);

/** `since` in milliseconds since 1970. */
export const selectMarks = prepare(
  {
    at: healthMarks.at,
    directors: healthMarks.directors,
    healthy: healthMarks.healthy,
    failing: healthMarks.failing,
    unknown: healthMarks.unknown,
  },
  (fields) =>
    orm
      .select(fields)
      .from(healthMarks)
      .where(
        and(
          eq(healthMarks.corporationId, sql.placeholder("id")),
          gt(healthMarks.at, sql.placeholder("since")),
        ),
      )
      .orderBy(asc(healthMarks.at)),
);

// ── Changes ───────────────────────────────────────────────────────────────────────────────────

/** Undoes its batch if the corporation exists. */
export function requireNew(id: number): Statement {
  const found = orm
    .select({ id: corporations.id })
    .from(corporations)
    .where(eq(corporations.id, id));
  return guard(notExists(found));
}

export function insertCorporation(corporation: typeof corporations.$inferInsert): Statement {
  return orm.insert(corporations).values(corporation);
}

export type Configuration = Partial<
  Pick<typeof corporations.$inferSelect, "isActive" | "assignedCharacterId">
>;

/** SQL condition: the corporation has these values. */
export function isConfigured(id: number, { isActive, assignedCharacterId }: Configuration): SQL {
  const found = orm
    .select({ id: corporations.id })
    .from(corporations)
    .where(
      and(
        eq(corporations.id, id),
        isActive === undefined ? undefined : eq(corporations.isActive, isActive),
        assignedCharacterId === undefined
          ? undefined
          : sql`${corporations.assignedCharacterId} is ${assignedCharacterId}`,
      ),
    );
  return sql`exists ${found}`;
}

export function updateCorporation(id: number, change: Configuration, condition: SQL): Statement {
  return orm
    .update(corporations)
    .set(change)
    .where(and(eq(corporations.id, id), condition));
}

/** With everything that was fetched for it: the other tables cascade. */
export function deleteCorporation(id: number, condition: SQL): Statement {
  return orm.delete(corporations).where(and(eq(corporations.id, id), condition));
}
