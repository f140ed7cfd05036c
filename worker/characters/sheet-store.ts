import { eq, sql } from "drizzle-orm";
import type { Language } from "#shared/language/languages.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
  names,
} from "#worker/db/schema/characters.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { namesIn, prepareNames } from "#worker/universe/names.ts";
import { referencedIds } from "#worker/characters/refresh/referenced-ids.ts";

const placeholder = sql.placeholder("characterId");

const selectCharacter = prepare(
  {
    name: characters.name,
    userId: characters.userId,
    tokenState: eveTokens.state,
    scopes: eveTokens.scopes,
    record: characterChecks.record,
    corporationId: characterAffiliations.corporationId,
    allianceId: characterAffiliations.allianceId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(eq(characters.id, placeholder)),
);

const selectSections = prepare(
  { section: characterSections.section, data: characterSections.data },
  (fields) =>
    orm
      .select(fields)
      .from(characterSections)
      .where(eq(characterSections.characterId, placeholder)),
);

const selectNames = prepareNames(referencedIds(sql`select ${placeholder} as id`), prepare);

const selectRetry = prepare({ retryAt: names.retryAt }, (fields) =>
  orm.select(fields).from(names).where(eq(names.id, placeholder)),
);

/** All that is stored of a character, in one round trip. */
export async function findSheet(db: Database, characterId: number, language: Language) {
  const [[character], sections, known, [unknown]] = await runBatch(db, [
    selectCharacter({ characterId }),
    selectSections({ characterId }),
    selectNames({ characterId, language }),
    selectRetry({ characterId }),
  ]);
  return {
    character,
    sections: new Map(sections.map(({ section, data }) => [section, data])),
    ...namesIn(language, known, Date.now()),
    /** ESI did not know the character, and is not called for it again before. */
    unknownUntil: unknown?.retryAt ?? null,
  };
}
export type Sheet = Awaited<ReturnType<typeof findSheet>>;
export type SheetCharacter = NonNullable<Sheet["character"]>;
