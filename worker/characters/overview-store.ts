import { sql } from "drizzle-orm";
import type { TokenState } from "#shared/session.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import type { Database } from "#worker/db/database.ts";
import { fixed, value } from "#worker/db/raw.ts";
import { namesOf } from "#worker/universe/name-queries.ts";
import type { NamedId } from "#worker/universe/name-queries.ts";
import { referencedIds } from "./referenced-ids.ts";

type CharacterRow = {
  characterId: number;
  name: string;
  isMain: number;
  tokenState: TokenState | null;
  tokenStateSince: number | null;
  /** A JSON array. */
  scopes: string | null;
  isDirector: number;
  /** JSON. */
  record: string | null;
  corporationId: number | null;
  allianceId: number | null;
};

const own = sql`select id from characters where user_id = ${value("userId")}`;

const selectCharacters = fixed<CharacterRow>(sql`
  select c.id as "characterId", c.name, c.id = users.main_character_id as "isMain",
    t.state as "tokenState", t.state_since as "tokenStateSince", t.scopes,
    exists (select 1 from corporation_directors d where d.character_id = c.id) as "isDirector",
    k.record, a.corporation_id as "corporationId", a.alliance_id as "allianceId"
  from characters c
  join users on users.id = c.user_id
  left join eve_tokens t on t.character_id = c.id
  left join character_checks k on k.character_id = c.id
  left join character_affiliations a on a.character_id = c.id
  where c.user_id = ${value("userId")}
  order by "isMain" desc, c.name_folded`);

/**
 * The skills themselves only where something in the queue has finished, which is then added to the sums: it stands
 * at the head of the queue. A cross join keeps SQLite from scanning everybody's sections.
 */
const selectSections = fixed<{ characterId: number; section: string; data: string }>(sql`
  select s.character_id as "characterId", s.section,
    case when s.section = 'skills' and (
      unixepoch(json_extract(queue.data, '$[0].finish_date')) <= ${value("nowSeconds")}) is not true
    then json_object(
      'total_sp', json_extract(s.data, '$.total_sp'),
      'unallocated_sp', json_extract(s.data, '$.unallocated_sp'),
      'skills', json_array())
    else s.data end as data
  from (${own}) own
  cross join character_sections s on s.character_id = own.id
    and s.section in ('skills', 'skillQueue', 'location', 'ship', 'status', 'wallet')
  left join character_sections queue on queue.character_id = own.id
    and queue.section = 'skillQueue' and s.section = 'skills'`);

const selectNames = fixed<NamedId>(namesOf(referencedIds(own)));

/** All characters of a user with what the dashboard shows of them, in one round trip: the main first. */
export async function findOverview(db: Database, userId: string, now: number) {
  const [rows, sections, known] = await db.batch([
    selectCharacters(db, { userId }),
    selectSections(db, { userId, nowSeconds: now / 1000 }),
    selectNames(db, { userId }),
  ]);
  const sectionsOf = new Map<number, Map<string, string>>();
  for (const { characterId, section, data } of sections) {
    const ofOne = sectionsOf.get(characterId) ?? new Map<string, string>();
    sectionsOf.set(characterId, ofOne.set(section, data));
  }
  return {
    rows: rows.map((row) => ({
      ...row,
      scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
      record: row.record === null ? null : (JSON.parse(row.record) as CheckRecord),
    })),
    sectionsOf,
    names: new Map(known.map(({ id, name }) => [id, name])),
  };
}
export type OverviewRow = Awaited<ReturnType<typeof findOverview>>["rows"][number];
