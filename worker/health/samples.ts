import { lte, sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { healthSamples } from "#worker/db/health-schema.ts";
import { databaseSize, raw } from "#worker/db/raw.ts";

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Counts what would take a scan at every look, and keeps it under the day it was counted. */
export async function takeSample(db: Database, now: Date) {
  const [keys, [revoked], [databaseBytes = 0]] = await db.batch([
    raw<{ keyId: string; tokens: number }>(
      db,
      sql`
      select substr(token, 1, instr(token, '.') - 1) as "keyId", count(*) as tokens from (
        select refresh_token as token from eve_tokens
        union all select refresh_token from discord_accounts)
      group by 1`,
    ),
    raw<{ tokens: number }>(
      db,
      sql`select count(*) as tokens from eve_tokens where state = 'revoked'`,
    ),
    databaseSize(db),
  ]);
  const set = {
    takenAt: now,
    databaseBytes,
    tokensByKey: Object.fromEntries(keys.map(({ keyId, tokens }) => [keyId, tokens])),
    revokedTokens: revoked?.tokens ?? 0,
  };
  await runBatch(db, [
    db
      .insert(healthSamples)
      .values({ day: dayOf(now), ...set })
      .onConflictDoUpdate({ target: healthSamples.day, set }),
    deleteOldSamples(db, now),
  ]);
}

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

function deleteOldSamples(db: Database, now: Date): Statement {
  const oldest = dayOf(new Date(now.getTime() - KEPT_MS));
  return db.delete(healthSamples).where(lte(healthSamples.day, oldest));
}
