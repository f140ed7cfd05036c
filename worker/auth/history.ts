import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { AccountEventKind } from "#shared/session.ts";
import { recordEvent } from "#worker/audit/record.ts";

type NewEvent = {
  userId: string;
  kind: AccountEventKind;
  requestId: string;
  character?: { id: number; ownerHash?: string | null };
  /** Of a Discord account that comes or goes; SQL where only the database knows it. */
  discordName?: string | SQL;
};

// Until accounts use the audit log directly.

export function insertEvent(event: NewEvent) {
  return insertEventIf(event, sql`true`);
}

export function insertEventIf({ requestId, discordName, ...event }: NewEvent, condition: SQL) {
  const detail =
    discordName === undefined ? {} : { detail: sql`json_object('discordName', ${discordName})` };
  const actor = event.kind === "character_sold" ? ("eve" as const) : { userId: event.userId };
  return recordEvent({ requestId }, { ...event, ...detail, actor }, condition).statement;
}
