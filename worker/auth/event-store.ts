import { desc, eq } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { accountEvents, characters } from "#worker/db/schema.ts";

/** Newest first, with the names that the characters bear today. */
export function listEvents(db: Database, userId: string, limit: number) {
  return db
    .select({
      id: accountEvents.id,
      kind: accountEvents.kind,
      characterId: accountEvents.characterId,
      characterName: characters.name,
      discordName: accountEvents.discordName,
      createdAt: accountEvents.createdAt,
    })
    .from(accountEvents)
    .leftJoin(characters, eq(characters.id, accountEvents.characterId))
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(limit);
}
