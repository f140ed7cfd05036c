import { sql } from "drizzle-orm";
import { run, runBatch } from "#worker/db/batch.ts";
import { marketPrices } from "#worker/db/schema/characters.ts";
import { excluded, insertWhere } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { getMarketPrices } from "#worker/esi/universe-endpoints.ts";

/** Keeps a statement's parameter well under D1's 2 MB. */
const ROWS_PER_STATEMENT = 8000;

/** Stores the prices of the day; returns how many changed. */
export async function refreshPrices({ db, config }: Context): Promise<number> {
  const cooldowns = await run(db, selectCooldowns(config, new Date()));
  const esi = openEsi(config, { priority: "background", cooldowns });
  const answer = await esi.request(getMarketPrices, { params: {} });
  if (answer.state === "unchanged") return 0;
  const prices = answer.data.map(({ type_id, average_price, adjusted_price }): Price => [
    type_id,
    average_price ?? null,
    adjusted_price ?? null,
  ]);
  await runBatch(db, upsertCooldowns(config, esi.newCooldowns()));
  const written = await runBatch(
    db,
    Array.from({ length: Math.ceil(prices.length / ROWS_PER_STATEMENT) }, (_, chunk) =>
      upsertPrices(prices.slice(chunk * ROWS_PER_STATEMENT, (chunk + 1) * ROWS_PER_STATEMENT)),
    ),
  );
  return written.reduce((sum, changes) => sum + changes, 0);
}

type Price = [typeId: number, average: number | null, adjusted: number | null];

/** Writes the prices that changed. */
function upsertPrices(prices: Price[]) {
  const { average, adjusted } = marketPrices;
  return insertWhere(
    marketPrices,
    {
      typeId: sql`json_extract(value, '$[0]')`,
      average: sql`json_extract(value, '$[1]')`,
      adjusted: sql`json_extract(value, '$[2]')`,
    },
    sql`true`,
    sql`json_each(${JSON.stringify(prices)})`,
  ).onConflictDoUpdate({
    target: marketPrices.typeId,
    set: { average: excluded(average), adjusted: excluded(adjusted) },
    setWhere: sql`${average} is not ${excluded(average)} or ${adjusted} is not ${excluded(adjusted)}`,
  });
}
