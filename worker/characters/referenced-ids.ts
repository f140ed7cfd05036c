import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { characterAffiliations, characterSections } from "#worker/db/characters-schema.ts";

/**
 * A query of the ids that the sheets of these characters show by name; `characterIds` is a query too. (D1 takes
 * at most five terms in a union.)
 */
export function referencedIds(characterIds: SQL): SQL {
  return sql`select ids.value as id
      from ${characterAffiliations}, json_each(json_array(corporation_id, alliance_id)) as ids
      where character_id in (${characterIds})
    union select ids.value
      from ${characterSections}, json_each(case section
        when 'ship' then json_array(json_extract(data, '$.typeId'))
        when 'location' then json_array(json_extract(data, '$.stationId'), json_extract(data, '$.solarSystemId'))
        when 'corporationHistory' then (
          select json_group_array(json_extract(entry.value, '$.corporationId')) from json_each(data) as entry)
        end) as ids
      where character_id in (${characterIds}) and section in ('ship', 'location', 'corporationHistory')`;
}
