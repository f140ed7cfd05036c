import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { run, runBatch } from "#worker/db/batch.ts";
import { typePrices } from "#worker/db/schema/characters.ts";
import { excluded, insertWhere } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { getMarketPrices } from "#worker/esi/universe-endpoints.ts";

const TYPES_PER_ROW = 1000;

/** Stores the prices of the day; returns how many rows of a thousand types changed. */
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

/** Writes the rows that changed. `answer` is ESI's JSON, in which either price may be missing: not every type is traded. */
function upsertPrices(answer: string) {
  const { page, prices } = typePrices;
  const price = sql`coalesce(json_extract(value, '$.average_price'), json_extract(value, '$.adjusted_price'))`;
  return insertWhere(
    typePrices,
    {
      page: sql`id / ${sql.raw(String(TYPES_PER_ROW))} as page`,
      prices: sql`json_group_object(cast(id as text), price order by id)`,
    },
    sql`price is not null group by 1`,
    sql`(select json_extract(value, '$.type_id') as id, ${price} as price from json_each(${answer}))`,
  ).onConflictDoUpdate({
    target: page,
    set: { prices: excluded(prices) },
    setWhere: sql`${prices} <> ${excluded(prices)}`,
  });
}

/** SQL: the price of a type; null without one. In a query of the row of `type_prices` with `hasPriceOf`. */
export const priceOf = (typeId: SQL) =>
  sql`json_extract(${typePrices.prices}, '$."' || ${typeId} || '"')`;

/** SQL condition: the row of `type_prices` is the one of the type. */
export const hasPriceOf = (typeId: SQL) =>
  sql`${typePrices.page} = cast(${typeId} as integer) / ${sql.raw(String(TYPES_PER_ROW))}`;
