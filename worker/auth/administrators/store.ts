import { and, eq, inArray, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { recordEvent } from "#worker/audit/record.ts";
import type { EventActor } from "#worker/audit/new-event.ts";
import { runBatch } from "#worker/db/batch.ts";
import { adminPins, characters, users } from "#worker/db/schema/accounts.ts";
import { excluded, existsIn, idsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { Config } from "#worker/ground/config.ts";

/** SQL condition on `characters`: the owner differs from the pin, or the character was sold. */
export const isOwnerWithheld = existsIn(
  adminPins,
  and(
    eq(adminPins.characterId, characters.id),
    or(isNotNull(adminPins.withheldSince), ne(adminPins.ownerHash, characters.ownerHash)),
  ),
);

/**
 * Whether the user is a system administrator: the user holds one of the characters, confirmed, of ADMIN_CHARACTER_IDS, with its pinned
 * owner hash. A character without a pin counts, because its present owner is pinned before the owner changes
 * (`pinOwner`). `characterIds` is a JSON array: a statement in D1 has at most 100 parameters
 * (https://developers.cloudflare.com/d1/platform/limits/).
 */
export function isAdministrator(userId: SQLWrapper, characterIds: string | Placeholder) {
  return holdsOneOf(userId, characterIds, not(isOwnerWithheld));
}

/** Whether the user would be a system administrator if the owner of a character had not changed. */
export function areRightsWithheld(userId: SQLWrapper, characterIds: string | Placeholder) {
  return holdsOneOf(userId, characterIds, isOwnerWithheld);
}

function holdsOneOf(userId: SQLWrapper, characterIds: string | Placeholder, condition: SQL) {
  const one = orm
    .select({ id: characters.id })
    .from(characters)
    .where(
      and(
        sql`${characters.userId} = ${userId}`,
        sql`${characters.id} in (select value from json_each(${characterIds}))`,
        isNull(characters.unconfirmedSince),
        condition,
      ),
    );
  return sql<number>`exists ${one}`;
}

const main = alias(characters, "main");

/** `isWithheld` is 0 or 1. `userId`, and `heldBy` with the name of that user's main, are null if no user holds the character. */
const administrator = {
  characterId: characters.id,
  characterName: characters.name,
  ownerHash: characters.ownerHash,
  userId: characters.userId,
  heldBy: main.name,
  isWithheld: sql<number>`${isOwnerWithheld}`,
  withheldSince: adminPins.withheldSince,
  suspendedUntil: users.suspendedUntil,
};

/** The characters of a list that are in the database, with or without a user. */
const selectNamed = prepare(administrator, (fields) =>
  orm
    .select(fields)
    .from(characters)
    .leftJoin(users, eq(users.id, characters.userId))
    .leftJoin(main, eq(main.id, users.mainCharacterId))
    .leftJoin(adminPins, eq(adminPins.characterId, characters.id))
    .where(sql`${characters.id} in (select value from json_each(${sql.placeholder("ids")}))`),
);

export type AdministratorRow = RowOfStatement<typeof selectNamed>;

export function selectAdministrators(ids: number[]) {
  return selectNamed({ ids: JSON.stringify(ids) });
}

/** Every character whose rights are withheld, also if it is no longer in ADMIN_CHARACTER_IDS. */
export const selectWithheld = prepare(administrator, (fields) =>
  orm
    .select(fields)
    .from(adminPins)
    .innerJoin(characters, eq(characters.id, adminPins.characterId))
    .leftJoin(users, eq(users.id, characters.userId))
    .leftJoin(main, eq(main.id, users.mainCharacterId))
    .where(
      or(
        isNotNull(adminPins.withheldSince),
        sql`${adminPins.ownerHash} <> ${characters.ownerHash}`,
      ),
    ),
);

/** Pins the present owner. Returns false if that owner no longer holds the character or its rights are no longer withheld. */
export async function updatePin(
  context: Pick<Context, "db" | "requestId">,
  actor: EventActor,
  confirmed: { characterId: number; userId: string; ownerHash: string },
): Promise<boolean> {
  const { characterId, userId, ownerHash } = confirmed;
  const isStillHeld = existsIn(
    characters,
    and(
      eq(characters.id, characterId),
      eq(characters.userId, userId),
      eq(characters.ownerHash, ownerHash),
      isOwnerWithheld,
    ),
  );
  const { statement, applied } = recordEvent(
    context,
    { kind: "administrator_confirmed", actor, userId, character: { id: characterId, ownerHash } },
    isStillHeld,
  );
  const [recorded] = await runBatch(context.db, [
    statement,
    orm
      .update(adminPins)
      .set({ ownerHash, withheldSince: null })
      .where(and(eq(adminPins.characterId, characterId), applied)),
  ]);
  return recorded.length > 0;
}

/**
 * Pins the present owners of the characters that are in ADMIN_CHARACTER_IDS and have no pin, and withholds the rights of
 * characters whose owner differs from the pin. Runs before and after each write of an owner hash, so that the first owner is
 * pinned even if no pin existed before the write.
 */
export function pinOwner(
  { ADMIN_CHARACTER_IDS }: Config,
  characterIds: number[],
  now: Date,
): Statement[] {
  const named = characterIds.filter((id) => ADMIN_CHARACTER_IDS.includes(id));
  if (named.length === 0) return [];
  const ids = idsIn(named);
  return [
    insertWhere(
      adminPins,
      { characterId: sql`${characters.id}`, ownerHash: sql`${characters.ownerHash}` },
      sql`${and(inArray(characters.id, ids), isNotNull(characters.ownerHash))}`,
      sql`${characters}`,
    ).onConflictDoUpdate({
      target: adminPins.characterId,
      set: { withheldSince: sql`coalesce(${adminPins.withheldSince}, ${now.getTime()})` },
      setWhere: sql`${adminPins.withheldSince} is null
        and ${adminPins.ownerHash} <> ${excluded(adminPins.ownerHash)}`,
    }),
  ];
}

/** Pins the owners of all characters of ADMIN_CHARACTER_IDS that are linked. */
export function pinOwners(config: Config, now: Date): Statement[] {
  return pinOwner(config, config.ADMIN_CHARACTER_IDS, now);
}

/** Withholds the rights of a sold character until an administrator or the deployer confirms it, also for its former owner. */
export function withhold(characterId: number, condition: SQL, now: Date): Statement {
  return orm
    .update(adminPins)
    .set({ withheldSince: sql`coalesce(${adminPins.withheldSince}, ${now.getTime()})` })
    .where(and(eq(adminPins.characterId, characterId), condition));
}
