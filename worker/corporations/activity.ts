import * as z from "zod/mini";
import type { CorporationActivity } from "#shared/corporations.ts";
import type { Context } from "#worker/env.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { toCorporationEvent } from "./event-row.ts";
import { listEvents } from "./event-store.ts";

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
  return { items: rows.map(toCorporationEvent), nextCursor };
}
