import { and, eq, exists, gt, isNotNull, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Suspension, SuspensionMark } from "#shared/session.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** The last instant of JavaScript's dates: of a suspension for good. */
export const FOR_GOOD = new Date(8.64e15);

/** SQL condition on `users` (or the column of an alias): suspended at this instant, in milliseconds. */
export function isSuspended(
  now: number | Placeholder,
  until: SQLWrapper = users.suspendedUntil,
): SQL {
  return sql`(coalesce(${until}, 0) > ${now})`;
}

const other = alias(users, "suspended_user");

/** SQL condition: the user of this id is suspended now. */
export function isSuspendedUser(userId: string | SQLWrapper): SQL {
  return exists(
    orm
      .select({ id: other.id })
      .from(other)
      .where(and(eq(other.id, sql`${userId}`), isSuspended(Date.now(), other.suspendedUntil))),
  );
}

/** The same, for statements that look for the suspended users: the condition of a partial index. */
export function isListedSuspended(now: Placeholder): SQL | undefined {
  return and(isNotNull(users.suspendedUntil), gt(users.suspendedUntil, now));
}

type Suspended = { suspendedUntil: Date | null };

/** For lists, if the suspension has not ended. */
export function markOf({ suspendedUntil }: Suspended, now = Date.now()): SuspensionMark | null {
  if (suspendedUntil === null || suspendedUntil.getTime() <= now) return null;
  const isForGood = suspendedUntil.getTime() >= FOR_GOOD.getTime();
  return { until: isForGood ? null : suspendedUntil.toISOString() };
}

/** For administrators. */
export function suspensionOf(
  row: Suspended & { suspensionReason: string | null },
  now = Date.now(),
): Suspension | null {
  const mark = markOf(row, now);
  return mark && { ...mark, reason: row.suspensionReason ?? "" };
}

/** Why a sign-in is refused. */
export function suspendedError({ until, reason }: Suspension): ApiError {
  const end =
    until === null
      ? "The suspension has no end date."
      : `The suspension ends on ${inWords(until)}.`;
  return new ApiError(
    "suspended",
    `An administrator suspended the account that this character belongs to. ${end} Reason: ${reason}`,
  );
}

/** Such as "3 December 2026, 14:00 EVE time". */
function inWords(instant: string): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const [day, time] = new Date(instant).toLocaleString("en-GB", format).split(" at ");
  return `${day}, ${time} EVE time`;
}
