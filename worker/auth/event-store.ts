import { desc, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { AccountEventKind } from "#shared/session.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Database } from "#worker/db/database.ts";
import { accountEvents, characters } from "#worker/db/schema.ts";

type NewEvent = {
  userId: string;
  kind: AccountEventKind;
  requestId: string;
  character?: { id: number; ownerHash?: string | null };
};

function eventRow({ userId, kind, requestId, character }: NewEvent) {
  return {
    id: randomToken(12),
    userId,
    kind,
    characterId: character?.id ?? null,
    ownerHash: character?.ownerHash ?? null,
    requestId,
    createdAt: new Date(),
  };
}

/** A statement for the batch that makes the change. */
export function insertEvent(db: Database, event: NewEvent) {
  return db.insert(accountEvents).values(eventRow(event));
}

/** The same, written only if the condition holds when the batch runs. */
export function insertEventIf(db: Database, event: NewEvent, condition: SQL) {
  const row = eventRow(event);
  return db.insert(accountEvents).select(
    sql`select ${row.id}, ${row.userId}, ${row.kind}, ${row.characterId},
      ${row.ownerHash}, ${row.requestId}, ${row.createdAt.getTime()} where ${condition}`,
  );
}

/** Newest first, with the names that the characters bear today. */
export function listEvents(db: Database, userId: string, limit: number) {
  return db
    .select({
      id: accountEvents.id,
      kind: accountEvents.kind,
      characterId: accountEvents.characterId,
      characterName: characters.name,
      createdAt: accountEvents.createdAt,
    })
    .from(accountEvents)
    .leftJoin(characters, eq(characters.id, accountEvents.characterId))
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(limit);
}
