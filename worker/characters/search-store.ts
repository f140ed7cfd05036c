import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { CharacterSearchHit } from "#shared/characters.ts";
import { fold } from "#shared/fold.ts";
import { once } from "#shared/once.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { mainNameSuffixes } from "#worker/db/schema/characters.ts";
import { LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";

const MAX_HITS = 20;

function prepareHits(condition?: SQL) {
  const hit = orm
    .selectDistinct({ characterId: mainNameSuffixes.characterId })
    .from(mainNameSuffixes)
    .where(
      and(
        condition,
        gte(mainNameSuffixes.suffix, sql.placeholder("from")),
        lt(mainNameSuffixes.suffix, sql.placeholder("to")),
      ),
    )
    .limit(MAX_HITS)
    .as("hit");
  return prepare({ characterId: characters.id, characterName: characters.name }, (fields) =>
    orm
      .select(fields)
      .from(hit)
      .innerJoin(characters, eq(characters.id, hit.characterId))
      .orderBy(asc(characters.nameFolded)),
  );
}

// A literal, not a parameter: else SQLite does not use the partial index (https://www.sqlite.org/partialindex.html).
const byBeginning = once(() => prepareHits(sql`${mainNameSuffixes.isWhole} = 1`));
const byPart = once(() => prepareHits());

/**
 * Mains whose name contains the search, those that begin with it first. Both queries read a range of an index, so the
 * cost does not grow with the community.
 */
export async function findMains(db: Database, search: string): Promise<CharacterSearchHit[]> {
  const from = fold(search);
  const range = { from, to: from + LAST_CHARACTER };
  const [whole, parts] = await runBatch(db, [byBeginning()(range), byPart()(range)]);
  const byId = new Map([...whole, ...parts].map((hit) => [hit.characterId, hit]));
  return [...byId.values()].slice(0, MAX_HITS);
}
