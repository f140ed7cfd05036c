import type { D1Result } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Reason } from "#shared/reasons.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import type { EventKind } from "#shared/events/kinds.ts";
import { guarded, refuse, run } from "#worker/db/batch.ts";
import type { Charge, Refusal } from "#worker/db/batch.ts";
import type { Database, Payer, Spending } from "#worker/db/database.ts";
import { nextQuotaReset } from "#worker/db/quota.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { nameOfColumn, write } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import type { LimitedAct } from "#worker/ground/config.ts";
import { ApiError } from "#worker/http/api-error.ts";

/**
 * Rows that an act and what undoes it write at most, with what follows from them: evaluation, notices, listings, seals. Log-ins
 * have only their own limit, so that nobody who spends an account's day keeps its owner out.
 */
const ROWS_OF: Record<LimitedAct, number> = {
  groups: 40,
  edits: 30,
  roles: 25,
  joins: 50,
  requests: 40,
  invitations: 30,
  codes: 15,
  links: 60,
  mains: 80,
  signIns: 54,
  lookups: 15,
  looks: 6,
  logins: 20,
  renewals: 2,
  verdicts: 4,
};

export type DailyActs = typeof users.$inferSelect.dailyActs;

/** Rows of a program's call that changes nothing: the time of a fact, the count, and an answer that is kept. */
export const CALL_ROWS = 5;

/** What follows from one change of the whole community is charged up to this part of the day: two such changes are always possible. */
const LARGEST_PART = 1 / 2;

/** A system administrator may set up a whole community in one day: so often as others may, with the rows of every account. */
const ADMINISTRATORS_ACTS = 10;

const REASON_OF = {
  groups: "limit_groups",
  edits: "limit_edits",
  roles: "limit_roles",
  joins: "limit_joins",
  requests: "limit_requests",
  invitations: "limit_invitations",
  codes: "limit_codes",
  links: "limit_links",
  mains: "limit_mains",
  signIns: "limit_sign_ins",
  lookups: "limit_lookups",
  looks: "limit_looks",
  logins: "limit_logins",
  verdicts: "limit_verdicts",
  renewals: "limit_renewals",
} as const satisfies Record<LimitedAct, Reason>;

const TOO_MANY_ROWS: Refusal = {
  name: "daily-rows",
  error: () => new ApiError("limit_rows", {}, untilReset()),
};

const APPLICATION_SPENT = (count: number): Refusal => ({
  name: "daily-application",
  error: () => new ApiError("application_spent", { count }, untilReset()),
});

/** The statement of `countAct` for an event; none if the event is not limited or has no user as its actor. */
export function countEvent(
  context: Context,
  { kind, actor, rows }: { kind: EventKind; actor: Payer | string; rows?: SQL | undefined },
  applied: SQL,
): Statement[] {
  const act = definitionOf(kind).limit;
  if (act === undefined || typeof actor === "string") return [];
  return [countAct(context, actor, act, { applied, ...(rows && { rows }) })];
}

type Counted = {
  /** SQL: whether it happened. */
  applied?: SQL;
  /** SQL: how many acts it is. */
  times?: SQL;
  /** SQL: how many things it concerns: each is charged as the route declares (`http/route-declaration.ts`). */
  items?: SQL | number;
  /** SQL: rows that follow beside those of every such act, because a group or the community is large. */
  rows?: SQL;
};

/**
 * A statement that counts an act of the user, or several, and charges the rows that it may write. It undoes its batch with a 429
 * above the daily limit of either. The counts are in the user's row and replace those of an earlier day, so there is nothing
 * to clean up. What an application does is charged to the application, by rows alone.
 */
export function countAct(
  { config: { PLAN, DAILY_LIMITS }, db }: Pick<Context, "config" | "db">,
  payer: Payer,
  act: LimitedAct,
  { applied = sql`true`, times = sql`1`, items = 0, rows = sql`0` }: Counted = {},
): Statement {
  const isApplication = payer.application !== undefined;
  const mostRows = isApplication ? BUDGETS[PLAN].applicationRows : DAILY_LIMITS.rows;
  const following = sql`coalesce(min(${rows}, ${Math.floor(mostRows * LARGEST_PART)}), 0)`;
  const ofItems = sql`${items} * ${db.spending.each}`;
  if (isApplication) {
    return charge(payer, sql`${ofItems} + ${following}`, { applied, mostRows });
  }
  const limit = DAILY_LIMITS[act] * (payer.isAdmin ? ADMINISTRATORS_ACTS : 1);
  const refusal = {
    name: `daily-${act}`,
    error: () => new ApiError(REASON_OF[act], { count: limit }, untilReset()),
  };
  const written =
    act === "logins" ? sql`0` : sql`${times} * ${ROWS_OF[act]} + ${ofItems} + ${following}`;
  return charge(payer, written, { applied, mostRows, act: { name: act, times, limit, refusal } });
}

/** The act that this one follows has paid for these things. */
export function coverItems({ db: { spending } }: Pick<Context, "db">, items: number): void {
  spending.covered += items * spending.each;
}

/** Refuses what is charged after it when the account has spent its day. */
export function refuseSpent({ config }: Pick<Context, "config">, acts: DailyActs): void {
  const today = new Date().toISOString().slice(0, 10);
  const spent = acts?.day === today ? Number(acts["rows"] ?? 0) : 0;
  if (spent >= config.DAILY_LIMITS.rows) throw TOO_MANY_ROWS.error();
}

/** A statement that charges an application with rows, and undoes its batch with a 429 above its share of the day. */
export function countApplication({ config }: Context, applicationId: string, rows: number) {
  const mostRows = BUDGETS[config.PLAN].applicationRows;
  return charge({ userId: applicationId, application: "" }, sql`${rows}`, { mostRows });
}

/**
 * Charges what the request has written beyond what its statements have charged: D1 has counted it. A request that is killed before
 * it has been charged with what is known before.
 */
export async function settle({ db }: Pick<Context, "db">): Promise<void> {
  const { spending } = db;
  const { payer } = spending;
  const owed = owedOf(spending);
  if (payer === undefined || owed <= 0) return;
  spending.charged = spending.written + 1;
  // With the row that the charge itself writes.
  await run(db, charge(payer, sql`${owed + 1}`));
}

/** Whether the request has written more than was charged. */
export function isInDebt({ spending }: Database): boolean {
  return spending.payer !== undefined && owedOf(spending) > 0;
}

function owedOf({ written, charged, covered }: Spending): number {
  return written - Math.max(charged, covered);
}

type Limits = {
  applied?: SQL;
  /** The batch is undone above it. */
  mostRows?: number;
  act?: { name: LimitedAct; times: SQL; limit: number; refusal: Refusal };
};

/** Adds to the counts of today, in the row of the account or the application. */
function charge(payer: Payer, rows: SQL, { applied = sql`true`, mostRows, act }: Limits = {}) {
  const table = payer.application === undefined ? users : applications;
  const { dailyActs } = table;
  const today = new Date().toISOString().slice(0, 10);
  const isToday = sql`${dailyActs} ->> '$.day' = ${today}`;
  const refusals: Refusal[] = [];
  const after = (path: string, more: SQL, limit?: { most: number; refusal: Refusal }) => {
    const sum = sql`(case when ${isToday} then coalesce(${dailyActs} ->> ${path}, 0) else 0 end + ${more})`;
    if (limit === undefined) return sql`${path}, ${sum}`;
    refusals.push(limit.refusal);
    return sql`${path}, case when ${sum} <= ${limit.most} then ${sum} else ${refuse(limit.refusal)} end`;
  };
  const refusal =
    payer.application === undefined ? TOO_MANY_ROWS : APPLICATION_SPENT(mostRows ?? 0);
  const counts = [
    ...(act ? [after(`$.${act.name}`, act.times, { most: act.limit, refusal: act.refusal })] : []),
    ...(act?.name === "logins"
      ? []
      : [after("$.rows", rows, mostRows === undefined ? undefined : { most: mostRows, refusal })]),
    sql`'$.charged', ${rows}`,
  ];
  const counted = sql`json_set(
    case when ${isToday} then ${dailyActs} else json_object('day', ${today}) end,
    ${sql.join(counts, sql`, `)})`;
  const statement = write(sql`update ${table} set ${nameOfColumn(dailyActs)} = ${counted}
    where ${table.id} = ${payer.userId} and ${applied} returning ${dailyActs} ->> '$.charged' as charged`);
  return { ...guarded(statement, ...refusals), charged: chargedOf } satisfies Charge;
}

function chargedOf({ results }: D1Result): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `charge` returns it
  const [row] = results as { charged: number }[];
  return row?.charged ?? 0;
}

function untilReset() {
  const now = Date.now();
  return { retryAfterSeconds: Math.ceil((nextQuotaReset(now) - now) / 1000) };
}
