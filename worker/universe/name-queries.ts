import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { names } from "#worker/db/schema/characters.ts";

export type NameRow = typeof names.$inferInsert;

export type NamedId = { id: number; name: string | null };

/** A query of the names of these ids, as far as they are known; `ids` is a query of one column. */
export function namesOf(ids: SQL): SQL {
  return sql`select id, name from names where id in (${ids})`;
}

/** Those of the ids that ESI should be asked for: never asked, or refused to others or long ago. */
export function selectUnnamed(db: Database, ids: SQL, characterId: number | undefined, now: Date) {
  return db
    .select({ id: sql<number>`wanted.id`.as("id") })
    .from(sql`(${ids}) as wanted`)
    .where(
      sql`wanted.id is not null and not exists (select 1 from ${names} where ${names.id} = wanted.id
        and (${names.name} is not null or ${names.retryAt} > ${now.getTime()})
        and (${names.refusedTo} is null or ${names.refusedTo} is ${characterId ?? null}))`,
    );
}

/** JSON: there may be more rows than D1 has parameters. */
export function upsertNames(db: Database, rows: NameRow[]): Statement {
  const json = JSON.stringify(
    rows.map(({ id, name, refusedTo, retryAt }) => ({
      id,
      name,
      refusedTo,
      retryAt: retryAt?.getTime(),
    })),
  );
  return db
    .insert(names)
    .select(
      sql`select json_extract(value, '$.id'), json_extract(value, '$.name'),
        json_extract(value, '$.refusedTo'), json_extract(value, '$.retryAt')
      from json_each(${json}) where true`,
    )
    .onConflictDoUpdate({
      target: names.id,
      set: {
        name: sql`coalesce(excluded.name, ${names.name})`,
        refusedTo: sql`excluded.refused_to`,
        retryAt: sql`excluded.retry_at`,
      },
    });
}
