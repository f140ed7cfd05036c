import { sql } from "drizzle-orm";
import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A mark for each of these corporations whose directors the round has all reached. */
export function insertMarks(
  db: Database,
  round: number,
  directors: { corporationId: number }[],
): Statement {
  const ids = [...new Set(directors.map(({ corporationId }) => corporationId))];
  return raw(
    db,
    sql`
    insert into corporation_health (corporation_id, at, directors, healthy, unknown)
    select corporation_id, ${round}, count(*), sum(is_healthy), sum(coalesce(checked_at, 0) < ${round})
    from corporation_directors
    where corporation_id in (select value from json_each(${JSON.stringify(ids)}))
    group by corporation_id having min(coalesce(attempted_at, 0)) >= ${round}
    on conflict do nothing`,
  );
}

export function deleteOldMarks(db: Database, now: Date): Statement {
  return raw(db, sql`delete from corporation_health where at < ${now.getTime() - KEPT_MS}`);
}
