import { and, eq, exists, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { recordEvent } from "#worker/audit/record.ts";
import type { EventActor } from "#worker/audit/new-event.ts";
import { runBatch } from "#worker/db/batch.ts";
import { adminPins, characters, users } from "#worker/db/schema/accounts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isOwnerWithheld } from "./rights.ts";

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

export type Administrator = RowOfStatement<typeof selectNamed>;

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
  const isStillHeld = exists(
    orm
      .select({ id: characters.id })
      .from(characters)
      .where(
        and(
          eq(characters.id, characterId),
          eq(characters.userId, userId),
          eq(characters.ownerHash, ownerHash),
          isOwnerWithheld,
        ),
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
