import { asc, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
} from "#worker/db/characters-schema.ts";
import type { Database } from "#worker/db/database.ts";
import { directors } from "#worker/db/corporations-schema.ts";
import { characters, eveTokens, users } from "#worker/db/schema.ts";
import { selectNames } from "#worker/universe/name-queries.ts";
import { referencedIds } from "./referenced-ids.ts";

const queue = alias(characterSections, "queue");

/**
 * The skills themselves only where something in the queue has finished, which is then added to the sums: it stands at
 * the head of the queue.
 */
function sectionDataAt(now: number) {
  const hasFinished = sql`unixepoch(json_extract(${queue.data}, '$[0].finish_date')) <= ${now / 1000}`;
  return sql<string>`case when ${characterSections.section} = 'skills' and (${hasFinished}) is not true then
    json_object(
      'total_sp', json_extract(${characterSections.data}, '$.total_sp'),
      'unallocated_sp', json_extract(${characterSections.data}, '$.unallocated_sp'),
      'skills', json_array())
    else ${characterSections.data} end`;
}

/** All characters of a user with what the dashboard shows of them, in one round trip: the main first. */
export async function findOverview(db: Database, userId: string, now: number) {
  const own = sql`select ${characters.id} as id from ${characters} where ${characters.userId} = ${userId}`;
  const [rows, sections, known] = await db.batch([
    db
      .select({
        characterId: sql<number>`${characters.id}`.as("character_id"),
        name: characters.name,
        isMain: sql<boolean>`${characters.id} = ${users.mainCharacterId}`
          .mapWith(Boolean)
          .as("is_main"),
        tokenState: eveTokens.state,
        tokenStateSince: eveTokens.stateSince,
        scopes: eveTokens.scopes,
        isDirector: sql<boolean>`exists (select 1 from ${directors}
          where ${directors.characterId} = ${characters.id})`
          .mapWith(Boolean)
          .as("is_director"),
        record: characterChecks.record,
        corporationId: characterAffiliations.corporationId,
        allianceId: characterAffiliations.allianceId,
      })
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(eq(characters.userId, userId))
      .orderBy(desc(sql`is_main`), asc(characters.nameFolded)),
    db
      .select({
        characterId: characterSections.characterId,
        section: characterSections.section,
        data: sectionDataAt(now).as("section_data"),
      })
      .from(sql`(${own}) as own`)
      // A cross join keeps SQLite from scanning everybody's sections.
      .crossJoin(characterSections)
      .leftJoin(
        queue,
        sql`${queue.characterId} = own.id and ${queue.section} = 'skillQueue'
          and ${characterSections.section} = 'skills'`,
      )
      .where(
        sql`${characterSections.characterId} = own.id and ${characterSections.section} in
          ('skills', 'skillQueue', 'location', 'ship', 'status', 'wallet')`,
      ),
    selectNames(db, referencedIds(own)),
  ]);
  const sectionsOf = new Map<number, Map<string, string>>();
  for (const { characterId, section, data } of sections) {
    const own = sectionsOf.get(characterId) ?? new Map<string, string>();
    sectionsOf.set(characterId, own.set(section, data));
  }
  return { rows, sectionsOf, names: new Map(known.map(({ id, name }) => [id, name])) };
}
export type OverviewRow = Awaited<ReturnType<typeof findOverview>>["rows"][number];
