import { lte, sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import { healthSamples } from "#worker/db/schema/health.ts";
import { databaseSize, raw } from "#worker/db/raw.ts";
import { countTokensByKey } from "#worker/encryption-keys.ts";
import type { Context } from "#worker/env.ts";

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Counts what would take a scan at every look, and keeps it under the day it was counted. */
export async function takeSample({ db }: Context): Promise<number> {
  const now = new Date();
  const [tokensByKey, [[revoked], [databaseBytes = 0]]] = await Promise.all([
    countTokensByKey(db),
    db.batch([
      raw<{ tokens: number }>(
        db,
        sql`select count(*) as tokens from eve_tokens where state = 'revoked'`,
      ),
      databaseSize(db),
    ]),
  ]);
  const set = {
    takenAt: now,
    databaseBytes,
    tokensByKey,
    revokedTokens: revoked?.tokens ?? 0,
  };
  await runBatch(db, [
    db
      .insert(healthSamples)
      .values({ day: dayOf(now), ...set })
      .onConflictDoUpdate({ target: healthSamples.day, set }),
    db
      .delete(healthSamples)
      .where(lte(healthSamples.day, dayOf(new Date(now.getTime() - KEPT_MS)))),
  ]);
  return 1;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
