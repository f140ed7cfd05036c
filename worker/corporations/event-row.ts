import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { CorporationEvent, CorporationEventKind } from "#shared/corporations.ts";

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
  requestId: string;
  createdAt: number;
};

/** A query of events of corporations, the newest first. */
export function corporationEventsOf(where: SQL, limit: number): SQL {
  return sql`
    select id, kind, corporation_id as "corporationId", corporation_name as "corporationName",
      actor_id as "actorId", actor_name as "actorName", character_id as "characterId",
      character_name as "characterName", detail, request_id as "requestId", created_at as "createdAt"
    from corporation_events where ${where} order by id desc limit ${limit}`;
}

export function toCorporationEvent(row: CorporationEventRow): CorporationEvent {
  const { actorId, actorName, characterId, characterName } = row;
  return {
    id: row.id,
    kind: row.kind,
    corporationId: row.corporationId,
    corporationName: row.corporationName,
    createdAt: new Date(row.createdAt).toISOString(),
    actor: actorId === null ? null : { userId: actorId, name: actorName },
    character:
      characterId === null ? null : { characterId, characterName: characterName ?? "Unknown" },
    detail: JSON.parse(row.detail) as CorporationEvent["detail"],
  };
}
