import { eq, sql } from "drizzle-orm";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
  names,
} from "#worker/db/characters-schema.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens } from "#worker/db/schema.ts";
import { selectNames } from "#worker/universe/name-queries.ts";
import { referencedIds } from "./referenced-ids.ts";

/** All that is kept of a character, in one round trip. */
export async function findSheet(db: Database, characterId: number) {
  const [[character], sections, known, [unknown]] = await db.batch([
    db
      .select({
        name: characters.name,
        userId: characters.userId,
        tokenState: eveTokens.state,
        scopes: eveTokens.scopes,
        record: characterChecks.record,
        corporationId: characterAffiliations.corporationId,
        allianceId: characterAffiliations.allianceId,
      })
      .from(characters)
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(eq(characters.id, characterId)),
    db
      .select({ section: characterSections.section, data: characterSections.data })
      .from(characterSections)
      .where(eq(characterSections.characterId, characterId)),
    selectNames(db, referencedIds(sql`select ${characterId} as id`)),
    db.select({ retryAt: names.retryAt }).from(names).where(eq(names.id, characterId)),
  ]);
  return {
    character,
    sections: new Map(sections.map(({ section, data }) => [section, data])),
    names: new Map(known.map(({ id, name }) => [id, name])),
    /** Until then EVE is not asked again for a character it did not know. */
    unknownUntil: unknown?.retryAt ?? null,
  };
}
export type Sheet = Awaited<ReturnType<typeof findSheet>>;
export type SheetCharacter = NonNullable<Sheet["character"]>;
