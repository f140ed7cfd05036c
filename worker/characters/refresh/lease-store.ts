import { and, eq, gt, sql } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characterChecks, refreshLeases } from "#worker/db/schema/characters.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { excluded, orm, prepare } from "#worker/db/statements.ts";

/** Longer than almost every refresh. If a refresh takes longer, a section may be fetched twice. */
const LEASE_MS = 60_000;
/**
 * Six reads within 12.6 s: an invocation has 50 subrequests on the free plan
 * (https://developers.cloudflare.com/workers/platform/limits/).
 */
const POLL_PAUSES_MS = [200, 400, 800, 1600, 3200, 6400];

const takeLease = prepare({ characterId: refreshLeases.characterId }, (fields) =>
  orm
    .insert(refreshLeases)
    .values({
      characterId: sql`${sql.placeholder("characterId")}`,
      recordSavedAt: sql`${sql.placeholder("savedAt")}`,
      expiresAt: sql`${sql.placeholder("expiresAt")}`,
    })
    .onConflictDoUpdate({
      target: refreshLeases.characterId,
      set: {
        recordSavedAt: excluded(refreshLeases.recordSavedAt),
        expiresAt: excluded(refreshLeases.expiresAt),
      },
      setWhere: sql`${refreshLeases.expiresAt} <= ${sql.placeholder("now")}
        or ${refreshLeases.recordSavedAt} <> ${excluded(refreshLeases.recordSavedAt)}`,
    })
    .returning(fields),
);

/** Takes the lease to refresh a character from this record. Returns no row if another invocation has the lease. */
export function takeRefreshLease(characterId: number, { savedAt = 0 }: CheckRecord, now: number) {
  return takeLease({ characterId, savedAt, now, expiresAt: now + LEASE_MS });
}

/** Ends a lease without a new record. */
export function deleteRefreshLease(characterId: number) {
  return orm.delete(refreshLeases).where(eq(refreshLeases.characterId, characterId));
}

const selectHeld = prepare({ characterId: refreshLeases.characterId }, (fields) =>
  orm
    .select(fields)
    .from(refreshLeases)
    .leftJoin(characterChecks, eq(characterChecks.characterId, refreshLeases.characterId))
    .where(
      and(
        eq(refreshLeases.characterId, sql.placeholder("characterId")),
        gt(refreshLeases.expiresAt, sql.placeholder("now")),
        sql`${refreshLeases.recordSavedAt}
          = coalesce(json_extract(${characterChecks.record}, '$.savedAt'), 0)`,
      ),
    ),
);

/** Waits for the refresh of another invocation, but not for ever: that invocation may have died. */
export async function waitForRefresh(db: Database, characterId: number) {
  for (const pause of POLL_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const [held] = await run(db, selectHeld({ characterId, now: Date.now() }));
    if (held === undefined) return;
  }
}
