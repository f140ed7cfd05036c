import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Suspension, SuspensionMark } from "#shared/account/suspension.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** The last instant of a JavaScript `Date` (ECMA-262, time values): the end of a permanent suspension. */
export const FOR_GOOD = new Date(8.64e15);

/** SQL condition on `users`, or on the column of an alias: suspended at this instant, in milliseconds. */
export function isSuspended(
  now: number | Placeholder,
  until: SQLWrapper = users.suspendedUntil,
): SQL {
  return sql`(coalesce(${until}, 0) > ${now})`;
}

const other = alias(users, "suspended_user");

/** SQL condition: the user of this id is suspended at this instant, in milliseconds: for a statement that is built for one call, now. */
export function isSuspendedUser(
  userId: string | SQLWrapper,
  now: number | Placeholder = Date.now(),
): SQL {
  return existsIn(other, and(eq(other.id, sql`${userId}`), isSuspended(now, other.suspendedUntil)));
}

/**
 * Forgets suspensions that have ended, so that triggers mark what follows the memberships of their users. Whether a user is
 * suspended never depends on it.
 */
export function clearEndedSuspensions(now: number): Statement {
  return orm
    .update(users)
    .set({ suspendedUntil: null, suspensionReason: null })
    .where(and(isNotNull(users.suspendedUntil), lte(users.suspendedUntil, new Date(now))));
}

type UserRow = typeof users.$inferSelect;
type Suspended = Pick<UserRow, "suspendedUntil">;

/** The mark for lists; null unless the user is suspended. */
export function markOf({ suspendedUntil }: Suspended, now = Date.now()): SuspensionMark | null {
  if (suspendedUntil === null || suspendedUntil.getTime() <= now) return null;
  const isForGood = suspendedUntil.getTime() >= FOR_GOOD.getTime();
  return { until: isForGood ? null : suspendedUntil.toISOString() };
}

/** The suspension with its reason, which only administrators and the user may read; null unless the user is suspended. */
export function suspensionOf(
  row: Pick<UserRow, "suspendedUntil" | "suspensionReason">,
  now = Date.now(),
): Suspension | null {
  const mark = markOf(row, now);
  return mark && { ...mark, reason: row.suspensionReason ?? "" };
}

/** The refusal of a sign-in. */
export function suspendedError({ until, reason }: Suspension): ApiError {
  return until === null
    ? new ApiError("suspended", { reason })
    : new ApiError("suspended_until", { until, reason });
}
