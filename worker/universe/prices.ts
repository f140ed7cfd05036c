import { sql } from "drizzle-orm";
import { run, runBatch } from "#worker/db/batch.ts";
import { marketPrices } from "#worker/db/schema/characters.ts";
import { excluded, insertWhere } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { getMarketPrices } from "#worker/esi/universe-endpoints.ts";

/** Stores the prices of the day; returns how many changed. */
export async function refreshPrices({ db, config }: Context): Promise<number> {
  const cooldowns = await run(db, selectCooldowns(config, new Date()));
  const esi = openEsi(config, { priority: "background", cooldowns });
  const answer = await esi.request(getMarketPrices, { params: {} });
  if (answer.state === "unchanged") return 0;
  const [changed] = await runBatch(db, [
    upsertPrices(answer.data),
    ...upsertCooldowns(config, esi.newCooldowns()),
  ]);
  return changed;
}

/** Writes the prices that changed. `prices` is ESI's JSON. */
function upsertPrices(prices: string) {
  const { average, adjusted } = marketPrices;
  return insertWhere(
    marketPrices,
    {
      typeId: sql`json_extract(value, '$.type_id')`,
      average: sql`json_extract(value, '$.average_price')`,
      adjusted: sql`json_extract(value, '$.adjusted_price')`,
    },
    sql`true`,
    sql`json_each(${prices})`,
  ).onConflictDoUpdate({
    target: marketPrices.typeId,
    set: { average: excluded(average), adjusted: excluded(adjusted) },
    setWhere: sql`${average} is not ${excluded(average)} or ${adjusted} is not ${excluded(adjusted)}`,
  });
}
