import { sql } from "drizzle-orm";
import { marketPrices } from "#worker/db/schema/characters.ts";
import type { Database } from "#worker/db/database.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectClosures, storeClosures } from "#worker/esi/shared-limits.ts";
import { getMarketPrices } from "#worker/esi/universe-endpoints.ts";
import { runBatch } from "#worker/db/batch.ts";

/** Keeps a statement's parameter well under D1's 2 MB. */
const ROWS_PER_STATEMENT = 8000;

/** Stores the prices of the day; returns how many changed. */
export async function refreshPrices(context: Context): Promise<number> {
  const { db, config } = context;
  const closures = await selectClosures(db, config, new Date());
  const esi = openEsi(config, { priority: "background", closures });
  const answer = await esi.request(getMarketPrices, { params: {} });
  if (answer.state === "unchanged") return 0;
  const rows = answer.data.map(({ type_id, average_price, adjusted_price }): PriceRow => [
    type_id,
    average_price ?? null,
    adjusted_price ?? null,
  ]);
  const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, chunk) =>
    rows.slice(chunk * ROWS_PER_STATEMENT, (chunk + 1) * ROWS_PER_STATEMENT),
  );
  const [first, ...rest] = chunks.map((chunk) => upsertPrices(db, chunk));
  await runBatch(db, storeClosures(db, config, esi.closures()));
  if (first === undefined) return 0;
  const written = await db.batch([first, ...rest]);
  return written.reduce((sum, { meta }) => sum + meta.changes, 0);
}

type PriceRow = [typeId: number, average: number | null, adjusted: number | null];

/** Writes the prices that changed. */
function upsertPrices(db: Database, rows: PriceRow[]) {
  return db
    .insert(marketPrices)
    .select(
      sql`select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
      from json_each(${JSON.stringify(rows)}) where true`,
    )
    .onConflictDoUpdate({
      target: marketPrices.typeId,
      set: { average: sql`excluded.average`, adjusted: sql`excluded.adjusted` },
      setWhere: sql`average is not excluded.average or adjusted is not excluded.adjusted`,
    });
}
