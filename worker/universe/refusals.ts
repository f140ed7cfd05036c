import { sql } from "drizzle-orm";
import type { SQLWrapper } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";

/**
 * How long ESI is not asked again after each refusal in a row; after the last one, a week. These waits are more than three days: a week
 * never follows from one bad day. Every refusal counts against ESI's error limit.
 */
const WAITS_MS = [0.5, 1, 2, 4, 8, 16, 24, 24].map((hours) => hours * HOUR_MS);
export const WEEK_MS = 7 * DAY_MS;

type Refused = { refusals: SQLWrapper; retryAt: SQLWrapper };

/**
 * SQL: the next state of an id that ESI has just refused, from its present one, which is null without a row. A refusal before the id was
 * due counts no second time: a message may be delivered twice, and a structure may be refused to several characters at once.
 */
export function nextRefusal({ refusals, retryAt }: Refused, now: number) {
  const isDue = sql`(coalesce(${retryAt}, 0) <= ${now})`;
  const wait = sql`coalesce(json_extract(${JSON.stringify(WAITS_MS)}, '$[' || coalesce(${refusals}, 0) || ']'), ${WEEK_MS})`;
  return {
    refusals: sql`coalesce(${refusals}, 0) + ${isDue}`,
    retryAt: sql`iif(${isDue}, ${now} + ${wait}, ${retryAt})`,
  };
}
