import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

/** The stricter of two visibilities: a group is never more visible than its category. */
export function strictest(one: SQL, other: SQL): SQL {
  return sql`case when 'system' in (${one}, ${other}) then 'system'
    when 'hidden' in (${one}, ${other}) then 'hidden' else 'public' end`;
}
