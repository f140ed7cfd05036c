import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { shaped, value } from "#worker/db/raw.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { corporationEventsOf } from "./event-row.ts";
import type { CorporationEventRow } from "./event-row.ts";

const selectPage = shaped<CorporationEventRow, { isContinued: boolean }>(({ isContinued }) => {
  const isOlder = isContinued ? sql`id < ${value("olderThan")}` : sql`true`;
  return corporationEventsOf(
    sql`corporation_id = ${value("corporationId")} and ${isOlder}`,
    PAGE_LIMIT,
  );
});

/** Events of a corporation older than one of them. */
export function listEvents(db: Database, corporationId: number, olderThan = "") {
  return selectPage(db, { isContinued: olderThan !== "" }, { corporationId, olderThan });
}
