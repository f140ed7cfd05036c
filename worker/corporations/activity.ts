import * as z from "zod/mini";
import type { CorporationActivity, CorporationEvent } from "#shared/corporations.ts";
import type { Context } from "#worker/env.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { listEvents } from "./event-store.ts";
import type { CorporationEventRow } from "./event-store.ts";

const cursorKey = z.tuple([z.string()]);

/** Also of a corporation that was removed. */
export async function readActivity(
  { db }: Context,
  corporationId: number,
  cursor: string | undefined,
): Promise<CorporationActivity> {
  const [olderThan] = readCursor(cursor, cursorKey) ?? [];
  const found = await listEvents(db, corporationId, olderThan);
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return { items: rows.map(toEvent), nextCursor };
}

function toEvent(row: CorporationEventRow): CorporationEvent {
  const { actorId, actorName, characterId, characterName, detail, createdAt, ...rest } = row;
  return {
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    actor: actorId === null ? null : { userId: actorId, name: actorName },
    character:
      characterId === null ? null : { characterId, characterName: characterName ?? "Unknown" },
    detail: JSON.parse(detail) as CorporationEvent["detail"],
  };
}
