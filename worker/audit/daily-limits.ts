import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { definitionOf } from "#shared/events/kinds.ts";
import type { Reason } from "#shared/errors/reasons.ts";
import type { EventKind } from "#shared/events/kinds.ts";
import type { Config, DailyLimits } from "#worker/config.ts";
import { guarded, refuse } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import { nextQuotaReset } from "#worker/db/quota.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";

type LimitedAct = Exclude<keyof DailyLimits, "rows">;

/**
 * Rows that an act and what undoes it write at most, with what follows from them: evaluation, notices, listings. Log-ins
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
  mains: 30,
  signIns: 54,
  lookups: 15,
  looks: 6,
  logins: 20,
  renewals: 2,
  verdicts: 4,
};

/** One change of a large group is several of these at most, whatever follows from it. */
const LARGEST_PART = 1 / 8;

/** A system administrator may set up a whole community in one day. */
const ADMINISTRATORS_TIMES = 10;

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

type Actor = { userId: string; isAdmin?: boolean };

/** The statement of `countAct` for an event; none if the event is not limited or has no user as its actor. */
export function countEvent(
  config: Config,
  { kind, actor, rows }: { kind: EventKind; actor: Actor | string; rows?: SQL | undefined },
  applied: SQL,
): Statement[] {
  const act = definitionOf(kind).limit;
  if (act === undefined || typeof actor === "string") return [];
  return [countAct(config, actor, act, { applied, ...(rows && { rows }) })];
}

type Counted = {
  /** SQL: whether it happened. */
  applied?: SQL;
  /** SQL: how many acts it is. */
  times?: SQL;
  /** SQL: rows that follow beside those of every such act, because a group or the community is large. */
  rows?: SQL;
};

/**
 * A statement that counts an act of the user, or several, and the rows that it may write. It undoes its batch with a 429
 * above the daily limit of either. The counts are in the user's row and replace those of an earlier day, so there is nothing
 * to clean up.
 */
export function countAct(
  { DAILY_LIMITS }: Config,
  { userId, isAdmin = false }: Actor,
  act: LimitedAct,
  { applied = sql`true`, times = sql`1`, rows = sql`0` }: Counted = {},
): Statement {
  const factor = isAdmin ? ADMINISTRATORS_TIMES : 1;
  const limit = DAILY_LIMITS[act] * factor;
  const refusal = {
    name: `daily-${act}`,
    error: () => new ApiError(REASON_OF[act], { count: limit }, untilReset()),
  };
  const today = new Date().toISOString().slice(0, 10);
  const isToday = sql`${users.dailyActs} ->> '$.day' = ${today}`;
  const after = (path: string, more: SQL, most: number, refused: Refusal) => {
    const sum = sql`case when ${isToday} then coalesce(${users.dailyActs} ->> ${path}, 0) else 0 end + ${more}`;
    return sql`${path}, case when ${sum} <= ${most} then ${sum} else ${refuse(refused)} end`;
  };
  const mostRows = DAILY_LIMITS.rows * factor;
  const following = sql`coalesce(min(${rows}, ${Math.floor(mostRows * LARGEST_PART)}), 0)`;
  const written = sql`${times} * ${ROWS_OF[act]} + ${following}`;
  const counts = [after(`$.${act}`, times, limit, refusal)];
  if (act !== "logins") counts.push(after("$.rows", written, mostRows, TOO_MANY_ROWS));
  const counted = sql`json_set(
    case when ${isToday} then ${users.dailyActs} else json_object('day', ${today}) end,
    ${sql.join(counts, sql`, `)})`;
  return guarded(
    orm
      .update(users)
      .set({ dailyActs: counted })
      .where(and(eq(users.id, userId), applied)),
    refusal,
    TOO_MANY_ROWS,
  );
}

function untilReset() {
  const now = Date.now();
  return { retryAfterSeconds: Math.ceil((nextQuotaReset(now) - now) / 1000) };
}
