import { count, eq, lte, sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { healthSamples } from "#worker/db/schema/installation.ts";
import { orm, prepare, rows } from "#worker/db/statements.ts";
import { countTokensByKey } from "./encryption-keys.ts";
import type { Config } from "#worker/ground/config.ts";
import type { Context } from "#worker/env.ts";
import { countHour, selectLastCounted } from "#worker/overview/counters.ts";
import { selectDatabaseMeta } from "./store.ts";

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

const selectKeysOfDay = prepare({ tokensByKey: healthSamples.tokensByKey }, (fields) =>
  orm
    .select(fields)
    .from(healthSamples)
    .where(eq(healthSamples.day, sql.placeholder("day"))),
);

/** Counts what takes a scan, and stores it under the current day; with it, what the Overview shows. */
export async function takeSample({ db, config }: Context): Promise<number> {
  const now = new Date();
  const [[former], [revoked], { bytes: databaseBytes }, [counted]] = await runBatch(db, [
    selectKeysOfDay({ day: dayOf(now) }),
    rows({ tokens: count() }, (fields) =>
      orm.select(fields).from(eveTokens).where(eq(eveTokens.state, "revoked")),
    ),
    selectDatabaseMeta(),
    selectLastCounted(),
  ]);
  const tokensByKey =
    former !== undefined && isSettled(config, former.tokensByKey)
      ? former.tokensByKey
      : await countTokensByKey(db);
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

/**
 * There is one encryption key, and nothing was under another when this was counted: once a day is enough. Counting reads every
 * secret, which were 97,000 rows a day in a community of 500.
 */
function isSettled({ keyring }: Config, tokensByKey: Record<string, number>): boolean {
  const [counted, ...others] = Object.keys(tokensByKey);
  return keyring.all.size === 1 && others.length === 0 && counted === keyring.current.id;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
