import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";

const WHEREABOUTS = sql`'ship', 'location'`;
const SHEET = sql`${WHEREABOUTS}, 'corporationHistory'`;

/**
 * A query of the ids that the sheets of these characters show by name; `characterIds` is a query with the column `id`.
 * An id may come twice: a union without `all` would read each once more. The cross joins make SQLite start at the few characters, not at
 * all sections: https://www.sqlite.org/optoverview.html#crossjoin
 */
export function referencedIds(characterIds: SQL): SQL {
  return idsOf(characterIds, SHEET);
}

/** The same, without where the characters have been. */
export function presentIds(characterIds: SQL): SQL {
  return idsOf(characterIds, WHEREABOUTS);
}

function idsOf(characterIds: SQL, sections: SQL): SQL {
  const [affiliation, section] = [characterAffiliations, characterSections];
  return sql`select ids.value as id
      from (${characterIds}) as own
      cross join ${affiliation} on ${affiliation.characterId} = own.id
      cross join json_each(json_array(${affiliation.corporationId}, ${affiliation.allianceId})) as ids
    union all select ids.value
      from (${characterIds}) as own
      cross join ${section} on ${section.characterId} = own.id
        and ${section.section} in (${sections})
      cross join json_each(case ${section.section}
        when 'ship' then json_array(json_extract(${section.data}, '$.typeId'))
        when 'location' then json_array(
          json_extract(${section.data}, '$.stationId'), json_extract(${section.data}, '$.solarSystemId'))
        else (
          select json_group_array(json_extract(entry.value, '$.corporationId'))
          from json_each(${section.data}) as entry)
        end) as ids`;
}
