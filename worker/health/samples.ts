import { count, eq, lte } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { healthSamples } from "#worker/db/schema/health.ts";
import { orm, rows } from "#worker/db/statements.ts";
import { countTokensByKey } from "#worker/encryption-keys.ts";
import type { Context } from "#worker/env.ts";
import { countHour, selectLastCounted } from "#worker/overview/counters.ts";
import { selectDatabaseSize } from "./store.ts";

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Counts what takes a scan, and stores it under the current day; with it, what the Overview shows. */
export async function takeSample({ db }: Context): Promise<number> {
  const now = new Date();
  const [tokensByKey, [[revoked], databaseBytes, [counted]]] = await Promise.all([
    countTokensByKey(db),
    runBatch(db, [
      rows({ tokens: count() }, (fields) =>
        orm.select(fields).from(eveTokens).where(eq(eveTokens.state, "revoked")),
      ),
      selectDatabaseSize(),
      selectLastCounted(),
    ]),
  ]);
  const set = { takenAt: now, databaseBytes, tokensByKey, revokedTokens: revoked?.tokens ?? 0 };
  await runBatch(db, [
    ...countHour(counted, now.getTime()),
    orm
      .insert(healthSamples)
      .values({ day: dayOf(now), ...set })
      .onConflictDoUpdate({ target: healthSamples.day, set }),
    orm
      .delete(healthSamples)
      .where(lte(healthSamples.day, dayOf(new Date(now.getTime() - KEPT_MS)))),
  ]);
  return 1;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
