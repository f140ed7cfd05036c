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
 * Of the skills, those in the queue: what has finished is added to the sums. They are found by searching the
 * queue's JSON as text; one too many would do no harm.
 */
const sectionData = sql<string>`case ${characterSections.section} when 'skills' then
  json_object(
    'total_sp', json_extract(${characterSections.data}, '$.total_sp'),
    'unallocated_sp', json_extract(${characterSections.data}, '$.unallocated_sp'),
    'skills', (
      select json_group_array(json(skill.value))
      from json_each(${characterSections.data}, '$.skills') as skill
      where instr(${queue.data}, '"skill_id":' || json_extract(skill.value, '$.skill_id') || ',') > 0))
  else ${characterSections.data} end`;

/** All characters of a user with what the dashboard shows of them, in one round trip: the main first. */
export async function findOverview(db: Database, userId: string) {
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
        data: sectionData.as("section_data"),
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
