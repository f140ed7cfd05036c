import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { recordForEachUser } from "#worker/audit/record-many.ts";
import { formerHolders, selectSeller } from "#worker/audit/store.ts";
import { pinOwner, withhold } from "#worker/auth/administrators/store.ts";
import { endSessionsOfPilot } from "#worker/auth/sessions/end-sessions.ts";
import { isSuspended, suspendedError, suspensionOf } from "#worker/auth/suspensions/suspended.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectTakeBack } from "./take-back-rights.ts";

/** A character, and who owns it in EVE (the owner hash of its access token). */
export type CharacterIdentity = { characterId: number; name: string; ownerHash: string };

const selectHolder = prepare(
  {
    userId: users.id,
    ownerHash: characters.ownerHash,
    scopes: eveTokens.scopes,
    lostScopes: eveTokens.lostScopes,
    unconfirmedSince: characters.unconfirmedSince,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .where(eq(characters.id, sql.placeholder("characterId"))),
);

/** `scopes` of the present grants, `lostScopes` of earlier ones that EVE has ended. */
export type Holder = RowOfStatement<typeof selectHolder>;

/**
 * SQL condition on `users`: the character belongs to the user, or did with this owner hash. A character that was unlinked
 * before a suspension still identifies its player, while the buyer of a sold character has another hash.
 */
function suspendedOwners(characterId: number | Placeholder, ownerHash: string | Placeholder) {
  const holders = orm
    .select({ userId: characters.userId })
    .from(characters)
    .where(and(eq(characters.id, characterId), eq(characters.ownerHash, ownerHash)));
  return or(
    inArray(users.id, holders),
    inArray(users.id, formerHolders({ characterId, ownerHash })),
  );
}

const selectSuspendedOwner = prepare(
  { suspendedUntil: users.suspendedUntil, suspensionReason: users.suspensionReason },
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .where(
        and(
          suspendedOwners(sql.placeholder("characterId"), sql.placeholder("ownerHash")),
          isSuspended(sql.placeholder("now")),
        ),
      )
      .orderBy(desc(users.suspendedUntil))
      .limit(1),
);

/**
 * The user who holds a character, and `formerUserId`, who lost it to a sale while it had this owner hash: it was returned, or
 * the owner of a locked account signs in again. `right`: the account that it may take back. Throws `suspended` if its player
 * is suspended.
 */
export async function findHolder(db: Database, { characterId, ownerHash }: CharacterIdentity) {
  const [[holder], [former], [right], [suspended]] = await runBatch(db, [
    selectHolder({ characterId }),
    selectSeller({ characterId, ownerHash }),
    selectTakeBack({ characterId, ownerHash }),
    selectSuspendedOwner({ characterId, ownerHash, now: Date.now() }),
  ]);
  const suspension = suspended && suspensionOf(suspended);
  if (suspension) throw suspendedError(suspension);
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
  const [[holder], [main], [right]] = await runBatch(db, [
    selectHolder({ characterId }),
    selectMain({ userId }),
    selectTakeBack({ characterId, ownerHash }),
  ]);
  return { holder, main, right };
}

/** SQL condition: the user holds this character. */
export function isHeldBy(userId: string, characterId: number): SQL {
  return existsIn(characters, and(eq(characters.id, characterId), eq(characters.userId, userId)));
}

/** For a request that overlaps with the suspension. `findHolder` gives later requests the reason. */
const SUSPENDED: Refusal = { name: "suspended", error: () => new ApiError("suspended_meanwhile") };

/**
 * Statements that give a character to a user. They undo their batch if another user holds the character or its player is
 * suspended. `isConfirmed` is an SQL condition: where it is false, a character that is new to the account waits until its main
 * confirms it, and so does an alt that has moved to another EVE account (docs/decisions/0075).
 */
export function takeCharacter(
  { config }: Pick<Context, "config">,
  userId: string,
  { characterId, name, ownerHash }: CharacterIdentity,
  { now, isConfirmed = sql`true` }: { now: Date; isConfirmed?: SQL },
): Statement[] {
  const isKnown = sql`${characters.userId} = ${userId} and (${characters.ownerHash} = ${ownerHash}
    or exists (select 1 from ${users} where ${users.mainCharacterId} = ${characterId}))`;
  const unconfirmedSince = sql`case when ${isConfirmed} then null else ${now.getTime()} end`;
  const identity = { name, nameFolded: fold(name), ownerHash };
  return [
    ...pinOwner(config, [characterId], now),
    orm
      .insert(characters)
      .values({ id: characterId, ...identity, userId, linkedAt: now, unconfirmedSince })
      .onConflictDoUpdate({
        target: characters.id,
        set: {
          ...identity,
          userId,
          linkedAt: sql`coalesce(${characters.linkedAt}, ${now.getTime()})`,
          unconfirmedSince: sql`case when ${isKnown} and not ${isConfirmed} then ${characters.unconfirmedSince}
            else ${unconfirmedSince} end`,
        },
        setWhere: sql`${characters.userId} is null or ${characters.userId} = ${userId}`,
      }),
    guard(isHeldBy(userId, characterId)),
    guard(not(isOfSuspended(userId, characterId, ownerHash)), SUSPENDED),
    ...pinOwner(config, [characterId], now),
    // The first character of an account, new or locked, is its main.
    orm
      .update(users)
      .set({ mainCharacterId: characterId })
      .where(and(eq(users.id, userId), isNull(users.mainCharacterId))),
  ];
}

/** SQL condition: this user, or the player of the character, is suspended. */
function isOfSuspended(userId: string, characterId: number, ownerHash: string): SQL {
  const isConcerned = or(eq(users.id, userId), suspendedOwners(characterId, ownerHash));
  return existsIn(users, and(isConcerned, isSuspended(Date.now())));
}

/**
 * Statements that take a character from its user, with its tokens and, unless it was sold, the sessions that it opened. A sold
 * main is replaced by the confirmed character that was linked first. An account left without one is locked, what waited for a
 * confirmation there leaves it, and its sessions expire: `readSession` tells their browsers why. They do nothing if the user no longer
 * holds the character.
 */
export function releaseCharacter(
  context: Pick<Context, "requestId" | "config">,
  kind: "character_sold" | "character_unlinked",
  userId: string,
  character: { id: number; ownerHash: string | SQL | null },
): Statement[] {
  const isSold = kind === "character_sold";
  const actor = isSold ? ("eve" as const) : { userId };
  // What a stolen session has linked does not inherit the account. Who unlinks the main has proven it, and sees what becomes the main.
  const mayFollow = isSold ? isNull(characters.unconfirmedSince) : undefined;
  const successor = orm
    .select({ id: characters.id })
    .from(characters)
    .where(and(eq(characters.userId, userId), ne(characters.id, character.id), mayFollow))
    .orderBy(
      desc(isNull(characters.unconfirmedSince)),
      asc(characters.linkedAt),
      asc(characters.id),
    )
    .limit(1);
  const confirmedHash = sql`(select ${character.ownerHash} from ${characters}
    where ${characters.id} = ${character.id} and ${characters.unconfirmedSince} is null)`;
  const mainAfter = sql`json_object('mainCharacterId', (${successor}))`;
  const isMain = sql`${users.mainCharacterId} = ${character.id}`;
  const isWaiting = sql`exists (select 1 from ${characters}
    where ${characters.id} = ${character.id} and ${characters.unconfirmedSince} is not null)`;
  const unconfirmedDetail = sql`json_object('isUnconfirmed', json('true'))`;
  const released = recordEvent(
    context,
    {
      kind,
      actor,
      userId,
      // By the owner hash of this event a character returns to the account: one that was never confirmed does not.
      character: { id: character.id, ownerHash: confirmedHash },
      detail: sql`case when ${isMain} then ${mainAfter} when ${isWaiting} then ${unconfirmedDetail} else '{}' end`,
    },
    isHeldBy(userId, character.id),
  );
  const remaining = orm
    .select({ id: characters.id })
    .from(characters)
    .where(eq(characters.userId, userId));
  const now = new Date();
  return [
    released.statement,
    ...pinOwner(context.config, [character.id], now),
    ...(isSold ? [withhold(character.id, released.applied, now)] : []),
    orm.delete(eveTokens).where(and(eq(eveTokens.characterId, character.id), released.applied)),
    orm
      .update(users)
      .set({ mainCharacterId: sql`(${successor})` })
      .where(and(eq(users.id, userId), eq(users.mainCharacterId, character.id))),
    orm
      .update(characters)
      .set({ userId: null, ownerHash: null, linkedAt: null, unconfirmedSince: null })
      .where(and(eq(characters.id, character.id), eq(characters.userId, userId))),
    ...(isSold
      ? releaseWaiting(context, userId)
      : [
          // A main has nobody to confirm it.
          orm
            .update(characters)
            .set({ unconfirmedSince: null })
            .where(
              and(
                eq(characters.userId, userId),
                isNotNull(characters.unconfirmedSince),
                sql`${characters.id} = (select ${users.mainCharacterId} from ${users} where ${users.id} = ${userId})`,
              ),
            ),
          ...endSessionsOfPilot(userId, character.id, released.applied),
        ]),
    orm
      .update(sessions)
      .set({ expiresAt: now })
      .where(and(eq(sessions.userId, userId), notExists(remaining))),
  ];
}

/** Statements that take the characters from an account without a main. Each player signs in with their own again. */
function releaseWaiting(context: Pick<Context, "requestId">, userId: string): Statement[] {
  const isWaiting = sql`${characters.userId} = ${userId}
    and (select ${users.mainCharacterId} from ${users} where ${users.id} = ${userId}) is null`;
  const waiting = orm.select({ id: characters.id }).from(characters).where(isWaiting);
  return [
    recordForEachUser(
      context,
      {
        kind: "character_unlinked",
        actor: "eve",
        isOfCharacter: true,
        detail: sql`json_object('isUnconfirmed', json('true'))`,
      },
      sql`${characters} cross join ${users} on ${users.id} = ${characters.userId}`,
      isWaiting,
    ),
    orm.delete(eveTokens).where(inArray(eveTokens.characterId, waiting)),
    orm
      .update(characters)
      .set({ userId: null, ownerHash: null, linkedAt: null, unconfirmedSince: null })
      .where(isWaiting),
  ];
}
