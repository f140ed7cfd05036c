import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";

/**
 * A query of the ids that the sheets of these characters show by name; `characterIds` is a query too, whose
 * column is `id`. D1 takes at most five terms in a union. The cross joins keep SQLite from scanning everybody's
 * rows for those of a few.
 */
export function referencedIds(characterIds: SQL): SQL {
  return sql`select ids.value as id
      from (${characterIds}) as own
      cross join ${characterAffiliations} as a on a.character_id = own.id
      cross join json_each(json_array(a.corporation_id, a.alliance_id)) as ids
    union select ids.value
      from (${characterIds}) as own
      cross join ${characterSections} as s
        on s.character_id = own.id and s.section in ('ship', 'location', 'corporationHistory')
      cross join json_each(case s.section
        when 'ship' then json_array(json_extract(s.data, '$.typeId'))
        when 'location' then
          json_array(json_extract(s.data, '$.stationId'), json_extract(s.data, '$.solarSystemId'))
        else (
          select json_group_array(json_extract(entry.value, '$.corporationId'))
          from json_each(s.data) as entry)
        end) as ids`;
}
