import { and, desc, eq, gte, ne, sql } from "drizzle-orm";
import { onceEach } from "#shared/once.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { prepareView } from "#worker/audit/views.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { mayRead } from "./policy.ts";
import type { ReaderKind } from "./policy.ts";

/** The statement that records that a user read the roster. */
export const viewOfRoster = onceEach((reader: ReaderKind) =>
  prepareView("roster_viewed", () => mayRead(reader, sql.placeholder("readerId"))),
);

const MOST_VIEWS = 50;

const selectLatestViews = prepare(
  {
    id: auditEvents.id,
    corporationName: auditEvents.corporationName,
    createdAt: auditEvents.createdAt,
  },
  (fields) =>
    orm
      .selectDistinct(fields)
      .from(characters)
      .crossJoin(corporationMembers)
      .crossJoin(auditEvents)
      .where(
        and(
          eq(characters.userId, sql.placeholder("userId")),
          eq(corporationMembers.characterId, characters.id),
          eq(auditEvents.corporationId, corporationMembers.corporationId),
          gte(auditEvents.id, sql.placeholder("since")),
          sql`+${auditEvents.kind} = 'roster_viewed'`,
          ne(auditEvents.actorId, sql.placeholder("userId")),
          sql`${auditEvents.createdAt} >= ${corporationMembers.listedAt}`,
          sql`(${corporationMembers.leftAt} is null or ${auditEvents.createdAt} < ${corporationMembers.leftAt})`,
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(MOST_VIEWS),
);

/**
 * When others read the roster of a corporation that listed a character of the user at that time, since then (in ms), the
 * latest first.
 */
export function selectRosterViews(userId: string, since: number) {
  return selectLatestViews({ userId, since: eventIdsFrom(since) });
}
