import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { AccountEventKind } from "#shared/session.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Database } from "#worker/db/database.ts";
import { accountEvents } from "#worker/db/schema/accounts.ts";

type NewEvent = {
  userId: string;
  kind: AccountEventKind;
  requestId: string;
  character?: { id: number; ownerHash?: string | null };
  /** Of a Discord account that comes or goes; SQL where only the database knows it. */
  discordName?: string | SQL;
};

/** A statement for the batch that makes the change. */
export function insertEvent(db: Database, event: NewEvent) {
  return insertEventIf(db, event, sql`true`);
}

/** The same, written only if the condition holds when the batch runs. */
export function insertEventIf(db: Database, event: NewEvent, condition: SQL) {
  const { userId, kind, requestId, character, discordName = null } = event;
  return db.insert(accountEvents).select(
    sql`select ${randomToken(12)}, ${userId}, ${kind}, ${character?.id ?? null},
      ${character?.ownerHash ?? null}, ${requestId}, ${Date.now()}, ${discordName}
      where ${condition}`,
  );
}
