import { eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { EXTENSION_DAYS } from "#shared/groups/ends.ts";
import type { DaysOfWayIn } from "#shared/groups/ends.ts";
import { DAY_MS } from "#shared/time.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";

/** A member is reminded so long before the end. */
const REMINDERS_MS = [7 * DAY_MS, DAY_MS] as const;

/** SQL: what the job does next about a membership with this end, in ms: a reminder that lies ahead, or the end. */
export function nextDue(endsAt: SQLWrapper, now: number): SQL<Date | null> {
  const [early, late] = REMINDERS_MS;
  return sql`case when ${endsAt} - ${early} > ${now} then ${endsAt} - ${early}
    when ${endsAt} - ${late} > ${now} then ${endsAt} - ${late} else ${endsAt} end`;
}

/** SQL: the end of a membership that begins now, in ms. `days`: of the way in; 0 for no end, null for what the group says. */
export function endOfNew(groupId: string, days: SQL, joinedAt: Date): SQL<Date | null> {
  return sql`${joinedAt.getTime()} + nullif(coalesce(${days}, ${daysOf(groupId)}), 0) * ${DAY_MS}`;
}

/** SQL: the end of a membership that a leader extends, in ms. A membership without an end stays so. */
export function endOfExtended(groupId: string, days: number | null, now: number): SQL<Date | null> {
  return sql`max(${groupMembers.endsAt}, ${now})
    + nullif(coalesce(${days}, ${daysOf(groupId)}, ${EXTENSION_DAYS}), 0) * ${DAY_MS}`;
}

function daysOf(groupId: string): SQL {
  return sql`(${orm.select({ days: groups.membershipDays }).from(groups).where(eq(groups.id, groupId))})`;
}

/** As an invitation and a code store it. */
export function storedDays(days: DaysOfWayIn): number | null {
  return days === undefined ? null : (days ?? 0);
}

/** Columns of a membership without an end. */
export const NO_END = { endsAt: null, endDueAt: null };

/** SQL: the end of the membership as the log has it. */
export const endText = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${groupMembers.endsAt} / 1000.0, 'unixepoch')`;

/** SQL: the detail of an event that sets another end, `to` in ms. */
export function endChange(to: SQL): SQL {
  return sql`json_object('changes', json_object('endsAt', json_object('from', ${endText},
    'to', strftime('%Y-%m-%dT%H:%M:%fZ', (${to}) / 1000.0, 'unixepoch'))))`;
}
