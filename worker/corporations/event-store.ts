import { sql } from "drizzle-orm";
import type { CorporationEventKind } from "#shared/corporations.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

export type CorporationEventRow = {
  id: string;
  kind: CorporationEventKind;
  corporationId: number;
  corporationName: string;
  actorId: string | null;
  actorName: string | null;
  characterId: number | null;
  characterName: string | null;
  detail: string;
  createdAt: number;
};

/** Events of a corporation older than one of them, the newest first. */
export function listEvents(db: Database, corporationId: number, olderThan: string | undefined) {
  return raw<CorporationEventRow>(
    db,
    sql`
    select id, kind, corporation_id as "corporationId", corporation_name as "corporationName",
      actor_id as "actorId", actor_name as "actorName", character_id as "characterId",
      character_name as "characterName", detail, created_at as "createdAt"
    from corporation_events
    where corporation_id = ${corporationId}
      ${olderThan === undefined ? sql`` : sql`and id < ${olderThan}`}
    order by id desc limit ${PAGE_LIMIT}`,
  );
}
