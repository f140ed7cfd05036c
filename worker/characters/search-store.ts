import { sql } from "drizzle-orm";
import type { CharacterSearchHit } from "#shared/characters.ts";
import { mainNameSuffixes } from "#worker/db/characters-schema.ts";
import type { Database } from "#worker/db/database.ts";
import { characters } from "#worker/db/schema.ts";

const MAX_HITS = 20;
/** Sorts after everything that begins with the same letters. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Mains whose name has this in it, those that begin with it first. Both parts read a range of an index, so
 * the cost does not grow with the community.
 */
export async function findMains(db: Database, search: string): Promise<CharacterSearchHit[]> {
  const from = search.toLowerCase();
  const range = sql`${mainNameSuffixes.suffix} >= ${from} and ${mainNameSuffixes.suffix} < ${from + LAST_CHARACTER}`;
  const hits = (condition: ReturnType<typeof sql>) =>
    db
      .select({ characterId: characters.id, characterName: characters.name })
      .from(
        sql`(select distinct character_id from ${mainNameSuffixes} where ${condition}
          limit ${MAX_HITS}) as hit`,
      )
      .innerJoin(characters, sql`${characters.id} = hit.character_id`)
      .orderBy(characters.nameFolded);
  const [whole, parts] = await db.batch([hits(sql`is_whole = 1 and ${range}`), hits(range)]);
  const byId = new Map([...whole, ...parts].map((hit) => [hit.characterId, hit]));
  return [...byId.values()].slice(0, MAX_HITS);
}
