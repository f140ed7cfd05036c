import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { insertEventIf } from "#worker/auth/history.ts";
import { selectSeller } from "#worker/audit/service.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";

/** A character, and who owns it in EVE (the owner hash of its access token). */
export type CharacterIdentity = { characterId: number; name: string; ownerHash: string };

const selectHolder = prepare(
  {
    userId: characters.userId,
    ownerHash: characters.ownerHash,
    mainCharacterId: users.mainCharacterId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .where(eq(characters.id, sql.placeholder("characterId"))),
);

export type Holder = { userId: string; ownerHash: string | null; isMain: boolean };

/**
 * The user who holds a character, and the user whom it left with this owner hash: a sale was undone, or the owner of a
 * locked account signs in again.
 */
export async function findHolder(db: Database, { characterId, ownerHash }: CharacterIdentity) {
  const [[held], [former]] = await runBatch(db, [
    selectHolder({ characterId }),
    selectSeller({ characterId, ownerHash }),
  ]);
  const holder: Holder | undefined =
    held === undefined || held.userId === null
      ? undefined
      : {
          userId: held.userId,
          ownerHash: held.ownerHash,
          isMain: held.mainCharacterId === characterId,
        };
  return { holder, formerUserId: former?.userId ?? undefined };
}

/** Statements that give a character to a user. They undo their batch if another user holds it. */
export function takeCharacter(
  db: Database,
  userId: string,
  { characterId, name, ownerHash }: CharacterIdentity,
  now: Date,
): Statement[] {
  const identity = { name, nameFolded: name.toLowerCase(), ownerHash };
  const mine = and(eq(characters.id, characterId), eq(characters.userId, userId));
  return [
    db
      .insert(characters)
      .values({ id: characterId, ...identity, userId, linkedAt: now })
      .onConflictDoUpdate({
        target: characters.id,
        set: {
          ...identity,
          userId,
          linkedAt: sql`coalesce(${characters.linkedAt}, ${now.getTime()})`,
        },
        setWhere: sql`${characters.userId} is null or ${characters.userId} = ${userId}`,
      }),
    guard(sql`exists (select 1 from ${characters} where ${mine})`),
    // The first character of an account, new or locked, is its main.
    db
      .update(users)
      .set({ mainCharacterId: characterId })
      .where(and(eq(users.id, userId), isNull(users.mainCharacterId))),
  ];
}

/**
 * Statements that take a character from its user, with its tokens. A sold main is replaced by the character
 * linked first; an account left without characters is locked, and its sessions end.
 * They do nothing when the user no longer holds the character.
 */
export function releaseCharacter(
  db: Database,
  event: {
    kind: "character_sold" | "character_unlinked";
    userId: string;
    requestId: string;
    character: { id: number; ownerHash: string | null };
  },
): Statement[] {
  const { userId, character } = event;
  const held = and(eq(characters.id, character.id), eq(characters.userId, userId));
  const isHeld = sql`exists (select 1 from ${characters} where ${held})`;
  const successor = db
    .select({ id: characters.id })
    .from(characters)
    .where(and(eq(characters.userId, userId), ne(characters.id, character.id)))
    .orderBy(asc(characters.linkedAt), asc(characters.id))
    .limit(1);
  return [
    insertEventIf(event, isHeld),
    db.delete(eveTokens).where(and(eq(eveTokens.characterId, character.id), isHeld)),
    db
      .update(users)
      .set({ mainCharacterId: sql`(${successor})` })
      .where(and(eq(users.id, userId), eq(users.mainCharacterId, character.id))),
    db.update(characters).set({ userId: null, ownerHash: null, linkedAt: null }).where(held),
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          sql`not exists (select 1 from ${characters} where ${characters.userId} = ${userId})`,
        ),
      ),
  ];
}
