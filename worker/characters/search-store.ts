import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { CharacterSearchHit } from "#shared/characters.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";

const MAX_HITS = 20;
/** Sorts after everything that begins with the same letters. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Mains whose name has this in it, those that begin with it first. Both parts read a range of an index, so
 * the cost does not grow with the community.
 */
export async function findMains(db: Database, search: string): Promise<CharacterSearchHit[]> {
  const from = search.toLowerCase();
  const range = sql`suffix >= ${from} and suffix < ${from + LAST_CHARACTER}`;
  const hits = (condition: SQL) =>
    raw<CharacterSearchHit>(
      db,
      sql`
      select c.id as "characterId", c.name as "characterName"
      from (select distinct character_id from main_name_suffixes where ${condition}
        limit ${MAX_HITS}) as hit
      join characters c on c.id = hit.character_id
      order by c.name_folded`,
    );
  const [whole, parts] = await db.batch([hits(sql`is_whole = 1 and ${range}`), hits(range)]);
  const byId = new Map([...whole, ...parts].map((hit) => [hit.characterId, hit]));
  return [...byId.values()].slice(0, MAX_HITS);
}
