import { and, asc, eq, exists, isNull, ne, notExists, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordEvent } from "#worker/audit/record.ts";
import { selectSeller } from "#worker/audit/service.ts";
import { pinOwner, withhold } from "#worker/auth/administrators/owner-pins.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { selectTakeBack } from "./take-back-rights.ts";

/** A character, and who owns it in EVE (the owner hash of its access token). */
export type CharacterIdentity = { characterId: number; name: string; ownerHash: string };

const selectHolder = prepare(
  {
    userId: users.id,
    ownerHash: characters.ownerHash,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .where(eq(characters.id, sql.placeholder("characterId"))),
);

export type Holder = { userId: string; ownerHash: string | null };

/**
 * The user who holds a character, and the user whom it left with this owner hash: a sale was undone, or the owner of a
 * locked account signs in again. `right`: the account that it may take back.
 */
export async function findHolder(db: Database, { characterId, ownerHash }: CharacterIdentity) {
  const [[held], [former], [right]] = await runBatch(db, [
    selectHolder({ characterId }),
    selectSeller({ characterId, ownerHash }),
    selectTakeBack({ characterId, ownerHash }),
  ]);
  const holder: Holder | undefined = held;
  return { holder, formerUserId: former?.userId ?? undefined, right };
}

const selectMain = prepare({ characterId: characters.id, name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(users)
    .innerJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(eq(users.id, sql.placeholder("userId"))),
);

/** The user who holds the character, the main of this user, and the account that the character may take back. */
export async function findHolderAndMain(
  db: Database,
  userId: string,
  { characterId, ownerHash }: CharacterIdentity,
) {
  const [[held], [main], [right]] = await runBatch(db, [
    selectHolder({ characterId }),
    selectMain({ userId }),
    selectTakeBack({ characterId, ownerHash }),
  ]);
  const holder: Holder | undefined = held;
  return { holder, main, right };
}

/** SQL condition: the user holds this character. */
export function isHeldBy(userId: string, characterId: number): SQL {
  return exists(
    orm
      .select({ id: characters.id })
      .from(characters)
      .where(and(eq(characters.id, characterId), eq(characters.userId, userId))),
  );
}

/** Statements that give a character to a user. They undo their batch if another user holds it. */
export function takeCharacter(
  { config }: Pick<Context, "config">,
  userId: string,
  { characterId, name, ownerHash }: CharacterIdentity,
  now: Date,
): Statement[] {
  const identity = { name, nameFolded: name.toLowerCase(), ownerHash };
  return [
    ...pinOwner(config, [characterId], now),
    orm
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
    guard(isHeldBy(userId, characterId)),
    ...pinOwner(config, [characterId], now),
    // The first character of an account, new or locked, is its main.
    orm
      .update(users)
      .set({ mainCharacterId: characterId })
      .where(and(eq(users.id, userId), isNull(users.mainCharacterId))),
  ];
}

/**
 * Statements that take a character from its user, with its tokens. A sold main is replaced by the character that was
 * linked first; an account left without characters is locked, and its sessions end. They do nothing if the user no longer
 * holds the character.
 */
export function releaseCharacter(
  context: Pick<Context, "requestId" | "config">,
  kind: "character_sold" | "character_unlinked",
  userId: string,
  character: { id: number; ownerHash: string | null },
): Statement[] {
  const actor = kind === "character_sold" ? ("eve" as const) : { userId };
  const released = recordEvent(
    context,
    { kind, actor, userId, character },
    isHeldBy(userId, character.id),
  );
  const successor = orm
    .select({ id: characters.id })
    .from(characters)
    .where(and(eq(characters.userId, userId), ne(characters.id, character.id)))
    .orderBy(asc(characters.linkedAt), asc(characters.id))
    .limit(1);
  const remaining = orm
    .select({ id: characters.id })
    .from(characters)
    .where(eq(characters.userId, userId));
  const now = new Date();
  return [
    released.statement,
    ...pinOwner(context.config, [character.id], now),
    ...(kind === "character_sold" ? [withhold(character.id, released.applied, now)] : []),
    orm.delete(eveTokens).where(and(eq(eveTokens.characterId, character.id), released.applied)),
    orm
      .update(users)
      .set({ mainCharacterId: sql`(${successor})` })
      .where(and(eq(users.id, userId), eq(users.mainCharacterId, character.id))),
    orm
      .update(characters)
      .set({ userId: null, ownerHash: null, linkedAt: null })
      .where(and(eq(characters.id, character.id), eq(characters.userId, userId))),
    orm.delete(sessions).where(and(eq(sessions.userId, userId), notExists(remaining))),
  ];
}
