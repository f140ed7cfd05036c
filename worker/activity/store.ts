import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupEventKind } from "#shared/activity.ts";
import type { Database } from "#worker/db/database.ts";
import { raw, shaped, value } from "#worker/db/raw.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

export type EventRow = {
  id: string;
  kind: GroupEventKind;
  groupId: string | null;
  groupName: string | null;
  categoryId: string | null;
  categoryName: string | null;
  actorId: string | null;
  actorName: string | null;
  subjectId: string | null;
  subjectName: string | null;
  detail: string;
  requestId: string;
  createdAt: number;
};

function groupEventsOf(where: SQL, limit: number): SQL {
  return sql`
    select id, kind, group_id as "groupId", group_name as "groupName", category_id as "categoryId",
      category_name as "categoryName", actor_id as "actorId", actor_name as "actorName",
      subject_id as "subjectId", subject_name as "subjectName", detail, request_id as "requestId",
      created_at as "createdAt"
    from group_events where ${where} order by id desc limit ${limit}`;
}

/** Events of groups and categories, the newest first. */
export function selectGroupEvents(db: Database, where: SQL, limit: number) {
  return raw<EventRow>(db, groupEventsOf(where, limit));
}

const selectPage = shaped<EventRow, { isContinued: boolean }>(({ isContinued }) => {
  const isOlder = isContinued ? sql`id < ${value("olderThan")}` : sql`true`;
  return groupEventsOf(sql`group_id = ${value("groupId")} and ${isOlder}`, PAGE_LIMIT);
});

/** Events of a group older than one of them. */
export function listGroupEvents(db: Database, groupId: string, olderThan = "") {
  return selectPage(db, { isContinued: olderThan !== "" }, { groupId, olderThan });
}
