import { sql } from "drizzle-orm";
import type { AccountEventKind } from "#shared/session.ts";
import type { Database } from "#worker/db/database.ts";
import { fixed, value } from "#worker/db/raw.ts";

type EventRow = {
  id: string;
  kind: AccountEventKind;
  characterId: number | null;
  characterName: string | null;
  discordName: string | null;
  createdAt: number;
};

const selectEvents = fixed<EventRow>(sql`
  select e.id, e.kind, e.character_id as "characterId", c.name as "characterName",
    e.discord_name as "discordName", e.created_at as "createdAt"
  from account_events e left join characters c on c.id = e.character_id
  where e.user_id = ${value("userId")}
  order by e.created_at desc, e.id desc limit ${value("limit")}`);

/** Newest first, with the names that the characters bear today. */
export function listEvents(db: Database, userId: string, limit: number) {
  return selectEvents(db, { userId, limit });
}
