import * as z from "zod/mini";
import type { ActivityPage, GroupEvent, GroupEventDetail } from "#shared/activity.ts";
import type { Database } from "#worker/db/database.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { listGroupEvents } from "./store.ts";
import type { EventRow } from "./store.ts";

const cursorKey = z.tuple([z.string()]);

/**
 * The statement that reads a page of a group's log, for the batch that finds out whether the reader may see it,
 * and what turns its rows into the answer.
 */
export function groupActivity(db: Database, groupId: string, cursor: string | undefined) {
  const [olderThan] = readCursor(cursor, cursorKey) ?? [];
  return listGroupEvents(db, groupId, olderThan);
}

export function toActivityPage(found: EventRow[]): ActivityPage {
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return { items: rows.map(toEvent), nextCursor };
}

export function toEvent(row: EventRow): GroupEvent {
  const { actorId, actorName, subjectId, subjectName } = row;
  // Field by field, as wherever a list is long: copying what is left of a row takes twice as long.
  return {
    id: row.id,
    kind: row.kind,
    groupId: row.groupId,
    groupName: row.groupName,
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    requestId: row.requestId,
    actor: actorId === null ? null : { userId: actorId, name: actorName },
    subject: subjectId === null ? null : { userId: subjectId, name: subjectName },
    detail: JSON.parse(row.detail) as GroupEventDetail,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
