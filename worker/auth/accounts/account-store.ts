import { and, eq, ne, sql } from "drizzle-orm";
import { insertEventIf } from "#worker/auth/history.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { releaseCharacter } from "./character-ownership.ts";

/** Makes a character of the user the main; says whether the user holds it. */
export async function updateMain(
  db: Database,
  { userId, characterId, requestId }: { userId: string; characterId: number; requestId: string },
): Promise<boolean> {
  const held = sql`exists (select 1 from ${characters} where ${characters.id} = ${characterId}
    and ${characters.userId} = ${userId})`;
  const isOther = and(eq(users.id, userId), ne(users.mainCharacterId, characterId));
  const [, updated] = await runBatch(db, [
    insertEventIf(
      { userId, kind: "main_changed", requestId, character: { id: characterId } },
      sql`${held} and exists (select 1 from ${users} where ${isOther})`,
    ),
    db
      .update(users)
      .set({ mainCharacterId: characterId })
      .where(and(eq(users.id, userId), held)),
  ]);
  return updated > 0;
}

/** Releases a character unless it is the main; tells what was there before. */
export async function unlinkAlt(
  db: Database,
  { userId, characterId, requestId }: { userId: string; characterId: number; requestId: string },
) {
  const [before] = await db
    .select({
      mainCharacterId: users.mainCharacterId,
      ownerHash: characters.ownerHash,
      refreshToken: eveTokens.refreshToken,
    })
    .from(characters)
    .innerJoin(users, eq(users.id, characters.userId))
    .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
    .where(and(eq(characters.id, characterId), eq(characters.userId, userId)));
  if (before === undefined) return { isMine: false, isMain: false, refreshToken: null };
  const isMain = before.mainCharacterId === characterId;
  if (isMain) return { isMine: true, isMain, refreshToken: null };
  const { ownerHash, refreshToken } = before;
  await runBatch(
    db,
    releaseCharacter(db, {
      kind: "character_unlinked",
      userId,
      requestId,
      character: { id: characterId, ownerHash },
    }),
  );
  return { isMine: true, isMain, refreshToken };
}
