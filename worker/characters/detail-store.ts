import { sql } from "drizzle-orm";
import type { TokenState } from "#shared/session.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import type { Database } from "#worker/db/database.ts";
import { fixed, value } from "#worker/db/raw.ts";
import { namesOf } from "#worker/universe/name-queries.ts";
import type { NamedId } from "#worker/universe/name-queries.ts";
import { referencedIds } from "./referenced-ids.ts";

type CharacterRow = {
  name: string;
  userId: string | null;
  tokenState: TokenState | null;
  /** A JSON array. */
  scopes: string | null;
  /** JSON. */
  record: string | null;
  corporationId: number | null;
  allianceId: number | null;
};

const characterId = value("characterId");

const selectCharacter = fixed<CharacterRow>(sql`
  select c.name, c.user_id as "userId", t.state as "tokenState", t.scopes, k.record,
    a.corporation_id as "corporationId", a.alliance_id as "allianceId"
  from characters c
  left join eve_tokens t on t.character_id = c.id
  left join character_checks k on k.character_id = c.id
  left join character_affiliations a on a.character_id = c.id
  where c.id = ${characterId}`);

const selectSections = fixed<{ section: string; data: string }>(
  sql`select section, data from character_sections where character_id = ${characterId}`,
);

const selectNames = fixed<NamedId>(namesOf(referencedIds(sql`select ${characterId} as id`)));

const selectUnknown = fixed<{ retryAt: number | null }>(
  sql`select retry_at as "retryAt" from names where id = ${characterId}`,
);

/** All that is kept of a character, in one round trip. */
export async function findSheet(db: Database, id: number) {
  const values = { characterId: id };
  const [[row], sections, known, [unknown]] = await db.batch([
    selectCharacter(db, values),
    selectSections(db, values),
    selectNames(db, values),
    selectUnknown(db, values),
  ]);
  return {
    character: row && {
      ...row,
      scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
      record: row.record === null ? null : (JSON.parse(row.record) as CheckRecord),
    },
    sections: new Map(sections.map(({ section, data }) => [section, data])),
    names: new Map(known.map(({ id, name }) => [id, name])),
    /** Until then EVE is not asked again for a character it did not know. */
    unknownUntil: unknown?.retryAt == null ? null : new Date(unknown.retryAt),
  };
}
export type Sheet = Awaited<ReturnType<typeof findSheet>>;
export type SheetCharacter = NonNullable<Sheet["character"]>;
